#include "prover/interrupt.h"

#include "winnow/error.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdint>
#include <system_error>

namespace winnow {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

// A signal handler has no argument of ours, hence the one pair of globals in this folder.
std::atomic<const Interrupt*> listening{nullptr};
std::atomic<int> arrived{0};
static_assert(std::atomic<const Interrupt*>::is_always_lock_free);

void on_signal(int signal) {
  const int error_number = errno;
  arrived = signal;
  if (const Interrupt* interrupt = listening) interrupt->request();
  errno = error_number;
}

}  // namespace

Interrupt::Interrupt() : fd_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
  if (fd_ < 0) throw std::system_error(errno, std::generic_category(), "eventfd");
}

Interrupt::~Interrupt() { close(fd_); }

void Interrupt::request() const {
  const std::uint64_t one = 1;
  [[maybe_unused]] const ssize_t put = write(fd_, &one, sizeof one);
}

bool Interrupt::requested() const {
  pollfd entry{fd_, POLLIN, 0};
  return poll(&entry, 1, 0) == 1;
}

SignalInterrupt::SignalInterrupt(const Interrupt& interrupt) {
  const Interrupt* nobody = nullptr;
  require(listening.compare_exchange_strong(nobody, &interrupt), "a second SignalInterrupt");
  arrived = 0;
  struct sigaction action{};
  action.sa_handler = on_signal;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (int i = 0; i < 3; ++i) {
    sigaction(kSignals[i], nullptr, &before_[i]);
    // What the program's parent asked to ignore (nohup) stays ignored.
    if (before_[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
  }
}

SignalInterrupt::~SignalInterrupt() {
  for (int i = 0; i < 3; ++i) sigaction(kSignals[i], &before_[i], nullptr);
  listening = nullptr;
}

int SignalInterrupt::signal() const { return arrived; }

}  // namespace winnow
