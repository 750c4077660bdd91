// learn/workers.h - threads that stay: their memory pools and heaps are warm from step to step.
// A thread that is started for every step gives its memory back when it ends, and the next one
// spends more on page faults than it computes.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace winnow {

class Workers {
 public:
  // Counting the one that calls. A system that refuses a thread is no failure: there are fewer.
  explicit Workers(std::uint32_t threads);
  ~Workers();

  // Runs `work` on every thread, the calling one too; returns when all have left it.
  // Needs: `work` does not throw.
  void run(const std::function<void()>& work);

 private:
  void serve();

  std::mutex lock_;
  std::condition_variable called_, left_;
  const std::function<void()>* work_ = nullptr;
  std::uint64_t round_ = 0;
  std::uint32_t busy_ = 0;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

// Calls `work` for every number below `count`, whichever thread is free, and throws again what it
// throws first.
void each_in_parallel(Workers& workers, std::uint32_t count,
                      const std::function<void(std::uint32_t n)>& work);

}  // namespace winnow
