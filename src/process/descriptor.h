// process/descriptor.h - file descriptors that close themselves, and pairs of them.
#pragma once

#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <utility>

namespace winnow {

class Descriptor {
 public:
  Descriptor() = default;
  // Never 0, 1 or 2, even where winnow was started with those closed: the program gets its own.
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

struct DescriptorPair {
  Descriptor ours, theirs;
};

inline bool make_pipe(DescriptorPair& pair) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  pair = {Descriptor(ends[0]), Descriptor(ends[1])};
  fcntl(pair.ours.fd(), F_SETFL, O_NONBLOCK);
  return true;
}

inline bool make_socket_pair(DescriptorPair& pair) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return false;
  pair = {Descriptor(ends[0]), Descriptor(ends[1])};
  return true;
}

}  // namespace winnow
