// model/in_pieces.h - one long list of work, piece by piece on several threads.
#pragma once

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
#include <vector>

namespace winnow {

// Where pieces of `size` end; the last may be shorter.
inline std::vector<std::size_t> equal_pieces(std::size_t total, std::size_t size) {
  std::vector<std::size_t> ends;
  for (std::size_t first = 0; first < total; first += size)
    ends.push_back(std::min(total, first + size));
  return ends;
}

// Calls work(first, count) for all pieces; each thread makes a `work` of its own.
// `progress` hears how much is done, from one thread at a time. `stop` is asked before each piece,
// and ends the work with Stopped. The exception that came first is thrown again, wherever it came
// from, once all threads have stopped. A system that refuses a thread is no failure: the others do
// its work.
template <class MakeWorker>
void in_pieces(std::uint32_t threads, std::span<const std::size_t> ends,
               const std::function<void(std::size_t)>& progress, MakeWorker&& make_worker,
               const Stop& stop = {}) {
  std::size_t pieces = ends.size();
  std::atomic<std::size_t> next = 0;
  std::mutex lock;
  std::size_t done = 0;
  std::exception_ptr failure;
  auto run = [&]() noexcept {
    try {
      auto work = make_worker();
      for (std::size_t n = next++; n < pieces; n = next++) {
        std::size_t first = n == 0 ? 0 : ends[n - 1], count = ends[n] - first;
        stop.check();
        work(first, count);
        std::lock_guard guard(lock);
        done += count;
        if (progress && !failure) progress(done);
      }
    } catch (...) {
      std::lock_guard guard(lock);
      if (!failure) failure = std::current_exception();
      next = pieces;
    }
  };
  {
    std::vector<std::jthread> helpers;
    try {
      for (std::size_t i = 1; i < std::min<std::size_t>(threads, pieces); ++i)
        helpers.emplace_back(run);
    } catch (const std::system_error&) {
    }
    run();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace winnow
