#include "process/process.h"

#include "process/guard.h"
#include "process/marked.h"
#include "process/raw.h"
#include "process/scratch.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

namespace winnow {
namespace {

class Descriptor {
 public:
  Descriptor() = default;
  // Never 0, 1 or 2, even where winnow was started with those closed: the prover gets its own.
  explicit Descriptor(int fd) : fd_(fd) {
    if (fd < 0 || fd > 2) return;
    fd_ = fcntl(fd, F_DUPFD_CLOEXEC, 3);
    ::close(fd);
  }
  Descriptor(Descriptor&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~Descriptor() { close(); }
  void close() {
    if (fd_ >= 0) ::close(std::exchange(fd_, -1));
  }
  int fd() const { return fd_; }
  bool open() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

struct Pair {
  Descriptor ours, theirs;
};

bool make_pipe(Pair& pair) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  pair = {Descriptor(ends[0]), Descriptor(ends[1])};
  fcntl(pair.ours.fd(), F_SETFL, O_NONBLOCK);
  return true;
}

bool make_socket_pair(Pair& pair) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return false;
  pair = {Descriptor(ends[0]), Descriptor(ends[1])};
  return true;
}

std::uint64_t random_number() {
  std::uint64_t random = 0;
  while (getrandom(&random, sizeof random, 0) != static_cast<ssize_t>(sizeof random)) {
  }
  return random;
}

// Text becomes a file in memory, not a pipe: a program that never reads cannot block anybody.
Descriptor open_input(const ProcessJob& job) {
  if (!job.input_file.empty()) {
    Descriptor file(open(job.input_file.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file.open())
      throw InputError({.file = job.input_file}, fmt::format("cannot read: {}", strerror(errno)));
    return file;
  }
  if (job.input.empty()) return Descriptor(open("/dev/null", O_RDONLY | O_CLOEXEC));
  Descriptor memory(memfd_create("winnow-input", MFD_CLOEXEC));
  std::string_view rest = job.input;
  while (memory.open() && !rest.empty()) {
    const ssize_t put = write(memory.fd(), rest.data(), rest.size());
    if (put > 0) rest.remove_prefix(static_cast<std::size_t>(put));
    if (put < 0 && errno != EINTR) return {};
  }
  lseek(memory.fd(), 0, SEEK_SET);
  return memory;
}

std::vector<std::string> make_environment(const ProcessJob& job, const std::string& mark) {
  std::vector<std::string> own = job.environment;
  own.push_back(mark);
  if (!job.scratch.directory.empty()) own.push_back("TMPDIR=" + job.scratch.directory);
  std::vector<std::string> all;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string_view inherited = *entry;
    const std::string_view name = inherited.substr(0, inherited.find('=') + 1);
    const bool replaced = std::any_of(own.begin(), own.end(), [&](const std::string& mine) {
      return mine.compare(0, name.size(), name) == 0;
    });
    if (!replaced) all.emplace_back(inherited);
  }
  all.insert(all.end(), own.begin(), own.end());
  return all;
}

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

constexpr double kGuardPatience_s = 0.6;  // for guards beyond a run's limits, then the next step
constexpr double kGuardTick_s = 0.1;      // how often a guard is looked at

struct Run {
  std::size_t number = 0;
  pid_t guard = -1;
  Descriptor control, output, error, guard_handle, supervisor_handle;
  std::size_t output_limit = 0;
  double grace_s = 0;
  bool flooded = false;
  std::string scratch, mark;
  SupervisorReport report;
  bool reported = false;  // or nobody is left who could
  bool guard_gone = false;
  double started_s = 0;
  // When winnow takes the matter into its own hands: first it asks the guard, then it kills.
  double deadline_s = std::numeric_limits<double>::infinity();
  bool guard_asked = false;
  Ending overdue = Ending::wall_limit;  // what to call it then
  ProcessResult result;

