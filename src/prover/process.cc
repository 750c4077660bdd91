#include "prover/process.h"

#include "prover/scratch.h"
#include "prover/supervisor.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <filesystem>
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

std::vector<std::string> make_environment(const ProcessJob& job) {
  std::vector<std::string> own = job.environment;
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

struct Run {
  std::size_t number = 0;
  pid_t supervisor = -1;
  Descriptor control, output, error;
  std::size_t output_limit = 0;
  bool flooded = false;
  std::string scratch;
  SupervisorReport report;
  ProcessResult result;

  void ask_to_end() const {
    const char byte = 'c';
    send(control.fd(), &byte, 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  }
  // The supervisor takes it as if winnow were gone: no grace. Its report still arrives.
  void end_at_once() const { shutdown(control.fd(), SHUT_WR); }

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

  // True: the supervisor has reported or is gone, and the result is complete.
  bool ended() {
    SupervisorReport message;
    const ssize_t got = recv(control.fd(), &message, sizeof message, MSG_DONTWAIT);
    if (got < 0 && (errno == EAGAIN || errno == EINTR)) return false;
    if (got == static_cast<ssize_t>(sizeof message)) report = message;
    drain(output, result.output);
    drain(error, result.error);
    while (waitpid(supervisor, nullptr, 0) < 0 && errno == EINTR) {}
    if (report.ending == Ending::lost && !scratch.empty()) remove_scratch(scratch.c_str());
    result.ending = flooded ? Ending::output_limit : report.ending;
    result.error_number = report.error_number;
    result.cpu_s = report.cpu_s;
    result.wall_s = report.wall_s;
    result.peak_memory_bytes = report.peak_memory_bytes;
    const bool ran = report.ending != Ending::not_started && report.ending != Ending::lost;
    if (ran && WIFEXITED(report.wait_status)) result.exit_code = WEXITSTATUS(report.wait_status);
    if (ran && WIFSIGNALED(report.wait_status)) result.signal = WTERMSIG(report.wait_status);
    return true;
  }
};

// Forks the supervisor. _Fork, not fork: no handlers of other libraries run (BLAS would take its
// threads down), and the child needs none of them.
pid_t fork_supervisor(const SupervisorTask& task) {
  sigset_t all, before;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
#ifdef __SANITIZE_THREAD__
  const pid_t pid = fork();  // the thread sanitizer does not survive a fork that it does not see
#else
  const pid_t pid = _Fork();
#endif
  if (pid == 0) supervise(task);
  const int error_number = errno;
  pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error_number;
  return pid;
}

// 0, or the errno of what the system refused.
int start_run(const ProcessJob& job, const std::string& program, Run& run) {
  std::vector<std::string> arguments = job.arguments;
  std::vector<std::string> environment = make_environment(job);
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
  run.supervisor = fork_supervisor(task);
  if (run.supervisor < 0) return errno;
  run.control = std::move(control.ours);
  run.output = std::move(output.ours);
  run.error = std::move(error.ours);
  run.output_limit = job.limits.output_bytes;
  run.scratch = job.scratch.directory;
  return 0;
}

bool can_run(const std::string& path) {
  struct stat about{};
  return stat(path.c_str(), &about) == 0 && S_ISREG(about.st_mode) &&
         access(path.c_str(), X_OK) == 0;
}

}  // namespace

std::string_view to_string(Ending ending) {
  switch (ending) {
    case Ending::exited: return "exited";
    case Ending::signalled: return "died by a signal";
    case Ending::wall_limit: return "reached the time limit";
    case Ending::cpu_limit: return "reached the CPU time limit";
    case Ending::memory_limit: return "reached the memory limit";
    case Ending::output_limit: return "printed too much";
    case Ending::process_limit: return "started too many processes";
    case Ending::cancelled: return "cancelled";
    case Ending::not_started: return "could not be started";
    case Ending::lost: return "lost";
  }
  return "unknown";
}

struct ProcessGroup::State {
  const Interrupt* interrupt = nullptr;
  bool interrupted = false;
  std::size_t next = 0;
  std::vector<std::unique_ptr<Run>> runs;
  std::deque<Finished> finished;

  // One round of the event loop: waits for any news, and takes it.
  void step() {
    std::vector<pollfd> news;
    for (const auto& run : runs)
      for (const int fd : {run->control.fd(), run->output.fd(), run->error.fd()})
        news.push_back({fd, POLLIN, 0});
    news.push_back({interrupt != nullptr && !interrupted ? interrupt->fd() : -1, POLLIN, 0});
    if (poll(news.data(), news.size(), -1) < 0) return;  // a signal: look again
    if (news.back().revents != 0) {
      interrupted = true;
      for (const auto& run : runs) run->end_at_once();
    }
    for (std::size_t i = runs.size(); i-- > 0;) {
      Run& run = *runs[i];
      run.drain(run.output, run.result.output);
      run.drain(run.error, run.result.error);
      if (news[3 * i].revents == 0 || !run.ended()) continue;
      finished.push_back({run.number, std::move(run.result)});
      runs.erase(runs.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
};

ProcessGroup::ProcessGroup(const Interrupt* interrupt) : state_(std::make_unique<State>()) {
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

std::size_t ProcessGroup::running() const {
  return state_->runs.size() + state_->finished.size();
}

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

ProcessResult run_process(const ProcessJob& job, const Interrupt* interrupt) {
  ProcessGroup group(interrupt);
  group.start(job);
  return std::move(group.wait()->result);
}

std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) {
    if (can_run(name)) return name;
    const bool there = std::filesystem::exists(name);
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
  std::uint64_t random = 0;
  while (getrandom(&random, sizeof random, 0) != static_cast<ssize_t>(sizeof random)) {}
  base = std::filesystem::absolute(base);
  return (base / fmt::format("winnow-{}-{:016x}", getpid(), random)).string();
}

}  // namespace winnow
