#include "app/cli/last_resort.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string_view>

namespace winnow {

namespace {

constexpr double kPatience_s = 0.35;  // for the rest of the program to answer by itself

// Not through stdout's buffer: whoever was in the midst of printing may hold its lock.
void print(std::string_view text, int to) {
  while (!text.empty()) {
    const ssize_t put = write(to, text.data(), text.size());
    if (put > 0) text.remove_prefix(static_cast<std::size_t>(put));
    if (put <= 0 && errno != EINTR) return;
  }
}

}  // namespace

LastResort::LastResort(Deadline deadline, std::string answer, int exit_code, int to) {
  if (deadline.is_never()) return;
  thread_ = std::thread([this, deadline, answer = std::move(answer), exit_code, to] {
    std::unique_lock guard(lock_);
    const auto patience = std::chrono::duration<double>(deadline.left_s() + kPatience_s);
    const auto until =
        Deadline::Clock::now() + std::chrono::duration_cast<Deadline::Clock::duration>(patience);
    if (stood_down_.wait_until(guard, until, [this] { return !standing_; })) return;
    print(answer, to);  // still under the lock, so that nobody else answers
    _exit(exit_code);
  });
}

LastResort::~LastResort() {
  stand_down();
  if (thread_.joinable()) thread_.join();
}

void LastResort::stand_down() {
  {
    std::lock_guard guard(lock_);
    standing_ = false;
  }
  stood_down_.notify_one();
}

}  // namespace winnow
