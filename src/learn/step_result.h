// learn/step_result.h - what a step says about its batch.
#pragma once

#include <cstdint>

namespace winnow {

struct StepResult {
  double loss = 0;          // mean over items
  std::uint64_t items = 0;  // premises; of a model that retrieves, useful ones. 0: nothing to learn
  std::uint64_t correct = 0;  // of those, on the right side of zero, or above all negatives
};

}  // namespace winnow
