#include "learn/workers.h"

#include <atomic>
#include <exception>

namespace winnow {

Workers::Workers(std::uint32_t threads) {
  for (std::uint32_t i = 1; i < threads; ++i) threads_.emplace_back([this] { serve(); });
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
    products_ = products_here();
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
    Products products = products_;
    guard.unlock();
    {
      ProductScope scope(products);
      (*work)();
    }
    guard.lock();
    if (--busy_ == 0) left_.notify_all();
  }
}

void each_part(Workers& workers, std::uint32_t parts,
               const std::function<void(std::uint32_t part)>& work) {
  std::vector<std::exception_ptr> errors(parts);
  std::atomic<std::uint32_t> next = 0;
  workers.run([&] {
    for (std::uint32_t n = next++; n < parts; n = next++) {
      try {
        work(n);
      } catch (...) {
        errors[n] = std::current_exception();
      }
    }
  });
  for (const std::exception_ptr& error : errors)
    if (error) std::rethrow_exception(error);
}

}  // namespace winnow
