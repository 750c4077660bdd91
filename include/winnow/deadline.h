// deadline.h - until when something may take, and who may end it before.
// in: a deadline, perhaps a switch that another thread sets     out: a value that long loops ask
//
//   winnow::Cancellation cancel;                      // another thread: cancel.request()
//   winnow::Stop stop(winnow::Deadline::in(1.5), &cancel);
//   try {
//     for (winnow::StopPoll poll(stop); work_left(); poll()) work();
//   } catch (const winnow::Stopped& why) { ... }      // why.reason(): deadline or cancelled
//
// Stopped is thrown inside; whoever has a word for "out of time" turns it into a value.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <exception>

namespace winnow {

class Deadline {
 public:
  using Clock = std::chrono::steady_clock;

  Deadline() = default;  // never
  static Deadline never() { return {}; }
  static Deadline at(Clock::time_point when) { return Deadline(when); }
  // Negative: passed. More seconds than the clock can count, or no number: never.
  static Deadline in(double seconds);
  template <class Rep, class Period>
  static Deadline in(std::chrono::duration<Rep, Period> duration) {
    return in(std::chrono::duration<double>(duration).count());
  }

  bool is_never() const { return when_ == Clock::time_point::max(); }
  bool passed() const { return !is_never() && Clock::now() >= when_; }
  double left_s() const;  // negative once passed; infinity for never
  friend Deadline sooner(Deadline a, Deadline b) { return a.when_ <= b.when_ ? a : b; }

 private:
  explicit Deadline(Clock::time_point when) : when_(when) {}
  Clock::time_point when_ = Clock::time_point::max();
};

// A switch that ends work before its time. It stays set.
class Cancellation {
 public:
  Cancellation();
  ~Cancellation();
  Cancellation(const Cancellation&) = delete;
  Cancellation& operator=(const Cancellation&) = delete;

  void request() const noexcept;  // from any thread, and from a signal handler
  bool requested() const noexcept { return requested_.load(std::memory_order_acquire); }
  // Readable once requested, for poll(); -1 where the system had no descriptor left.
  int fd() const { return fd_; }

 private:
  mutable std::atomic<bool> requested_ = false;
  int fd_;
};

class Stopped : public std::exception {
 public:
  enum class Reason : std::uint8_t { deadline, cancelled };
  explicit Stopped(Reason reason) : reason_(reason) {}
  Reason reason() const { return reason_; }
  const char* what() const noexcept override {
    return reason_ == Reason::deadline ? "out of time" : "cancelled";
  }

 private:
  Reason reason_;
};

// What is passed down: both of them in one, cheap to copy. The cancellation must outlive it.
class Stop {
 public:
  Stop() = default;  // never
  explicit Stop(Deadline deadline, const Cancellation* cancellation = nullptr)
      : deadline_(deadline), cancellation_(cancellation) {}

  Deadline deadline() const { return deadline_; }
  const Cancellation* cancellation() const { return cancellation_; }
  bool cancelled() const { return cancellation_ != nullptr && cancellation_->requested(); }
  bool requested() const { return cancelled() || deadline_.passed(); }  // reads the clock
  void check() const {                                                  // throws Stopped
    if (cancelled()) throw Stopped(Stopped::Reason::cancelled);
    if (deadline_.passed()) throw Stopped(Stopped::Reason::deadline);
  }
  // The same, but not beyond `deadline`: a part of the work with a time of its own.
  Stop by(Deadline deadline) const { return Stop(sooner(deadline_, deadline), cancellation_); }

 private:
  Deadline deadline_;
  const Cancellation* cancellation_ = nullptr;
};

// For loops over many small things: looks at the clock every `every` calls, and at the first.
// Needs: the stop outlives it.
class StopPoll {
 public:
  explicit StopPoll(const Stop& stop, std::uint32_t every = 256) : stop_(stop), every_(every) {}
  void operator()() {
    if (--left_ != 0) [[likely]]
      return;
    left_ = every_;
    stop_.check();
  }

 private:
  const Stop& stop_;
  std::uint32_t every_;
  std::uint32_t left_ = 1;
};

}  // namespace winnow
