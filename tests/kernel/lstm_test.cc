#include "kernel/lstm.h"

#include "kernel/lstm_ref.h"
#include "tests/kernel/random_plan.h"

#include <gtest/gtest.h>
#include <hwy/highway.h>
#include <hwy/targets.h>

#include <cmath>
#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace winnow {
namespace {

// Values for every tensor of an LSTM; the same type holds gradients.
template <class Real>
struct Tensors {
  std::size_t width, input_width, labels;
  std::vector<Real> w, u, b, w_gain, w_bias, u_gain, u_bias, c_gain, c_bias;

  Tensors(std::size_t d, std::size_t in, std::size_t label_count, bool cell_norm)
      : width(d),
        input_width(in),
        labels(label_count),
        w(4 * d * in),
        u(labels * 4 * d * d),
        b(4 * d),
        w_gain(4 * d),
        w_bias(4 * d),
        u_gain(4 * d),
        u_bias(4 * d),
        c_gain(cell_norm ? d : 0),
        c_bias(cell_norm ? d : 0) {}

  template <class Visit>
  void each(Visit&& visit) {
    visit("w", w), visit("u", u), visit("b", b), visit("w_gain", w_gain), visit("w_bias", w_bias);
    visit("u_gain", u_gain), visit("u_bias", u_bias), visit("c_gain", c_gain);
    visit("c_bias", c_bias);
  }
  template <class View>
  LstmTensors<View> view() {
    const bool cell_norm = !c_gain.empty();
    return {width,
            input_width,
            labels,
            w.data(),
            u.data(),
            b.data(),
            w_gain.data(),
            w_bias.data(),
            u_gain.data(),
            u_bias.data(),
            cell_norm ? c_gain.data() : nullptr,
            cell_norm ? c_bias.data() : nullptr};
  }
};

template <class Real>
std::vector<Real> random_values(std::size_t n, std::uint64_t seed, Real centre = 0) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<float> unit(-1.0f, 1.0f);
  std::vector<Real> values(n);
  for (Real& value : values) value = centre + Real(unit(random));
  return values;
}

template <class Real>
Tensors<Real> random_tensors(std::size_t d, std::size_t in, std::size_t labels, bool cell_norm) {
  Tensors<Real> tensors(d, in, labels, cell_norm);
  std::uint64_t seed = 17;
  tensors.each([&](const std::string& name, std::vector<Real>& values) {
    const bool gain = name.ends_with("gain");
    values = random_values<Real>(values.size(), ++seed, gain ? Real(1) : Real(0));
  });
  return tensors;
}

template <class To, class From>
std::vector<To> as(const std::vector<From>& values) {
  return std::vector<To>(values.begin(), values.end());
}

// Largest difference, as a share of the largest value.
template <class A, class B>
double relative_difference(const A& a, const B& b) {
  double difference = 0.0, largest = 1e-30;
  EXPECT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!std::isfinite(a[i]) || !std::isfinite(b[i])) return INFINITY;
    difference = std::max(difference, std::abs(double(a[i]) - double(b[i])));
    largest = std::max(largest, std::abs(double(b[i])));
  }
  return difference / largest;
}

struct Case {
  std::string name;
  LstmPlan plan;
  std::size_t width, input_width;
  bool cell_norm;
};

std::vector<Case> cases() {
  const PlanShape small{.level_rows = {9, 0, 7, 5, 3, 1}, .labels = 4};
  std::vector<Case> all;
  for (std::size_t width : {1, 7, 8, 64, 100, 128, 256}) {
    for (bool cell_norm : {true, false}) {
      const std::string name = "width " + std::to_string(width) + (cell_norm ? ", cell norm" : "");
      all.push_back({name, random_plan(small, width), width, width, cell_norm});
    }
  }
  const PlanShape leaves{.level_rows = {5}};
  const PlanShape tall{.level_rows = {600, 300, 2, 1}, .labels = 2, .input_rows = 0};
  const PlanShape unused{.level_rows = {4, 4}, .labels = 9, .input_rows = 40};
  all.push_back({"no rows", LstmPlan{}, 8, 8, true});
  all.push_back({"no edges", random_plan(leaves, 1), 16, 16, true});
  all.push_back({"blocks of several chunks", random_plan(tall, 2), 20, 9, true});
  all.push_back({"wide inputs", random_plan(small, 3), 24, 70, true});
  all.push_back({"narrow inputs", random_plan(small, 4), 40, 3, false});
  all.push_back({"unused inputs and labels", random_plan(unused, 5), 16, 16, true});
  return all;
}

