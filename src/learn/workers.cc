#include "learn/workers.h"

#include "term/in_pieces.h"

#include <system_error>

namespace winnow {

Workers::Workers(std::uint32_t threads) {
  try {
    for (std::uint32_t i = 1; i < threads; ++i) threads_.emplace_back([this] { serve(); });
  } catch (const std::system_error&) {
  }
}

Workers::~Workers() {
  {
    std::lock_guard guard(lock_);
    ending_ = true;
  }
  called_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

void Workers::run(const std::function<void()>& work) {
  {
    std::lock_guard guard(lock_);
    work_ = &work;
    busy_ = static_cast<std::uint32_t>(threads_.size());
    ++round_;
  }
  called_.notify_all();
  work();
  std::unique_lock guard(lock_);
  left_.wait(guard, [this] { return busy_ == 0; });
}

void Workers::serve() {
  std::uint64_t seen = 0;
  std::unique_lock guard(lock_);
  while (true) {
    called_.wait(guard, [&] { return ending_ || round_ != seen; });
    if (ending_) return;
    seen = round_;
    const auto* work = work_;
    guard.unlock();
    (*work)();
    guard.lock();
    if (--busy_ == 0) left_.notify_all();
  }
}

void each_in_parallel(Workers& workers, std::uint32_t count,
                      const std::function<void(std::uint32_t n)>& work) {
  const std::vector<std::size_t> ends = equal_pieces(count, 1);
  Pieces pieces(ends);
  workers.run([&] {
    pieces.run(
        [&] { return [&](std::size_t n, std::size_t) { work(static_cast<std::uint32_t>(n)); }; });
  });
  pieces.finish();
}

}  // namespace winnow
