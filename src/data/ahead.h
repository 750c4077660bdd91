// data/ahead.h - items made on a second thread while the first one uses those before.
// in: a function that makes item 0, 1, 2, ...     out: the items, in that order
// Only the making runs ahead; whoever takes the items sees them in order on one thread, so what
// is done with them is as deterministic as without threads.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

namespace winnow {

template <class Item>
class Ahead {
 public:
  // Makes at most `room` items that nobody has taken yet. `make` runs on the second thread only.
  Ahead(std::size_t count, std::size_t room, std::function<Item(std::size_t)> make)
      : count_(count), room_(room), make_(std::move(make)), thread_([this] { run(); }) {}
  Ahead(const Ahead&) = delete;
  Ahead& operator=(const Ahead&) = delete;
  ~Ahead() {
    {
      std::lock_guard lock(mutex_);
      stop_ = true;
    }
    changed_.notify_all();
    thread_.join();
  }

  // The next item, or nothing after the last. Throws what `make` threw, in its item's place.
  std::optional<Item> next() {
    std::unique_lock lock(mutex_);
    if (taken_ == count_) return std::nullopt;
    changed_.wait(lock, [&] { return !ready_.empty(); });
    Made made = std::move(ready_.front());
    ready_.pop_front();
    ++taken_;
    lock.unlock();
    changed_.notify_all();
    if (made.error) std::rethrow_exception(made.error);
    return std::move(made.item);
  }

 private:
  struct Made {
    std::optional<Item> item;
    std::exception_ptr error;
  };

  void run() {
    for (std::size_t i = 0; i < count_; ++i) {
      Made made;
      try {
        made.item = make_(i);
      } catch (...) {
        made.error = std::current_exception();
      }
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return stop_ || ready_.size() < room_; });
      if (stop_) return;
      ready_.push_back(std::move(made));
      lock.unlock();
      changed_.notify_all();
    }
  }

  const std::size_t count_, room_;
  std::function<Item(std::size_t)> make_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Made> ready_;
  std::size_t taken_ = 0;
  bool stop_ = false;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace winnow
