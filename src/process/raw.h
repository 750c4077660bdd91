// process/raw.h - small pieces for code that runs after a fork of a program with threads.
// Another thread may have held malloc's lock at the fork, so nothing here allocates: fixed
// buffers and system calls only.
#pragma once

#include <fcntl.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <ctime>
#include <string_view>

namespace winnow::raw {

inline double now_s() {
  timespec t{};
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

// CPU time of the children that were waited for, and of theirs.
inline double children_cpu_s() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

inline std::uint64_t random_number() {
  std::uint64_t random = 0;
  while (getrandom(&random, sizeof random, 0) != static_cast<ssize_t>(sizeof random)) {
  }
  return random;
}

// _Fork, not fork: no handlers of other libraries run (BLAS would take its threads down), and the
// child needs none of them.
inline pid_t fork_without_handlers() {
#ifdef __SANITIZE_THREAD__
  return fork();  // the thread sanitizer does not survive a fork that it does not see
#else
  return _Fork();
#endif
}

// A path put together from text and numbers; what does not fit is cut, and opening it then fails.
class Path {
 public:
  Path& operator<<(std::string_view text) {
    for (const char c : text)
      if (size_ + 1 < sizeof text_) text_[size_++] = c;
    text_[size_] = '\0';
    return *this;
  }
  Path& operator<<(std::uint64_t number) {
    char digits[20];
    std::size_t first = sizeof digits;
    do digits[--first] = static_cast<char>('0' + number % 10);
    while ((number /= 10) != 0);
    return *this << std::string_view(digits + first, sizeof digits - first);
  }
  const char* c_str() const { return text_; }

 private:
  char text_[512] = {};
  std::size_t size_ = 0;
};

// The number that `text` begins with, after blanks; `text` moves behind it. False: there is none.
inline bool take_number(std::string_view& text, std::uint64_t& number) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  const std::size_t before = text.size();
  number = 0;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    number = number * 10 + static_cast<std::uint64_t>(text.front() - '0');
    text.remove_prefix(1);
  }
  return text.size() != before;
}

// The beginning of a file, as much as the buffer holds; empty when it cannot be read.
template <std::size_t N>
std::string_view read_file(const char* path, char (&buffer)[N]) {
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return {};
  std::size_t size = 0;
  while (size < N) {
    const ssize_t got = read(fd, buffer + size, N - size);
    if (got <= 0) break;
    size += static_cast<std::size_t>(got);
  }
  close(fd);
  return {buffer, size};
}

// Calls visit(name) for what a directory holds, without "." and "..".
template <class Visit>
void each_entry(int directory, Visit&& visit) {
  alignas(8) char buffer[4096];
  for (;;) {
    const long got = syscall(SYS_getdents64, directory, buffer, sizeof buffer);
    if (got <= 0) return;
    for (long at = 0; at < got;) {
      // struct linux_dirent64: u64 inode, s64 offset, u16 length, u8 type, name
      std::uint16_t length = 0;
      std::memcpy(&length, buffer + at + 16, sizeof length);
      const char* name = buffer + at + 19;
      if (std::strcmp(name, ".") != 0 && std::strcmp(name, "..") != 0) visit(name);
      at += length;
    }
  }
}

}  // namespace winnow::raw