// The kernels on one case.
struct Passes {
  Tensors<float> weights, gradients;
  std::vector<float> inputs, h, d_h, d_inputs;

  explicit Passes(const Case& c, bool keep = true)
      : weights(random_tensors<float>(c.width, c.input_width, c.plan.labels, c.cell_norm)),
        gradients(c.width, c.input_width, c.plan.labels, c.cell_norm),
        inputs(random_values<float>(c.plan.input_rows * c.input_width, 5)),
        h(c.plan.rows * c.width, NAN),
        d_h(random_values<float>(h.size(), 6)),
        d_inputs(inputs.size(), NAN) {
    const ConstMatrix in{inputs.data(), c.plan.input_rows, c.input_width};
    const Matrix out{h.data(), c.plan.rows, c.width};
    const LstmTapePtr tape = lstm_forward(c.plan, weights.view<const float>(), in, out, keep);
    EXPECT_EQ(tape != nullptr, keep);
    if (!keep) return;
    lstm_backward(c.plan, weights.view<const float>(), *tape, in, out,
                  {d_h.data(), c.plan.rows, c.width}, gradients.view<float>(),
                  {d_inputs.data(), c.plan.input_rows, c.input_width});
  }
};

TEST(Lstm, FusedForwardAgreesWithReference) {
  for (const Case& c : cases()) {
    Passes run(c);
    const LstmRef<float> reference(c.plan, run.weights.view<const float>(),
                                   {run.inputs.data(), c.plan.input_rows, c.input_width});
    EXPECT_LT(relative_difference(run.h, reference.h().all()), 1e-5) << c.name;
  }
}

TEST(Lstm, FusedBackwardAgreesWithReferenceInDouble) {
  for (const Case& c : cases()) {
    Passes run(c);
    Tensors<double> weights(c.width, c.input_width, c.plan.labels, c.cell_norm);
    Tensors<double> gradients = weights;
    std::vector<std::vector<double>> values;
    run.weights.each([&](const std::string&, auto& from) { values.push_back(as<double>(from)); });
    std::size_t i = 0;
    weights.each([&](const std::string&, auto& to) { to = values[i++]; });
    const std::vector<double> inputs = as<double>(run.inputs);
    const std::vector<double> d_h = as<double>(run.d_h);
    std::vector<double> d_inputs(inputs.size());
    const LstmRef<double> reference(c.plan, weights.view<const double>(),
                                    {inputs.data(), c.plan.input_rows, c.input_width});
    reference.backward({d_h.data(), c.plan.rows, c.width}, gradients.view<double>(),
                       {d_inputs.data(), c.plan.input_rows, c.input_width});
    EXPECT_LT(relative_difference(run.d_inputs, d_inputs), 3e-5) << c.name << ", inputs";
    values.clear();
    gradients.each([&](const std::string&, auto& from) { values.push_back(from); });
    i = 0;
    run.gradients.each([&](const std::string& name, auto& ours) {
      EXPECT_LT(relative_difference(ours, values[i++]), 3e-5) << c.name << ", " << name;
    });
  }
}

