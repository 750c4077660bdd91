// learn/workers.h - threads that stay: their memory pools and heaps are warm from step to step.
// A thread that is started for every step gives its memory back when it ends, and the next one
// spends more on page faults than it computes.
#pragma once

#include "kernel/product.h"

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace winnow {

class Workers {
 public:
  explicit Workers(std::uint32_t threads);  // counting the one that calls
  ~Workers();

  // Runs `work` on every thread, the calling one too; returns when all have left it.
  // Needs: `work` does not throw.
  void run(const std::function<void()>& work);

 private:
  void serve();

  std::mutex lock_;
  std::condition_variable called_, left_;
  const std::function<void()>* work_ = nullptr;
  Products products_ = Products::f32;  // as the caller multiplies
  std::uint64_t round_ = 0;
  std::uint32_t busy_ = 0;
  bool ending_ = false;
  std::vector<std::thread> threads_;
};

// Calls `work` for every part, whichever thread is free, and throws again what it throws.
void each_part(Workers& workers, std::uint32_t parts,
               const std::function<void(std::uint32_t part)>& work);

}  // namespace winnow
