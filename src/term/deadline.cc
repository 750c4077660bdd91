#include "winnow/deadline.h"

#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <limits>

namespace winnow {

Deadline Deadline::in(double seconds) {
  // A century from now is never, and the clock's integers stay far from their end.
  constexpr double kNever_s = 100 * 366 * 86400.0;
  if (!(seconds < kNever_s)) return never();
  if (seconds < 0) seconds = 0;
  return Deadline(Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(seconds)));
}

double Deadline::left_s() const {
  if (is_never()) return std::numeric_limits<double>::infinity();
  return std::chrono::duration<double>(when_ - Clock::now()).count();
}

Cancellation::Cancellation() : fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {}

Cancellation::~Cancellation() {
  if (fd_ >= 0) close(fd_);
}

void Cancellation::request() const noexcept {
  requested_.store(true, std::memory_order_release);
  const int error_number = errno;  // a signal handler must leave it as it was
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t put = write(fd_, &one, sizeof one);
  errno = error_number;
}

static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

}  // namespace winnow
