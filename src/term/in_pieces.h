// term/in_pieces.h - one long list of work, piece by piece on several threads.
// The one way in which winnow divides work: a free thread takes the next piece, the first failure
// ends the rest, and it is the one that the caller sees.
#pragma once

#include "term/ragged.h"
#include "winnow/deadline.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <mutex>
#include <span>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace winnow {

// Where pieces of `size` end; the last may be shorter.
inline std::vector<std::size_t> equal_pieces(std::size_t total, std::size_t size) {
  std::vector<std::size_t> ends;
  for (std::size_t first = 0; first < total; first += size)
    ends.push_back(std::min(total, first + size));
  return ends;
}

// The list itself, for whoever has threads of their own.
class Pieces {
 public:
  // Where pieces end, which must outlive it. `progress` hears how much is done, from one thread at
  // a time. `stop` is asked before each piece, and ends the work with Stopped.
  explicit Pieces(std::span<const std::size_t> ends, std::function<void(std::size_t)> progress = {},
                  const Stop& stop = {})
      : ends_(ends), progress_(std::move(progress)), stop_(stop) {}

  // Takes pieces until none is left; each thread calls it once. It makes a `work` of its own and
  // calls work(first, count). Whatever throws, on whichever thread, is kept for finish().
  template <class MakeWorker>
  void run(MakeWorker&& make_worker) noexcept {
    try {
      auto work = make_worker();
      for (std::size_t n = next_++; n < ends_.size(); n = next_++) {
        std::size_t first = Ends(ends_).begin(n), count = Ends(ends_).size(n);
        stop_.check();
        work(first, count);
        std::lock_guard guard(lock_);
        done_ += count;
        if (progress_ && !failure_) progress_(done_);
      }
    } catch (...) {
      std::lock_guard guard(lock_);
      if (!failure_) failure_ = std::current_exception();
      next_ = ends_.size();
    }
  }

  // Throws the exception that came first again. Needs: all threads have left run().
  void finish() {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  std::span<const std::size_t> ends_;
  std::function<void(std::size_t)> progress_;
  Stop stop_;
  std::atomic<std::size_t> next_ = 0;
  std::mutex lock_;
  std::size_t done_ = 0;
  std::exception_ptr failure_;
};

// The same on `threads` threads, counting the one that calls. A system that refuses a thread is no
// failure: the others do its work.
template <class MakeWorker>
void in_pieces(std::uint32_t threads, std::span<const std::size_t> ends,
               const std::function<void(std::size_t)>& progress, MakeWorker&& make_worker,
               const Stop& stop = {}) {
  Pieces pieces(ends, progress, stop);
  auto run = [&] { pieces.run(make_worker); };
  {
    std::vector<std::jthread> helpers;
    try {
      for (std::size_t i = 1; i < std::min<std::size_t>(threads, ends.size()); ++i)
        helpers.emplace_back(run);
    } catch (const std::system_error&) {
    }
    run();
  }
  pieces.finish();
}

// Calls work(i) for all i below `count`.
template <class Work>
void for_each_of(std::uint32_t threads, std::size_t count, const Work& work) {
  in_pieces(threads, equal_pieces(count, 1), {},
            [&] { return [&](std::size_t i, std::size_t) { work(i); }; });
}

}  // namespace winnow
