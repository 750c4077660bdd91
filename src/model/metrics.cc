#include "model/metrics.h"

#include "winnow/error.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace winnow {

namespace {

double ratio(double a, double b) { return b == 0 ? 0 : a / b; }

// Goes down the ranking; items with equal logits are one step.
void rank_metrics(std::span<const float> logits, const std::vector<bool>& useful, BinaryMetrics& m) {
  std::vector<std::uint32_t> order(logits.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](auto a, auto b) { return logits[a] > logits[b]; });
  double positives = 0, negatives = 0, area = 0, precision_sum = 0;
  for (std::size_t i = 0; i < order.size();) {
    double here_positive = 0, here_negative = 0;
    std::size_t next = i;
    for (; next < order.size() && logits[order[next]] == logits[order[i]]; ++next)
      (useful[order[next]] ? here_positive : here_negative) += 1;
    area += here_negative * (positives + here_positive / 2);
    positives += here_positive;
    negatives += here_negative;
    precision_sum += here_positive * ratio(positives, positives + negatives);
    i = next;
  }
  m.auc = ratio(area, positives * negatives);
  m.average_precision = ratio(precision_sum, positives);
}

}  // namespace

BinaryMetrics binary_metrics(std::span<const float> logits, const std::vector<bool>& useful) {
  require(logits.size() == useful.size(), "as many logits as answers");
  BinaryMetrics m;
  m.items = logits.size();
  double right = 0, said = 0, there = 0, both = 0, loss = 0;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    bool positive = logits[i] > 0;
    right += positive == useful[i];
    said += positive;
    there += useful[i];
    both += positive && useful[i];
    double x = logits[i];
    loss += std::max(x, 0.0) - (useful[i] ? x : 0.0) + std::log1p(std::exp(-std::abs(x)));
  }
  auto n = static_cast<double>(m.items);
  m.accuracy = ratio(right, n);
  m.precision = ratio(both, said);
  m.recall = ratio(both, there);
  m.loss = ratio(loss, n);
  rank_metrics(logits, useful, m);
  return m;
}

}  // namespace winnow
