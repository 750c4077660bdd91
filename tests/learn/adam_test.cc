#include "learn/adam.h"

#include "model/adam_moments.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace winnow {
namespace {

// Two rows; only the first has a gradient in the second step.
torch::Tensor after_two_steps(const std::string& name, bool lazy) {
  ParameterMap parameters;
  parameters[name] = torch::ones({2, 3}).requires_grad_();
  AdamOptions options;
  options.lazy = lazy;
  Adam adam(parameters, options);
  parameters[name].mutable_grad() = torch::ones({2, 3});
  adam.step(0.1, 1);
  parameters[name].mutable_grad() = torch::tensor({{1.f, 1.f, 1.f}, {0.f, 0.f, 0.f}});
  adam.step(0.1, 1);
  return parameters[name].detach();
}

TEST(Adam, MovesRowsWithoutAGradientUnlessItIsLazy) {
  torch::Tensor eager = after_two_steps("start.table", false),
                lazy = after_two_steps("start.table", true);
  EXPECT_TRUE(eager[0].equal(lazy[0]));
  EXPECT_NEAR(lazy[1][0].item<float>(), 0.9f, 1e-5);
  EXPECT_LT(eager[1][0].item<float>(), 0.89f);
}

TEST(Adam, IsLazyAboutTablesOnly) {
  EXPECT_TRUE(after_two_steps("up.w", true).equal(after_two_steps("up.w", false)));
  EXPECT_FALSE(after_two_steps("up.table", true).equal(after_two_steps("up.table", false)));
}

// AdamW (Loshchilov and Hutter, ICLR 2019) as its paper writes it, in double and number by number.
class PlainAdamW {
 public:
  PlainAdamW(std::vector<double> values, const AdamOptions& options, bool decays)
      : values_(std::move(values)),
        averages_(values_),
        options_(options),
        decay_(decays ? options.weight_decay : 0),
        moments_(values_.size(), {options.beta1, options.beta2, options.epsilon}) {}
  void step(std::vector<double> gradient, double rate, double scale) {
    ++n_;
    const double average = std::min(options_.average, (1 + n_) / (10 + n_));
    for (double& each : gradient) each *= scale;
    const std::span<const double> directions = moments_.step(gradient);
    for (std::size_t i = 0; i < values_.size(); ++i) {
      values_[i] -= rate * (directions[i] + decay_ * values_[i]);
      averages_[i] = average * averages_[i] + (1 - average) * values_[i];
    }
  }
  const std::vector<double>& values() const { return values_; }
  const std::vector<double>& averages() const { return averages_; }

 private:
  std::vector<double> values_, averages_;
  AdamOptions options_;
  double decay_;
  AdamMoments moments_;
  double n_ = 0;
};

std::vector<double> numbers(std::size_t count, double seed) {
  std::vector<double> result;
  for (std::size_t i = 0; i < count; ++i)
    result.push_back(std::sin(seed + 1.7 * static_cast<double>(i)));
  return result;
}

torch::Tensor tensor_of(const std::vector<double>& values, torch::IntArrayRef shape) {
  return torch::tensor(values, torch::kDouble).to(torch::kFloat).view(shape);
}

void expect_near(const torch::Tensor& tensor, const std::vector<double>& want) {
  const torch::Tensor flat = tensor.detach().to(torch::kDouble).contiguous().view({-1});
  ASSERT_EQ(flat.numel(), static_cast<std::int64_t>(want.size()));
  for (std::size_t i = 0; i < want.size(); ++i)
    EXPECT_NEAR(flat[static_cast<std::int64_t>(i)].item<double>(), want[i], 2e-6) << i;
}

// A matrix, which decays, and a bias, which does not, for six steps.
void expect_like_the_plain_one(const AdamOptions& options, std::uint32_t threads) {
  ParameterMap parameters;
  PlainAdamW matrix(numbers(6, 1), options, true), bias(numbers(3, 2), options, false);
  parameters["up.w"] = tensor_of(matrix.values(), {2, 3}).requires_grad_();
  parameters["up.b"] = tensor_of(bias.values(), {3}).requires_grad_();
  Adam adam(parameters, options);
  for (int step = 0; step < 6; ++step) {
    const auto w = numbers(6, 10 + step), b = numbers(3, 20 + step);
    parameters["up.w"].mutable_grad() = tensor_of(w, {2, 3});
    parameters["up.b"].mutable_grad() = tensor_of(b, {3});
    double squares = 0;
    for (const auto* gradient : {&w, &b})
      for (const double g : *gradient) squares += g * g;
    const double length = std::sqrt(squares), rate = 0.01 * (1 + step);
    const double scale = options.clip > 0 && length > options.clip ? options.clip / length : 1;
    EXPECT_NEAR(adam.step(rate, threads), length, 1e-5);
    matrix.step(w, rate, scale);
    bias.step(b, rate, scale);
  }
  expect_near(parameters["up.w"], matrix.values());
  expect_near(parameters["up.b"], bias.values());
  if (options.average == 0) return;
  ASSERT_EQ(adam.states().size(), 2u);  // in the order of names
  expect_near(adam.states()[0].average, bias.averages());
  expect_near(adam.states()[1].average, matrix.averages());
}

TEST(Adam, AgreesWithThePlainOne) { expect_like_the_plain_one({}, 1); }

TEST(Adam, DecaysMatricesAndNotBiases) { expect_like_the_plain_one({.weight_decay = 0.5}, 1); }

TEST(Adam, ClipsTheGradientOfAllParametersTogether) {
  expect_like_the_plain_one({.epsilon = 0.1, .clip = 0.5}, 1);  // epsilon shows the scale
  expect_like_the_plain_one({.epsilon = 0.1, .clip = 100}, 1);
}

TEST(Adam, AveragesItsWeightsMoreCloselyAtFirst) {
  expect_like_the_plain_one({.average = 0.999}, 1);
  expect_like_the_plain_one({.average = 0.3}, 1);
}

TEST(Adam, DoesItAllAtOnceOnTwoThreads) {
  expect_like_the_plain_one({.epsilon = 0.01, .weight_decay = 0.1, .clip = 1, .average = 0.9}, 2);
}

}  // namespace
}  // namespace winnow
