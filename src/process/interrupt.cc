#include "process/interrupt.h"

#include "winnow/error.h"

#include <atomic>
#include <cerrno>

namespace winnow {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

// A signal handler has no argument of ours, hence the one pair of globals in this folder.
std::atomic<const Cancellation*> listening{nullptr};
std::atomic<int> arrived{0};
static_assert(std::atomic<const Cancellation*>::is_always_lock_free);

void on_signal(int signal) {
  const int error_number = errno;
  arrived = signal;
  if (const Cancellation* cancellation = listening) cancellation->request();
  errno = error_number;
}

}  // namespace

SignalInterrupt::SignalInterrupt(const Cancellation& cancellation) {
  const Cancellation* nobody = nullptr;
  require(listening.compare_exchange_strong(nobody, &cancellation), "a second SignalInterrupt");
  arrived = 0;
  struct sigaction action {};
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
