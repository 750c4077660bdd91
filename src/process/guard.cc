#include "process/guard.h"

#include "process/process_tree.h"
#include "process/raw.h"
#include "process/scratch.h"

#include <poll.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <limits>

namespace winnow {
namespace {

constexpr int kMostStops = 20;                 // a supervisor stopped more often is given up
constexpr double kSupervisorPatience_s = 0.4;  // that a supervisor gets beyond the program's limits
constexpr double kTidying_s = 0.25;  // for a scratch directory; what is left goes afterwards

// Other guards' control sockets are among the inherited descriptors: were they kept, none of the
// supervisors would ever see the end of winnow.
void close_all_but(const SupervisorTask& task) {
  int keep[] = {task.input_fd, task.output_fd, task.error_fd, task.control_fd};
  std::sort(std::begin(keep), std::end(keep));
  unsigned first = 0;
  const auto close_from_to = [](unsigned from, unsigned to) {
    if (from > to || syscall(SYS_close_range, from, to, 0) == 0) return;
    rlimit files{};  // a kernel before 5.9
    getrlimit(RLIMIT_NOFILE, &files);
    for (unsigned fd = from; fd <= to && fd < files.rlim_cur; ++fd) close(static_cast<int>(fd));
  };
  for (const int fd : keep) {
    close_from_to(first, static_cast<unsigned>(fd) - 1);
    first = static_cast<unsigned>(fd) + 1;
  }
  close_from_to(first, ~0u);
  for (int i = 0; i < 3; ++i) open("/dev/null", O_RDWR);  // becomes 0, 1, 2: keep them taken
}

class Guard {
 public:
  explicit Guard(const SupervisorTask& task) : task_(task) {}

  void run() {
    set_up();
    start();
    if (supervisor_ > 0) watch();
    end_all();
    const bool foreign = WIFEXITED(status_) && WEXITSTATUS(status_) == kForeignScratch;
    const bool reported = foreign || (WIFEXITED(status_) && WEXITSTATUS(status_) == 0);
    if (!reported) {
      report_.cpu_s = raw::children_cpu_s();
      report_.wall_s = raw::now_s() - started_s_;
      send(task_.control_fd, &report_, sizeof report_, MSG_NOSIGNAL);
    }
    close(task_.control_fd);
    // A directory that was there before the run is not ours to remove.
    if (*task_.directory == '\0' || foreign) return;
    if (remove_scratch(task_.directory, raw::now_s() + kTidying_s)) return;
    if (raw::fork_without_handlers() == 0) {  // winnow waits for the guard, and not for this
      remove_scratch(task_.directory, std::numeric_limits<double>::infinity());
      _exit(0);
    }
  }

 private:
  void set_up() {
    setsid();  // no terminal: Ctrl-C reaches winnow alone, and winnow decides
    prctl(PR_SET_NAME, "winnow-guard");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    for (int signal = 1; signal < NSIG; ++signal) std::signal(signal, SIG_DFL);
    close_all_but(task_);
    sigset_t all;
    sigfillset(&all);
    signals_ = signalfd(-1, &all, SFD_CLOEXEC | SFD_NONBLOCK);
  }

  void start() {
    started_s_ = raw::now_s();
    if (task_.limits.wall_s > 0)
      deadline_s_ = started_s_ + task_.limits.wall_s + task_.limits.grace_s + kSupervisorPatience_s;
    supervisor_ = raw::fork_without_handlers();
    if (supervisor_ == 0) supervise(task_);
    // Winnow holds on to it as well, in case that the guard is killed.
    if (supervisor_ > 0) send(task_.control_fd, &supervisor_, sizeof supervisor_, MSG_NOSIGNAL);
    if (supervisor_ < 0) {
      report_.ending = Ending::not_started;
      report_.error_number = errno;
      status_ = 0xff00;  // as if it had exited without a report
    }
    close(task_.input_fd);
    close(task_.output_fd);
    close(task_.error_fd);
  }

  // Until the supervisor has ended by itself, or can no longer be trusted to.
  void watch() {
    while (!gone_) {
      pollfd news{signals_, POLLIN, 0};
      const double left_s = std::clamp(deadline_s_ - raw::now_s(), 0.0, 60.0);
      poll(&news, 1, static_cast<int>(std::ceil(left_s * 1000)));
      signalfd_siginfo signal{};
      bool asked = false;
      while (read(signals_, &signal, sizeof signal) == static_cast<ssize_t>(sizeof signal))
        asked |= static_cast<int>(signal.ssi_signo) == SIGTERM;
      reap();
      const bool late = raw::now_s() >= deadline_s_;
      if (gone_ || (!asked && !late && stops_ <= kMostStops)) continue;
      report_.ending = late ? Ending::wall_limit : asked ? Ending::cancelled : Ending::lost;
      return;
    }
  }

  // Waits for whoever has ended. True: there are no children, and so no descendants.
  bool reap() {
    for (;;) {
      int status = 0;
      const pid_t pid = waitpid(-1, &status, WNOHANG | WUNTRACED | __WALL);
      if (pid == 0) return false;
      if (pid < 0) return errno == ECHILD;
      if (pid != supervisor_) continue;
      if (WIFSTOPPED(status)) {
        ++stops_;
        kill(supervisor_, SIGCONT);
        continue;
      }
      gone_ = true;
      status_ = status;
    }
  }

  void end_all() {
    while (!reap()) {
      signal_descendants(SIGKILL);
      pollfd news{signals_, POLLIN, 0};
      poll(&news, 1, 2);
      signalfd_siginfo signal{};
      while (read(signals_, &signal, sizeof signal) > 0) {
      }
    }
  }

  const SupervisorTask& task_;
  SupervisorReport report_;  // of a supervisor that gave none
  int signals_ = -1;
  pid_t supervisor_ = -1;
  int status_ = 0;
  int stops_ = 0;
  bool gone_ = false;
  double started_s_ = 0;
  double deadline_s_ = std::numeric_limits<double>::infinity();
};

}  // namespace

void guard(const SupervisorTask& task) {
  Guard(task).run();
  _exit(0);
}

}  // namespace winnow
