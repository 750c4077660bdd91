#include "process/supervisor.h"

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

constexpr double kTick_s = 0.05;  // how often the tree is measured

void set_limit(__rlimit_resource resource, std::uint64_t value) {
  rlimit limit{};
  getrlimit(resource, &limit);
  limit.rlim_max = std::min<rlim_t>(limit.rlim_max, value);
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, limit.rlim_max);
  setrlimit(resource, &limit);
}

// The program's process, up to its exec. `failed` tells the supervisor why there was none.
[[noreturn]] void become_program(const SupervisorTask& task, pid_t supervisor, int failed) {
  setpgid(0, 0);  // a program that signals its group must not hit the supervisor
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != supervisor) _exit(127);
  // No set-user-id programs: they would run beyond our reach.
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);

  // When the machine runs out of memory, the program goes, not winnow and not the supervisor.
  const int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  [[maybe_unused]] const ssize_t put = write(score, "1000", 4);
  close(score);

  const ProcessLimits& limits = task.limits;
  set_limit(RLIMIT_CORE, 0);
  if (limits.cpu_s > 0)  // per process and in whole seconds: only the second line of defence
    set_limit(RLIMIT_CPU, static_cast<std::uint64_t>(std::ceil(limits.cpu_s)) + 2);
  if (limits.memory_bytes > 0 && limits.memory_limit == MemoryLimit::address_space)
    set_limit(RLIMIT_AS, limits.memory_bytes);
  if (limits.memory_bytes > 0 && limits.memory_limit == MemoryLimit::data)
    set_limit(RLIMIT_DATA, limits.memory_bytes);

  dup2(task.input_fd, 0);
  dup2(task.output_fd, 1);
  dup2(task.error_fd, 2);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, nullptr);
  execve(task.program, task.arguments, task.environment);
  const int why = errno;
  [[maybe_unused]] const ssize_t told = write(failed, &why, sizeof why);
  _exit(127);
}

class Supervisor {
 public:
  explicit Supervisor(const SupervisorTask& task) : task_(task), limits_(task.limits) {}

  SupervisorReport run() {
    set_up();
    started_s_ = raw::now_s();
    report_.ending = Ending::exited;
    if (*task_.directory != '\0')
      report_.error_number =
          make_scratch(task_.directory, task_.file, task_.file_text, task_.file_size);
    if (report_.error_number == 0) start();
    if (report_.error_number == 0) {
      watch();
    } else {
      report_.ending = Ending::not_started;
    }
    end_all();
    return report_;
  }

 private:
  void set_up() {
    setsid();  // a signal to the guard's group is not for us
    prctl(PR_SET_NAME, "winnow-run");
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    sigset_t all;
    sigfillset(&all);
    signals_ = signalfd(-1, &all, SFD_CLOEXEC | SFD_NONBLOCK);
    // A closed control socket says the same, unless a fork of winnow's still holds it.
    parent_ = static_cast<int>(syscall(SYS_pidfd_open, task_.parent, 0));
    parent_gone_ = parent_ < 0 && errno == ESRCH;
  }

  void start() {
    int failed[2];
    if (pipe2(failed, O_CLOEXEC) != 0) {
      report_.error_number = errno;
      return;
    }
    const pid_t self = getpid();
    // vfork: the supervisor still has winnow's memory, and copying its page tables a second time
    // would cost as much as the first.
    program_ = vfork();
    if (program_ == 0) become_program(task_, self, failed[1]);
    if (program_ < 0) report_.error_number = errno;
    close(failed[1]);
    int why = 0;
    if (read(failed[0], &why, sizeof why) == static_cast<ssize_t>(sizeof why))
      report_.error_number = why;
    close(failed[0]);
    close(task_.input_fd);
    close(task_.output_fd);
    close(task_.error_fd);
  }