TEST(Lstm, ReferenceGradientsAreThoseOfFiniteDifferences) {
  for (bool cell_norm : {true, false}) {
    const LstmPlan plan = random_plan({.level_rows = {4, 3, 2}, .input_rows = 3}, 11);
    const std::size_t d = 3, in = 2;
    Tensors<double> weights = random_tensors<double>(d, in, plan.labels, cell_norm);
    Tensors<double> gradients(d, in, plan.labels, cell_norm);
    std::vector<double> inputs = random_values<double>(plan.input_rows * in, 5);
    std::vector<double> d_inputs(inputs.size());
    // Every element of h pulls differently, so that no two mistakes cancel.
    const std::vector<double> pull = random_values<double>(plan.rows * d, 7);
    const auto loss = [&] {
      const LstmRef<double> reference(plan, weights.view<const double>(),
                                      {inputs.data(), plan.input_rows, in});
      double sum = 0.0;
      for (std::size_t i = 0; i < pull.size(); ++i) sum += pull[i] * reference.h().data[i];
      return sum;
    };
    const LstmRef<double> reference(plan, weights.view<const double>(),
                                    {inputs.data(), plan.input_rows, in});
    reference.backward({pull.data(), plan.rows, d}, gradients.view<double>(),
                       {d_inputs.data(), plan.input_rows, in});

    const auto by_differences = [&](std::vector<double>& values) {
      std::vector<double> slopes;
      for (double& value : values) {
        const double step = 1e-5, kept = value;
        value = kept + step;
        const double up = loss();
        value = kept - step;
        slopes.push_back((up - loss()) / (2 * step));
        value = kept;
      }
      return slopes;
    };
    EXPECT_LT(relative_difference(d_inputs, by_differences(inputs)), 1e-6);
    std::vector<std::vector<double>> slopes;
    weights.each(
        [&](const std::string&, auto& values) { slopes.push_back(by_differences(values)); });
    std::size_t i = 0;
    gradients.each([&](const std::string& name, auto& ours) {
      EXPECT_LT(relative_difference(ours, slopes[i++]), 1e-6) << name;
    });
  }
}

TEST(Lstm, EveryInstructionSetAgrees) {
  const PlanShape shape{.level_rows = {30, 20, 5, 1}, .labels = 2};
  for (std::size_t width : {7, 33, 64}) {
    const Case c{"", random_plan(shape, width), width, width + 1, true};
    const Passes best(c);
    for (const auto target : hwy::SupportedAndGeneratedTargets()) {
      hwy::SetSupportedTargetsForTest(target);
      hwy::GetChosenTarget().Update(hwy::SupportedTargets());
      const Passes other(c);
      const char* name = hwy::TargetName(target);
      EXPECT_LT(relative_difference(other.h, best.h), 1e-5) << name;
      EXPECT_LT(relative_difference(other.d_inputs, best.d_inputs), 3e-5) << name;
      EXPECT_LT(relative_difference(other.gradients.u, best.gradients.u), 3e-5) << name;
    }
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
}

TEST(Lstm, WithoutATapeGivesTheSameBytes) {
  for (const Case& c : cases()) {
    const Passes kept(c), dropped(c, false);
    ASSERT_EQ(kept.h.size(), dropped.h.size());
    EXPECT_EQ(kept.h, dropped.h) << c.name;
  }
}

TEST(Lstm, SameInputGivesTheSameBytes) {
  for (const Case& c : cases()) {
    const Passes first(c), second(c);
    EXPECT_EQ(first.h, second.h) << c.name;
    EXPECT_EQ(first.d_inputs, second.d_inputs) << c.name;
    EXPECT_EQ(first.gradients.u, second.gradients.u) << c.name;
    EXPECT_EQ(first.gradients.w, second.gradients.w) << c.name;
  }
}

TEST(Lstm, AddsToGradientsThatAreThere) {
  const Case c{"small", random_plan({.level_rows = {3, 2}}, 1), 8, 8, true};
  Passes once(c);
  Tensors<float> twice = once.gradients;
  std::vector<float> d_inputs(once.inputs.size());
  const ConstMatrix in{once.inputs.data(), c.plan.input_rows, c.input_width};
  const Matrix h{once.h.data(), c.plan.rows, c.width};
  const LstmTapePtr tape = lstm_forward(c.plan, once.weights.view<const float>(), in, h, true);
  lstm_backward(c.plan, once.weights.view<const float>(), *tape, in, h,
                {once.d_h.data(), c.plan.rows, c.width}, twice.view<float>(),
                {d_inputs.data(), c.plan.input_rows, c.input_width});
  std::vector<std::vector<float>> doubled;
  once.gradients.each([&](const std::string&, auto values) {
    for (float& value : values) value *= 2;
    doubled.push_back(values);
  });
  std::size_t i = 0;
  twice.each([&](const std::string& name, auto& values) {
    EXPECT_LT(relative_difference(values, doubled[i++]), 1e-6) << name;
  });
}

}  // namespace
}  // namespace winnow