  void expect_end(double seconds, Ending why) {
    const double until_s = raw::now_s() + seconds + kGuardPatience_s;
    if (until_s >= deadline_s) return;
    deadline_s = until_s;
    overdue = why;
  }
  void ask_to_end() {
    const char byte = 'c';
    send(control.fd(), &byte, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
    expect_end(grace_s, Ending::cancelled);
  }
  // The supervisor takes it as if winnow were gone: no grace. Its report still arrives.
  void end_at_once() {
    shutdown(control.fd(), SHUT_WR);
    expect_end(0, Ending::cancelled);
  }

  // Takes what is there without waiting for more.
  void drain(Descriptor& from, std::string& into) {
    char buffer[65536];
    while (from.open()) {
      const ssize_t got = read(from.fd(), buffer, sizeof buffer);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return;
      if (got <= 0) return from.close();
      const std::size_t room = output_limit == 0 ? sizeof buffer : output_limit - into.size();
      into.append(buffer, std::min(static_cast<std::size_t>(got), room));
      if (static_cast<std::size_t>(got) <= room) continue;
      flooded = true;
      from.close();
      ask_to_end();
    }
  }

  void hear() {
    SupervisorReport message;
    while (!reported) {
      const ssize_t got = recv(control.fd(), &message, sizeof message, MSG_DONTWAIT);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0 && errno == EAGAIN) return;
      if (got == static_cast<ssize_t>(sizeof(pid_t))) {
        pid_t supervisor = 0;
        std::memcpy(&supervisor, &message, sizeof supervisor);
        supervisor_handle = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, supervisor, 0)));
        continue;
      }
      if (got == static_cast<ssize_t>(sizeof message)) report = message;
      reported = true;
      expect_end(0, report.ending);  // the guard has only to tidy up
    }
  }
  // A guard that somebody has stopped goes on; one that is gone is waited for.
  void look_after_guard() {
    siginfo_t about{};
    if (guard_gone) return;
    if (waitid(P_PID, static_cast<id_t>(guard), &about, WSTOPPED | WNOHANG) == 0 &&
        about.si_pid == guard)
      kill(guard, SIGCONT);
    guard_gone = waitpid(guard, nullptr, WNOHANG) != 0;
  }
  // Where whoever should have ended has not. True: the guard is gone, without a report.
  bool take_over() {
    if (raw::now_s() < deadline_s) return false;
    if (!guard_asked) {
      guard_asked = true;
      kill(guard, SIGTERM);
      kill(guard, SIGCONT);
      deadline_s = raw::now_s() + kGuardPatience_s;
      return false;
    }
    kill(guard, SIGKILL);  // a direct child, not waited for: its id is still its own
    while (waitpid(guard, nullptr, 0) < 0 && errno == EINTR) {
    }
    guard_gone = true;
    if (!reported) report.ending = overdue;
    return true;
  }

  // True: nobody is left, and the result is complete.
  bool ended() {
    hear();
    look_after_guard();
    if (guard_gone) hear();
    if (!guard_gone && !take_over()) return false;
    const bool lost = report.ending == Ending::lost || !reported || guard_asked;
    if (lost) {  // without a guard that could vouch for it, all who carry the run's mark go
      if (supervisor_handle.open())
        syscall(SYS_pidfd_send_signal, supervisor_handle.fd(), SIGKILL, nullptr, 0);
      end_marked(mark);
    }
    drain(output, result.output);
    drain(error, result.error);
    if (lost && !scratch.empty()) remove_scratch(scratch.c_str(), raw::now_s() + kGuardPatience_s);
    result.ending = flooded ? Ending::output_limit : report.ending;
    result.error_number = report.error_number;
    result.cpu_s = report.cpu_s;
    result.wall_s = reported ? report.wall_s : raw::now_s() - started_s;
    result.peak_memory_bytes = report.peak_memory_bytes;
    const bool ran =
        reported && report.ending != Ending::not_started && report.ending != Ending::lost;
    if (ran && WIFEXITED(report.wait_status)) result.exit_code = WEXITSTATUS(report.wait_status);
    if (ran && WIFSIGNALED(report.wait_status)) result.signal = WTERMSIG(report.wait_status);
    return true;
  }
};

