// metrics.h - how good logits are: the figures of `winnow eval`.
// in: logits and what was true     out: accuracy, precision, recall, AUC, average precision,
// accuracy by example, calibration, and whether two models really differ
// A premise counts as called useful when its logit is above zero.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

struct BinaryMetrics {
  std::uint64_t items = 0;
  double accuracy = 0, precision = 0, recall = 0;
  double loss = 0;  // mean binary cross-entropy
  double auc = 0;   // area under the ROC curve, ties count half
  double average_precision = 0;
};

BinaryMetrics binary_metrics(std::span<const float> logits, const std::vector<bool>& useful);

// A long example has many premises; here every example counts the same.
struct ExampleMetrics {
  std::uint64_t examples = 0;                 // those with premises
  std::uint64_t perfect = 0;                  // every premise right
  double mean = 0;                            // of the examples' accuracies
  std::array<double, 5> quantiles{};          // at kQuantiles
  std::array<std::uint64_t, 10> histogram{};  // [0, 0.1) ... [0.9, 1]
};
constexpr std::array kQuantiles = {0.1, 0.25, 0.5, 0.75, 0.9};

// `item_ends` says where each example's items end.
ExampleMetrics example_metrics(std::span<const float> logits, const std::vector<bool>& useful,
                               std::span<const std::uint64_t> item_ends);

// Is a premise with probability 0.8 useful eight times in ten? Bins of equal width.
struct CalibrationBin {
  std::uint64_t items = 0;
  double said = 0;  // mean probability
  double was = 0;   // share of useful items
};
struct Calibration {
  std::array<CalibrationBin, 10> bins{};
  double error = 0;  // expected calibration error: mean |said - was| over items
};
Calibration calibration(std::span<const float> logits, const std::vector<bool>& useful);

// McNemar's test of two models on the same items: only items that exactly one gets right matter.
struct McNemar {
  std::uint64_t only_first = 0, only_second = 0;  // right
  double p_value = 1;  // of a difference at least as large, if the models were equally good
  bool exact = false;  // binomial; else chi-square with continuity correction
};
McNemar mcnemar(std::uint64_t only_first, std::uint64_t only_second);
McNemar mcnemar(std::span<const float> first, std::span<const float> second,
                const std::vector<bool>& useful);

struct RocPoint {
  double false_positives = 0, true_positives = 0;  // shares
};
// From (0, 0) to (1, 1), thinned to about `most` points.
std::vector<RocPoint> roc_curve(std::span<const float> logits, const std::vector<bool>& useful,
                                std::size_t most);

// The logits of an ensemble: the mean of its members'.
std::vector<float> mean_logits(std::span<const std::vector<float>> members);

}  // namespace winnow
