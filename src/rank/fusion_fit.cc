#include "rank/fusion.h"
#include "term/shuffle.h"
#include "winnow/error.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace winnow {

namespace {

// A feature that is always the same keeps this scale, and so counts nothing.
constexpr double kLeastScale = 1e-3;

double unit(std::uint64_t hash) { return static_cast<double>(hash >> 11) * 0x1p-53; }

void standardise(std::span<const float> features, FusionNetwork& network) {
  std::size_t rows = features.size() / kFusionFeatures;
  network.mean.assign(kFusionFeatures, 0);
  network.scale.assign(kFusionFeatures, 0);
  for (std::size_t i = 0; i < kFusionFeatures; ++i) {
    double sum = 0, squares = 0;
    for (std::size_t r = 0; r < rows; ++r) sum += features[r * kFusionFeatures + i];
    double mean = sum / static_cast<double>(rows);
    for (std::size_t r = 0; r < rows; ++r) {
      double gap = features[r * kFusionFeatures + i] - mean;
      squares += gap * gap;
    }
    network.mean[i] = static_cast<float>(mean);
    network.scale[i] =
        static_cast<float>(std::max(std::sqrt(squares / static_cast<double>(rows)), kLeastScale));
  }
}

// All weights as one vector, and the moments of Adam beside it.
class Fitter {
 public:
  Fitter(const FitOptions& options, FusionNetwork& network)
      : options_(options),
        network_(network),
        units_(options.units),
        weights_(units_ * (kFusionFeatures + 2) + 1),
        first_(weights_.size()),
        second_(weights_.size()),
        gradient_(weights_.size()),
        row_(kFusionFeatures),
        hidden_(units_) {
    double spread = std::sqrt(6.0 / (kFusionFeatures + units_));
    for (std::size_t i = 0; i < weights_.size(); ++i)
      weights_[i] = (2 * unit(mix(options.seed, i)) - 1) * spread;
  }

  void learn(std::span<const float> features, std::span<const std::uint8_t> useful) {
    std::vector<std::uint32_t> order(useful.size());
    std::iota(order.begin(), order.end(), 0);
    std::size_t steps = (order.size() + options_.batch - 1) / options_.batch * options_.epochs;
    for (std::uint32_t epoch = 0; epoch < options_.epochs; ++epoch) {
      shuffle(order, mix(options_.seed, epoch));
      for (std::size_t from = 0; from < order.size(); from += options_.batch) {
        std::size_t to = std::min<std::size_t>(from + options_.batch, order.size());
        std::ranges::fill(gradient_, 0);
        for (std::size_t n = from; n < to; ++n)
          add_gradient(features.subspan(order[n] * kFusionFeatures, kFusionFeatures),
                       useful[order[n]]);
        step(static_cast<double>(to - from), static_cast<double>(steps));
      }
    }
    write();
  }

 private:
  // weights_: hidden [units, kFusionFeatures], hidden bias [units], out [units], bias
  std::size_t hidden_bias(std::size_t u) const { return units_ * kFusionFeatures + u; }
  std::size_t out(std::size_t u) const { return units_ * (kFusionFeatures + 1) + u; }

  void add_gradient(std::span<const float> features, bool useful) {
    for (std::size_t i = 0; i < kFusionFeatures; ++i)
      row_[i] = (features[i] - network_.mean[i]) / network_.scale[i];
    double sum = weights_.back();
    for (std::size_t u = 0; u < units_; ++u) {
      double value = weights_[hidden_bias(u)];
      for (std::size_t i = 0; i < kFusionFeatures; ++i)
        value += weights_[u * kFusionFeatures + i] * row_[i];
      hidden_[u] = std::max(value, 0.0);
      sum += weights_[out(u)] * hidden_[u];
    }
    double error = 1 / (1 + std::exp(-sum)) - (useful ? 1 : 0);
    gradient_.back() += error;
    for (std::size_t u = 0; u < units_; ++u) {
      gradient_[out(u)] += error * hidden_[u];
      if (hidden_[u] <= 0) continue;
      double behind = error * weights_[out(u)];
      gradient_[hidden_bias(u)] += behind;
      for (std::size_t i = 0; i < kFusionFeatures; ++i)
        gradient_[u * kFusionFeatures + i] += behind * row_[i];
    }
  }

  void step(double rows, double steps) {
    constexpr double kFirst = 0.9, kSecond = 0.999, kSmall = 1e-8;
    ++steps_;
    double rate = options_.learning_rate *
                  (0.01 + 0.99 * 0.5 * (1 + std::cos(std::numbers::pi * steps_ / steps)));
    for (std::size_t i = 0; i < weights_.size(); ++i) {
      double g = gradient_[i] / rows;
      first_[i] += (1 - kFirst) * (g - first_[i]);
      second_[i] += (1 - kSecond) * (g * g - second_[i]);
      double m = first_[i] / (1 - std::pow(kFirst, steps_));
      double v = second_[i] / (1 - std::pow(kSecond, steps_));
      weights_[i] -= rate * (m / (std::sqrt(v) + kSmall) + options_.weight_decay * weights_[i]);
    }
  }

  void write() {
    auto at = [&](std::size_t from, std::size_t count) {
      return std::vector<float>(weights_.begin() + static_cast<std::ptrdiff_t>(from),
                                weights_.begin() + static_cast<std::ptrdiff_t>(from + count));
    };
    network_.hidden = at(0, units_ * kFusionFeatures);
    network_.hidden_bias = at(hidden_bias(0), units_);
    network_.out = at(out(0), units_);
    network_.bias = static_cast<float>(weights_.back());
  }

  const FitOptions& options_;
  FusionNetwork& network_;
  std::size_t units_;
  std::vector<double> weights_, first_, second_, gradient_, row_, hidden_;
  double steps_ = 0;
};

}  // namespace

FusionNetwork fit_fusion_network(std::span<const float> features,
                                 std::span<const std::uint8_t> useful, const FitOptions& options) {
  require(!useful.empty() && features.size() == useful.size() * kFusionFeatures,
          "a row of features for each answer");
  FusionNetwork network;
  standardise(features, network);
  Fitter(options, network).learn(features, useful);
  return network;
}

}  // namespace winnow
