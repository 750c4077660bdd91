#include "winnow/metrics.h"

#include "winnow/error.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

namespace winnow {

namespace {

double ratio(double a, double b) { return b == 0 ? 0 : a / b; }

// A logit that is not a number (a model gone wrong) stands at the end; sorting needs an order.
float key(float logit) {
  return std::isnan(logit) ? -std::numeric_limits<float>::infinity() : logit;
}

// Goes down the ranking; items with equal logits are one step.
template <class Visit>
void each_step(std::span<const float> logits, const std::vector<bool>& useful, Visit&& visit) {
  std::vector<std::uint32_t> order(logits.size());
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::sort(order, [&](auto a, auto b) { return key(logits[a]) > key(logits[b]); });
  for (std::size_t i = 0; i < order.size();) {
    double here_positive = 0, here_negative = 0;
    std::size_t next = i;
    for (; next < order.size() && key(logits[order[next]]) == key(logits[order[i]]); ++next)
      (useful[order[next]] ? here_positive : here_negative) += 1;
    visit(here_positive, here_negative);
    i = next;
  }
}

void rank_metrics(std::span<const float> logits, const std::vector<bool>& useful,
                  BinaryMetrics& m) {
  double positives = 0, negatives = 0, area = 0, precision_sum = 0;
  each_step(logits, useful, [&](double here_positive, double here_negative) {
    area += here_negative * (positives + here_positive / 2);
    positives += here_positive;
    negatives += here_negative;
    precision_sum += here_positive * ratio(positives, positives + negatives);
  });
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

ExampleMetrics example_metrics(std::span<const float> logits, const std::vector<bool>& useful,
                               std::span<const std::uint64_t> item_ends) {
  require(logits.size() == useful.size(), "as many logits as answers");
  require(item_ends.empty() ? logits.empty() : item_ends.back() == logits.size(),
          "the last example ends with the last logit");
  ExampleMetrics m;
  std::vector<double> accuracies;
  std::uint64_t begin = 0;
  for (std::uint64_t end : item_ends) {
    std::uint64_t right = 0;
    for (std::uint64_t i = begin; i < end; ++i) right += (logits[i] > 0) == useful[i];
    std::uint64_t items = end - begin;
    begin = end;
    if (items == 0) continue;
    ++m.examples;
    m.perfect += right == items;
    ++m.histogram[std::min<std::uint64_t>(right * 10 / items, 9)];
    accuracies.push_back(static_cast<double>(right) / static_cast<double>(items));
    m.mean += accuracies.back();
  }
  m.mean = ratio(m.mean, static_cast<double>(m.examples));
  if (accuracies.empty()) return m;
  std::ranges::sort(accuracies);
  for (std::size_t q = 0; q < kQuantiles.size(); ++q) {
    double place = kQuantiles[q] * static_cast<double>(accuracies.size() - 1);
    auto below = static_cast<std::size_t>(place);
    std::size_t above = std::min(below + 1, accuracies.size() - 1);
    m.quantiles[q] =
        std::lerp(accuracies[below], accuracies[above], place - static_cast<double>(below));
  }
  return m;
}

Calibration calibration(std::span<const float> logits, const std::vector<bool>& useful) {
  require(logits.size() == useful.size(), "as many logits as answers");
  Calibration result;
  for (std::size_t i = 0; i < logits.size(); ++i) {
    double probability = 1 / (1 + std::exp(-static_cast<double>(key(logits[i]))));
    CalibrationBin& bin =
        result.bins[std::min<std::size_t>(static_cast<std::size_t>(probability * 10), 9)];
    ++bin.items;
    bin.said += probability;
    bin.was += useful[i];
  }
  for (CalibrationBin& bin : result.bins) {
    result.error += std::abs(bin.said - bin.was);
    bin.said = ratio(bin.said, static_cast<double>(bin.items));
    bin.was = ratio(bin.was, static_cast<double>(bin.items));
  }
  result.error = ratio(result.error, static_cast<double>(logits.size()));
  return result;
}

McNemar mcnemar(std::uint64_t only_first, std::uint64_t only_second) {
  constexpr double kFewest = 50;  // below, chi-square is too rough
  McNemar result{only_first, only_second, 1, true};
  auto fewer = static_cast<double>(std::min(only_first, only_second));
  auto n = static_cast<double>(only_first + only_second);
  if (n < kFewest) {
    double tail = 0;  // P(at most `fewer` of n tosses of a fair coin)
    for (double k = 0; k <= fewer; ++k)
      tail += std::exp(std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1) -
                       n * std::numbers::ln2);
    result.p_value = std::min(1.0, 2 * tail);
  } else {
    double distance = std::max(0.0, n - 2 * fewer - 1);
    result.exact = false;
    result.p_value = std::erfc(std::sqrt(distance * distance / n / 2));
  }
  return result;
}

McNemar mcnemar(std::span<const float> first, std::span<const float> second,
                const std::vector<bool>& useful) {
  require(first.size() == useful.size() && second.size() == useful.size(),
          "as many logits as answers");
  std::uint64_t only_first = 0, only_second = 0;
  for (std::size_t i = 0; i < useful.size(); ++i) {
    bool first_right = (first[i] > 0) == useful[i], second_right = (second[i] > 0) == useful[i];
    only_first += first_right && !second_right;
    only_second += second_right && !first_right;
  }
  return mcnemar(only_first, only_second);
}

std::vector<RocPoint> roc_curve(std::span<const float> logits, const std::vector<bool>& useful,
                                std::size_t most) {
  std::vector<RocPoint> points = {{0, 0}};
  double positives = 0, negatives = 0;
  each_step(logits, useful, [&](double here_positive, double here_negative) {
    positives += here_positive;
    negatives += here_negative;
    points.push_back({negatives, positives});
  });
  std::vector<RocPoint> thinned;
  std::size_t stride = std::max<std::size_t>(1, points.size() / std::max<std::size_t>(1, most));
  for (std::size_t i = 0; i < points.size(); ++i)
    if (i % stride == 0 || i + 1 == points.size())
      thinned.push_back({ratio(points[i].false_positives, negatives),
                         ratio(points[i].true_positives, positives)});
  return thinned;
}

std::vector<float> mean_logits(std::span<const std::vector<float>> members) {
  require(!members.empty(), "an ensemble has members");
  std::vector<float> mean(members.front().size());
  for (std::size_t i = 0; i < mean.size(); ++i) {
    double sum = 0;
    for (const std::vector<float>& member : members) sum += member[i];
    mean[i] = static_cast<float>(sum / static_cast<double>(members.size()));
  }
  return mean;
}

}  // namespace winnow