  // Until the program has ended, or a limit or winnow says that it must.
  void watch() {
    const double never = std::numeric_limits<double>::infinity();
    double deadline_s = limits_.wall_s > 0 ? started_s_ + limits_.wall_s : never;
    double tick_s = started_s_ + kTick_s;
    bool asked = false;  // SIGTERM was sent, and `deadline_s` is now the end of the grace
    const auto ask = [&](Ending why) {
      if (asked) return;
      asked = true;
      report_.ending = why;
      deadline_s = raw::now_s() + limits_.grace_s;
      signal_descendants(SIGTERM);
      signal_descendants(SIGCONT);  // one that is stopped hears nothing
    };
    for (;;) {
      reap();
      if (prover_gone_) return;
      if (parent_gone_) {
        if (!asked) report_.ending = Ending::cancelled;
        return;
      }
      const double now_s = raw::now_s();
      if (now_s >= deadline_s) {
        if (asked) return;
        ask(Ending::wall_limit);
        continue;
      }
      if (now_s >= tick_s) {
        if (!asked) check(ask);
        // Counted from the end of the check, so that a slow one cannot fill all the time.
        tick_s = raw::now_s() + kTick_s;
      }
      if (wait_for_news(std::min(deadline_s, tick_s) - raw::now_s())) ask(Ending::cancelled);
    }
  }

  template <class Ask>
  void check(Ask&& ask) {
    const std::uint64_t memory_limit =
        limits_.memory_bytes > 0 ? limits_.memory_bytes : std::numeric_limits<std::uint64_t>::max();
    const TreeUsage usage = measure_descendants(memory_limit, files_);
    report_.peak_memory_bytes = std::max(report_.peak_memory_bytes, usage.memory_bytes);
    if (limits_.cpu_s > 0 && usage.cpu_s >= limits_.cpu_s) ask(Ending::cpu_limit);
    if (usage.memory_bytes > memory_limit) ask(Ending::memory_limit);
    if (limits_.processes > 0 && usage.processes > limits_.processes) ask(Ending::process_limit);
  }

  // Sleeps until something happens. True: winnow asks for the end.
  bool wait_for_news(double seconds) {
    pollfd news[] = {{signals_, POLLIN, 0}, {task_.control_fd, POLLIN, 0}, {parent_, POLLIN, 0}};
    const int milliseconds = static_cast<int>(std::ceil(std::clamp(seconds, 0.0, 60.0) * 1000));
    // Once winnow is gone its descriptors stay ready, and only the children are still news.
    if (poll(news, parent_gone_ ? 1 : 3, milliseconds) <= 0) return false;
    if (news[0].revents != 0) {
      signalfd_siginfo signal{};
      while (read(signals_, &signal, sizeof signal) == static_cast<ssize_t>(sizeof signal)) {
        const auto number = static_cast<int>(signal.ssi_signo);
        if (number == SIGTERM || number == SIGINT || number == SIGHUP || number == SIGQUIT)
          parent_gone_ = true;  // somebody wants us gone: just as urgent
      }
    }
    if (news[2].revents != 0) parent_gone_ = true;
    if (news[1].revents == 0) return false;
    char byte = 0;
    if (recv(task_.control_fd, &byte, 1, MSG_DONTWAIT) == 1) return true;
    parent_gone_ = true;
    return false;
  }

  // Waits for whoever has ended. True: there are no children, and so no descendants.
  bool reap() {
    for (;;) {
      int status = 0;
      const pid_t pid = waitpid(-1, &status, WNOHANG | __WALL);
      if (pid == 0) return false;
      if (pid < 0) return errno == ECHILD;
      if (pid != program_) continue;
      prover_gone_ = true;
      report_.wait_status = status;
      if (report_.ending == Ending::exited && WIFSIGNALED(status))
        report_.ending = Ending::signalled;
    }
  }

  void end_all() {
    while (!reap()) {
      signal_descendants(SIGKILL);
      wait_for_news(0.002);
    }
    report_.wall_s = raw::now_s() - started_s_;
    report_.cpu_s = raw::children_cpu_s();
  }

  const SupervisorTask& task_;
  const ProcessLimits& limits_;
  SupervisorReport report_;
  MemoryFiles files_;
  int signals_ = -1;
  int parent_ = -1;
  pid_t program_ = -1;
  double started_s_ = 0;
  bool prover_gone_ = false;
  bool parent_gone_ = false;
};

}  // namespace

void supervise(const SupervisorTask& task) {
  const SupervisorReport report = Supervisor(task).run();
  send(task.control_fd, &report, sizeof report, MSG_NOSIGNAL);
  _exit(report.error_number == EEXIST ? kForeignScratch : 0);
}

}  // namespace winnow
