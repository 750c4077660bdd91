#include "model/adam_moments.h"
#include "model/cosine_schedule.h"
#include "rank/fusion.h"
#include "term/ragged.h"
#include "term/shuffle.h"
#include "winnow/error.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

namespace winnow {

namespace {

// A feature that varies less than this tells nothing, and gets no weight.
constexpr float kLeastScale = 1e-3f;
constexpr std::size_t kWidth = kFusionFeatures;

double unit(std::uint64_t hash) { return static_cast<double>(hash >> 11) * 0x1p-53; }

void standardise(std::span<const float> features, FusionNetwork& network) {
  std::size_t rows = features.size() / kWidth;
  network.mean.assign(kWidth, 0);
  network.scale.assign(kWidth, 0);
  for (std::size_t i = 0; i < kWidth; ++i) {
    double sum = 0, squares = 0;
    for (std::size_t r = 0; r < rows; ++r) sum += features[r * kWidth + i];
    double mean = sum / static_cast<double>(rows);
    for (std::size_t r = 0; r < rows; ++r) {
      double gap = features[r * kWidth + i] - mean;
      squares += gap * gap;
    }
    network.mean[i] = static_cast<float>(mean);
    network.scale[i] =
        std::max(static_cast<float>(std::sqrt(squares / static_cast<double>(rows))), kLeastScale);
  }
}

// to += factor * from, in blocks of a fixed size, which compilers turn into vectors.
constexpr std::size_t kLanes = 8;
void add_scaled(float* __restrict to, const float* __restrict from, float factor, std::size_t n) {
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes)
    for (std::size_t lane = 0; lane < kLanes; ++lane) to[i + lane] += factor * from[i + lane];
  for (; i < n; ++i) to[i] += factor * from[i];
}

// All weights as one vector, and the moments of Adam beside it.
class Fitter {
 public:
  Fitter(const FusionRows& rows, std::span<const float> inputs, const FitOptions& options,
         std::uint64_t seed)
      : rows_(rows),
        inputs_(inputs),
        options_(options),
        seed_(seed),
        units_(options.units),
        weights_(units_ * (kWidth + 2)),
        moments_(weights_.size()),
        gradient_(weights_.size()),
        mean_gradient_(weights_.size()) {
    double spread = std::sqrt(6.0 / static_cast<double>(kWidth + units_));
    for (std::size_t i = 0; i < weights_.size(); ++i)
      if (i < hidden_bias() || i >= out())
        weights_[i] = static_cast<float>((2 * unit(mix(seed, i)) - 1) * spread);
  }

  void learn() {
    std::vector<std::uint32_t> order(rows_.ends.size());
    std::iota(order.begin(), order.end(), 0);
    std::size_t steps = (order.size() + options_.batch - 1) / options_.batch * options_.epochs;
    for (std::uint32_t epoch = 0; epoch < options_.epochs; ++epoch) {
      shuffle(order, mix(seed_, epoch));
      for (std::size_t from = 0; from < order.size(); from += options_.batch) {
        std::size_t to = std::min<std::size_t>(from + options_.batch, order.size());
        std::ranges::fill(gradient_, 0.f);
        for (std::size_t n = from; n < to; ++n) add_gradient(order[n]);
        step(static_cast<double>(to - from), static_cast<double>(steps));
      }
    }
  }

  // Adds its units to a network that is the mean of `networks` ones.
  void write(FusionNetwork& network, std::size_t first_unit, std::size_t all_units,
             float networks) const {
    for (std::size_t u = 0; u < units_; ++u) {
      for (std::size_t i = 0; i < kWidth; ++i)
        if (network.scale[i] > kLeastScale)
          network.hidden[i * all_units + first_unit + u] = weights_[i * units_ + u];
      network.hidden_bias[first_unit + u] = weights_[hidden_bias() + u];
      network.out[first_unit + u] = weights_[out() + u] / networks;
    }
  }

 private:
  // weights_: hidden [kWidth, units], hidden bias [units], out [units]
  std::size_t hidden_bias() const { return units_ * kWidth; }
  std::size_t out() const { return units_ * (kWidth + 1); }

