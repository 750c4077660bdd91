#include "run.h"

#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <stdexcept>

namespace winnow::random_tester {

std::string run_apart(const Calls& calls) {
  constexpr unsigned kLongest_s = 120;  // no run needs one; the machine may be busy
  char folder[] = "/tmp/winnow-random-XXXXXX";
  if (::mkdtemp(folder) == nullptr) throw std::runtime_error("no folder in /tmp");
  int ends[2];
  if (::pipe(ends) != 0) throw std::runtime_error("no pipe");
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("no process");
  if (child == 0) {
    ::alarm(kLongest_s);
    const std::string why = run(calls, folder);
    const bool written =
        ::write(ends[1], why.data(), why.size()) == static_cast<ssize_t>(why.size());
    ::_exit(written ? 0 : 1);
  }
  ::close(ends[1]);
  std::string why;
  std::array<char, 4096> part;
  for (ssize_t size; (size = ::read(ends[0], part.data(), part.size())) > 0;)
    why.append(part.data(), static_cast<std::size_t>(size));
  ::close(ends[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  std::filesystem::remove_all(folder);
  if (WIFSIGNALED(status)) return std::string("dies: ") + ::strsignal(WTERMSIG(status));
  if (WEXITSTATUS(status) != 0) return "ends with code " + std::to_string(WEXITSTATUS(status));
  return why;
}

}  // namespace winnow::random_tester