pid_t fork_guard(const SupervisorTask& task) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  const pid_t pid = raw::fork_without_handlers();
  if (pid == 0) guard(task);
  const int error_number = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error_number;
  return pid;
}

// 0, or the errno of what the system refused.
int start_run(const ProcessJob& job, const std::string& program, Run& run) {
  std::vector<std::string> arguments = job.arguments;
  run.mark = fmt::format("WINNOW_RUN={:016x}", random_number());
  std::vector<std::string> environment = make_environment(job, run.mark);
  const std::vector<char*> argument_pointers = pointers(arguments);
  const std::vector<char*> environment_pointers = pointers(environment);
  Descriptor input = open_input(job);
  Pair control, output, error;
  if (!input.open() || !make_socket_pair(control) || !make_pipe(output) || !make_pipe(error))
    return errno;
  const SupervisorTask task = {
      .program = program.c_str(),
      .arguments = argument_pointers.data(),
      .environment = environment_pointers.data(),
      .input_fd = input.fd(),
      .output_fd = output.theirs.fd(),
      .error_fd = error.theirs.fd(),
      .control_fd = control.theirs.fd(),
      .parent = getpid(),
      .directory = job.scratch.directory.c_str(),
      .file = job.scratch.file.c_str(),
      .file_text = job.scratch.text.data(),
      .file_size = job.scratch.text.size(),
      .limits = job.limits,
  };
  run.started_s = raw::now_s();
  run.grace_s = job.limits.grace_s;
  run.guard = fork_guard(task);
  if (run.guard < 0) return errno;
  run.guard_handle = Descriptor(static_cast<int>(syscall(SYS_pidfd_open, run.guard, 0)));
  if (job.limits.wall_s > 0)
    run.expect_end(job.limits.wall_s + job.limits.grace_s + 0.4, Ending::wall_limit);
  run.control = std::move(control.ours);
  run.output = std::move(output.ours);
  run.error = std::move(error.ours);
  run.output_limit = job.limits.output_bytes;
  run.scratch = job.scratch.directory;
  return 0;
}