  void add_gradient(std::uint32_t question) {
    std::size_t begin = Ends(rows_.ends).begin(question);
    std::size_t count = Ends(rows_.ends).size(question);
    states_.resize(count * units_);
    scores_.resize(count);
    for (std::size_t r = 0; r < count; ++r) {
      float* state = states_.data() + r * units_;
      const float* row = inputs_.data() + (begin + r) * kWidth;
      std::copy_n(weights_.data() + hidden_bias(), units_, state);
      for (std::size_t i = 0; i < kWidth; ++i)
        add_scaled(state, weights_.data() + i * units_, row[i], units_);
      float sum = 0;
      for (std::size_t u = 0; u < units_; ++u) {
        state[u] = std::max(state[u], 0.f);
        sum += weights_[out() + u] * state[u];
      }
      scores_[r] = sum;
    }
    differentiate(std::span(rows_.useful).subspan(begin, count),
                  std::span(rows_.weights).subspan(begin, count));
    behind_.resize(units_);
    for (std::size_t r = 0; r < count; ++r) {
      if (std::abs(scores_[r]) < 1e-9f) continue;  // now the error of the row
      const float* state = states_.data() + r * units_;
      const float* row = inputs_.data() + (begin + r) * kWidth;
      for (std::size_t u = 0; u < units_; ++u) {
        gradient_[out() + u] += scores_[r] * state[u];
        behind_[u] = state[u] > 0 ? scores_[r] * weights_[out() + u] : 0.f;
        gradient_[hidden_bias() + u] += behind_[u];
      }
      for (std::size_t i = 0; i < kWidth; ++i)
        add_scaled(gradient_.data() + i * units_, behind_.data(), row[i], units_);
    }
  }

  // Turns scores into their derivatives: each useful row against all rows that are not useful.
  void differentiate(std::span<const std::uint8_t> useful, std::span<const float> weights) {
    double best = *std::ranges::max_element(scores_), others = 0, wanted = 0;
    for (std::size_t r = 0; r < useful.size(); ++r)
      if (useful[r] != 0)
        wanted += 1;
      else
        others += weights[r] * std::exp(scores_[r] - best);
    if (wanted == 0) {
      std::ranges::fill(scores_, 0.f);
      return;
    }
    double pushed = 0;
    for (std::size_t r = 0; r < useful.size(); ++r)
      if (useful[r] != 0) pushed += 1 / (std::exp(scores_[r] - best) + others) / wanted;
    for (std::size_t r = 0; r < useful.size(); ++r) {
      double power = std::exp(scores_[r] - best);
      scores_[r] = static_cast<float>(useful[r] != 0 ? -others / (power + others) / wanted
                                                     : weights[r] * power * pushed);
    }
  }

  void step(double questions, double steps) {
    ++steps_;
    const double rate = options_.learning_rate * cosine_share(std::numbers::pi * steps_ / steps);
    for (std::size_t i = 0; i < weights_.size(); ++i) mean_gradient_[i] = gradient_[i] / questions;
    const std::span<const double> moved = moments_.step(mean_gradient_);
    for (std::size_t i = 0; i < weights_.size(); ++i)
      weights_[i] -= static_cast<float>(rate * (moved[i] + options_.weight_decay * weights_[i]));
  }

  const FusionRows& rows_;
  std::span<const float> inputs_;  // [rows, kWidth] standardised
  const FitOptions& options_;
  std::uint64_t seed_;
  std::size_t units_;
  std::vector<float> weights_;
  AdamMoments moments_;
  std::vector<float> gradient_, states_, scores_, behind_;
  std::vector<double> mean_gradient_;
  double steps_ = 0;
};

}  // namespace

FusionNetwork fit_fusion_network(const FusionRows& rows, const FitOptions& options) {
  require(!rows.ends.empty() && rows.ends.back() == rows.useful.size() &&
              rows.features.size() == rows.useful.size() * kWidth &&
              rows.weights.size() == rows.useful.size(),
          "a row of features and a weight for each answer");
  FusionNetwork network;
  standardise(rows.features, network);
  std::vector<float> inputs(rows.features.size());
  for (std::size_t i = 0; i < inputs.size(); ++i)
    inputs[i] = network.standard(rows.features[i], i % kWidth);
  std::size_t units = std::size_t{options.units} * options.seeds;
  network.hidden.resize(kWidth * units);
  network.hidden_bias.resize(units);
  network.out.resize(units);
  for (std::uint32_t n = 0; n < options.seeds; ++n) {
    Fitter fitter(rows, inputs, options, mix(options.seed, n));
    fitter.learn();
    fitter.write(network, std::size_t{n} * options.units, units, static_cast<float>(options.seeds));
  }
  return network;
}

}  // namespace winnow
