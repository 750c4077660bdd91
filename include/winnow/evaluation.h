// evaluation.h - all figures about the predictions of one model, and about two beside each other.
//
//   winnow::Evaluation figures = winnow::evaluate(logits, useful, item_ends);
//   std::cout << figures.binary.accuracy << " from " << figures.interval.low << '\n';
//   if (winnow::compare(logits, others, useful, item_ends).differs()) std::cout << "they differ\n";
//
// in: logits, what was true, where each example ends     out: figures
#pragma once

#include "winnow/metrics.h"
#include "winnow/significance.h"

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

struct Evaluation {
  BinaryMetrics binary;
  AccuracyInterval interval;  // of the accuracy, by bootstrap over examples
  ExampleMetrics by_example;
  Calibration calibrated;
};
Evaluation evaluate(std::span<const float> logits, const std::vector<bool>& useful,
                    std::span<const std::uint64_t> item_ends);

// Two models on the same premises. What is called a difference is decided by whole examples; the
// counts of premises, and McNemar's p over them, say how the two differ.
struct Comparison {
  McNemar premises;
  PermutationTest examples;
  bool differs() const { return examples.p_value < kLevel; }
  static constexpr double kLevel = 0.01;
};
Comparison compare(std::span<const float> first, std::span<const float> second,
                   const std::vector<bool>& useful, std::span<const std::uint64_t> item_ends);

}  // namespace winnow
