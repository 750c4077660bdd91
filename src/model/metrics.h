// model/metrics.h - how good logits are: the figures of `winnow eval`.
// in: logits and what was true     out: accuracy, precision, recall, AUC, average precision, ...
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

struct BinaryMetrics {
  std::uint64_t items = 0;
  double accuracy = 0, precision = 0, recall = 0;
  double loss = 0;               // mean binary cross-entropy
  double auc = 0;                // area under the ROC curve, ties count half
  double average_precision = 0;
};

BinaryMetrics binary_metrics(std::span<const float> logits, const std::vector<bool>& useful);

}  // namespace winnow
