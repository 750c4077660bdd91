#include "learn/adam.h"

#include "term/in_pieces.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace winnow {

namespace {

// A stretch of one parameter: small enough to share the work evenly, always cut the same way.
struct Stretch {
  float *value, *first, *second, *average;
  const float* gradient;
  std::int64_t size;
  bool decays;
  std::int64_t row;  // length of a row that moves only when touched; 0: everything moves
};

double squared_length(const Stretch& s) {
  double sum = 0;
  for (std::int64_t i = 0; i < s.size; ++i)
    sum += static_cast<double>(s.gradient[i]) * static_cast<double>(s.gradient[i]);
  return sum;
}

struct Rates {
  float scale, beta1, beta2, step, root_correction, epsilon, decay, average;
};

void move_values(const Stretch& s, std::int64_t begin, std::int64_t end, const Rates& r) {
  float* __restrict value = s.value;
  float* __restrict first = s.first;
  float* __restrict second = s.second;
  const float* __restrict gradient = s.gradient;
  float keep = s.decays ? 1 - r.decay : 1.f;
  for (std::int64_t i = begin; i < end; ++i) {
    float g = gradient[i] * r.scale;
    float m = r.beta1 * first[i] + (1 - r.beta1) * g;
    float v = r.beta2 * second[i] + (1 - r.beta2) * g * g;
    first[i] = m;
    second[i] = v;
    value[i] = value[i] * keep - r.step * m / (std::sqrt(v) * r.root_correction + r.epsilon);
  }
}

void move(const Stretch& s, const Rates& r) {
  std::int64_t row = s.row == 0 ? s.size : s.row;
  for (std::int64_t begin = 0; begin < s.size; begin += row) {
    const float* gradient = s.gradient + begin;
    if (s.row == 0 || std::any_of(gradient, gradient + row, [](float g) { return g != 0; }))
      move_values(s, begin, begin + row, r);
  }
  if (s.average == nullptr) return;
  float* __restrict average = s.average;
  const float* __restrict value = s.value;
  for (std::int64_t i = 0; i < s.size; ++i) average[i] += (1 - r.average) * (value[i] - average[i]);
}

}  // namespace

Adam::Adam(ParameterMap& parameters, const AdamOptions& options)
    : Adam(parameters, options, WeightSlices(parameters, 1).of(0)) {}

Adam::Adam(ParameterMap& parameters, const AdamOptions& options, std::span<const WeightSlice> own)
    : parameters_(parameters), options_(options) {
  torch::NoGradGuard guard;
  for (const WeightSlice& slice : own) {
    State& state = states_.emplace_back(State{slice, torch::zeros({slice.size()}), {}, {}});
    state.second = torch::zeros_like(state.first);
    if (options_.average > 0)
      state.average =
          parameters_.at(slice.name).detach().view({-1}).slice(0, slice.begin, slice.end).clone();
  }
}

double Adam::step(double learning_rate, std::uint32_t threads, const AllSquares& all) {
  torch::NoGradGuard guard;
  ++steps_;
  std::vector<Stretch> stretches;
  std::vector<torch::Tensor> gradients;
  for (State& state : states_) {
    const WeightSlice& slice = state.slice;
    torch::Tensor& value = parameters_.at(slice.name);
    if (!value.grad().defined()) continue;
    gradients.push_back(value.grad().contiguous());
    float* average = state.average.defined() ? state.average.data_ptr<float>() : nullptr;
    for (std::int64_t at = 0; at < slice.size(); at += slice.stretch())
      stretches.push_back({value.data_ptr<float>() + slice.begin + at,
                           state.first.data_ptr<float>() + at, state.second.data_ptr<float>() + at,
                           average ? average + at : nullptr,
                           gradients.back().data_ptr<float>() + slice.begin + at,
                           std::min(slice.stretch(), slice.size() - at), value.dim() > 1,
                           options_.lazy ? slice.row : 0});
  }
  std::vector<double> squares(stretches.size());
  for_each_of(threads, stretches.size(),
              [&](std::size_t i) { squares[i] = squared_length(stretches[i]); });
  if (all) squares = all(squares);
  double sum = 0;
  for (double each : squares) sum += each;
  double length = std::sqrt(sum);

  // The average forgets its beginning: early on it follows the weights more closely.
  auto n = static_cast<double>(steps_);
  Rates rates;
  rates.scale =
      static_cast<float>(options_.clip > 0 && length > options_.clip ? options_.clip / length : 1);
  rates.beta1 = static_cast<float>(options_.beta1);
  rates.beta2 = static_cast<float>(options_.beta2);
  rates.step = static_cast<float>(learning_rate / (1 - std::pow(options_.beta1, n)));
  rates.root_correction = static_cast<float>(1 / std::sqrt(1 - std::pow(options_.beta2, n)));
  rates.epsilon = static_cast<float>(options_.epsilon);
  rates.decay = static_cast<float>(learning_rate * options_.weight_decay);
  rates.average = static_cast<float>(std::min(options_.average, (1 + n) / (10 + n)));
  for_each_of(threads, stretches.size(), [&](std::size_t i) { move(stretches[i], rates); });
  return length;
}

}  // namespace winnow
