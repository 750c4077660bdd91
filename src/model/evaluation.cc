#include "winnow/evaluation.h"

namespace winnow {

Evaluation evaluate(std::span<const float> logits, const std::vector<bool>& useful,
                    std::span<const std::uint64_t> item_ends) {
  return {binary_metrics(logits, useful), bootstrap_accuracy(logits, useful, item_ends),
          example_metrics(logits, useful, item_ends), calibration(logits, useful)};
}

Comparison compare(std::span<const float> first, std::span<const float> second,
                   const std::vector<bool>& useful, std::span<const std::uint64_t> item_ends) {
  return {mcnemar(first, second, useful), permutation_test(first, second, useful, item_ends)};
}

}  // namespace winnow
