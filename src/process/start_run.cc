// process/start_run.cc - gives a program its input, pipes, environment and guard.
#include "process/guard.h"
#include "process/raw.h"
#include "process/run.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace winnow {
namespace {

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

}  // namespace

int start_run(const ProcessJob& job, const std::string& program, ProcessRun& run) {
  std::vector<std::string> arguments = job.arguments;
  run.mark = fmt::format("WINNOW_RUN={:016x}", raw::random_number());
  std::vector<std::string> environment = make_environment(job, run.mark);
  const std::vector<char*> argument_pointers = pointers(arguments);
  const std::vector<char*> environment_pointers = pointers(environment);
  Descriptor input = open_input(job);
  DescriptorPair control, output, error;
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

}  // namespace winnow