bool can_run(const std::string& path) {
  struct stat about {};
  return stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string_view to_string(Ending ending) {
  switch (ending) {
    case Ending::exited:
      return "exited";
    case Ending::signalled:
      return "died by a signal";
    case Ending::wall_limit:
      return "reached the time limit";
    case Ending::cpu_limit:
      return "reached the CPU time limit";
    case Ending::memory_limit:
      return "reached the memory limit";
    case Ending::output_limit:
      return "printed too much";
    case Ending::process_limit:
      return "started too many processes";
    case Ending::cancelled:
      return "cancelled";
    case Ending::not_started:
      return "could not be started";
    case Ending::lost:
      return "lost";
  }
  return "unknown";
}

struct ProcessGroup::State {
  const Cancellation* interrupt = nullptr;
  bool interrupted = false;
  std::size_t next = 0;
  std::vector<std::unique_ptr<Run>> runs;
  std::deque<Finished> finished;

  // One round of the event loop: waits for any news, and takes it.
  void step() {
    std::vector<pollfd> news;
    double wake_s = raw::now_s() + kGuardTick_s;
    for (const auto& run : runs) {
      wake_s = std::min(wake_s, run->deadline_s);
      // What has been heard stays readable, and would wake us again and again.
      for (const int fd : {run->reported ? -1 : run->control.fd(), run->output.fd(),
                           run->error.fd(), run->guard_gone ? -1 : run->guard_handle.fd()})
        news.push_back({fd, POLLIN, 0});
    }
    news.push_back({interrupt != nullptr && !interrupted ? interrupt->fd() : -1, POLLIN, 0});
    const double wait_s = std::max(0.0, wake_s - raw::now_s());
    if (poll(news.data(), news.size(), static_cast<int>(std::ceil(wait_s * 1000))) < 0 &&
        errno != EINTR)
      throw std::system_error(errno, std::generic_category(), "poll");
    if (interrupt != nullptr && !interrupted && interrupt->requested()) {
      interrupted = true;
      for (const auto& run : runs) run->end_at_once();
    }
    for (std::size_t i = runs.size(); i-- > 0;) {
      Run& run = *runs[i];
      run.drain(run.output, run.result.output);
      run.drain(run.error, run.result.error);
      if (!run.ended()) continue;
      finished.push_back({run.number, std::move(run.result)});
      runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
};

ProcessGroup::ProcessGroup(const Cancellation* interrupt) : state_(std::make_unique<State>()) {
  state_->interrupt = interrupt;
}

ProcessGroup::~ProcessGroup() {
  end_all();
  while (!state_->runs.empty()) state_->step();
}

std::size_t ProcessGroup::start(const ProcessJob& job) {
  require(!job.arguments.empty(), "a job without a program");
  require(job.scratch.text.empty() || !job.scratch.file.empty(), "a scratch text without a file");
  const std::string program = find_program(job.arguments.front());
  auto run = std::make_unique<Run>();
  const int error_number = start_run(job, program, *run);
  run->number = state_->next++;
  if (error_number != 0) {
    run->result.ending = Ending::not_started;
    run->result.error_number = error_number;
    state_->finished.push_back({run->number, std::move(run->result)});
    return state_->next - 1;
  }
  if (state_->interrupted) run->end_at_once();
  state_->runs.push_back(std::move(run));
  return state_->next - 1;
}

std::size_t ProcessGroup::running() const { return state_->runs.size() + state_->finished.size(); }

std::optional<ProcessGroup::Finished> ProcessGroup::wait() {
  while (state_->finished.empty()) {
    if (state_->runs.empty()) return std::nullopt;
    state_->step();
  }
  Finished first = std::move(state_->finished.front());
  state_->finished.pop_front();
  return first;
}

void ProcessGroup::cancel(std::size_t number) {
  for (const auto& run : state_->runs)
    if (run->number == number) run->ask_to_end();
}

void ProcessGroup::end_all() {
  for (const auto& run : state_->runs) run->end_at_once();
}

ProcessResult run_process(const ProcessJob& job, const Cancellation* interrupt) {
  ProcessGroup group(interrupt);
  group.start(job);
  return std::move(group.wait()->result);
}

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (can_run(name)) return name;
    std::error_code none;  // a name may be too long to ask for
    const bool there = std::filesystem::exists(name, none);
    throw InputError(fmt::format("{} '{}'", there ? "cannot run" : "there is no program", name),
                     there ? "it must be a file with the right to execute: chmod +x" : "");
  }
  const char* path = std::getenv("PATH");
  std::string_view rest = path != nullptr ? path : "/usr/local/bin:/usr/bin:/bin";
  while (!name.empty()) {
    const std::size_t end = std::min(rest.find(':'), rest.size());
    const std::string_view folder = rest.substr(0, end);
    const std::string candidate = fmt::format("{}/{}", folder.empty() ? "." : folder, name);
    if (can_run(candidate)) return candidate;
    if (end == rest.size()) break;
    rest.remove_prefix(end + 1);
  }
  throw InputError(fmt::format("there is no program '{}' in PATH", name),
                   name == "eprover" ? "install E (Debian: apt install eprover), or name another "
                                       "prover"
                                     : "give its whole path, or add its folder to PATH");
}

std::string new_scratch_name() {
  std::error_code failed;
  std::filesystem::path base = std::filesystem::temp_directory_path(failed);
  if (failed)
    throw InputError(fmt::format("no directory for temporary files: {}", failed.message()),
                     "set TMPDIR to a directory that can be written");
  base = std::filesystem::absolute(base);
  return (base / fmt::format("winnow-{}-{:016x}", getpid(), random_number())).string();
}

std::string dot_program() {
  try {
    return find_program("dot");
  } catch (const InputError&) {
    throw InputError("an SVG needs Graphviz, and there is no 'dot' on the PATH",
                     "on Debian: apt-get install graphviz; JSON and DOT need nothing");
  }
}

}  // namespace winnow
