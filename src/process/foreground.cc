#include "process/foreground.h"

#include "winnow/error.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace winnow {

namespace {

constexpr int kPause_ms = 50;

class FileActions {
 public:
  FileActions() { posix_spawn_file_actions_init(&actions_); }
  ~FileActions() { posix_spawn_file_actions_destroy(&actions_); }
  FileActions(const FileActions&) = delete;
  FileActions& operator=(const FileActions&) = delete;
  posix_spawn_file_actions_t* get() { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_;
};

}  // namespace

ForegroundResult run_in_foreground(const std::vector<std::string>& arguments,
                                   const std::string& output_file, const Cancellation& interrupt) {
  require(!arguments.empty(), "a program to run");
  FileActions actions;
  int file = -1;
  if (!output_file.empty()) {
    file = ::open(output_file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (file < 0)
      throw InputError(Place{output_file},
                       fmt::format("cannot be written: {}", std::strerror(errno)));
    posix_spawn_file_actions_adddup2(actions.get(), file, STDOUT_FILENO);
  }
  std::vector<std::string> words = arguments;
  std::vector<char*> raw;
  for (std::string& word : words) raw.push_back(word.data());
  raw.push_back(nullptr);
  pid_t child = -1;
  const int error = posix_spawn(&child, raw[0], actions.get(), nullptr, raw.data(), environ);
  if (file >= 0) ::close(file);
  if (error != 0)
    throw InputError(Place{arguments.front()},
                     fmt::format("cannot be run: {}", std::strerror(error)));
  ForegroundResult result;
  int status = 0;
  for (;;) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child) break;
    if (ended < 0 && errno != EINTR) return result;
    if (interrupt.requested() && !result.interrupted) {
      result.interrupted = true;
      ::kill(child, SIGTERM);
    }
    ::poll(nullptr, 0, kPause_ms);
  }
  if (WIFEXITED(status)) result.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  return result;
}

}  // namespace winnow
