#include "kernel/norms.h"

#include "dense.h"
#include "kernel/ops_ref.h"

#include <gtest/gtest.h>

#include <numeric>

namespace winnow {
namespace {

template <class Real>
struct LayerNorm {
  Dense<Real> x, gain, bias, d_out, out, hat, scale, d_x, d_gain, d_bias;

  LayerNorm(std::size_t rows, std::size_t cols)
      : x(random_dense(rows, cols, 1)),
        gain(random_dense(1, cols, 2)),
        bias(random_dense(1, cols, 3)),
        d_out(random_dense(rows, cols, 4)),
        out(rows, cols),
        hat(rows, cols),
        scale(rows, 1),
        d_x(rows, cols),
        d_gain(1, cols, 1),
        d_bias(1, cols, 1) {}

  void run_reference() {
    ref::layer_norm<Real>(x, gain, bias, out, hat, scale);
    ref::layer_norm_backward<Real>(hat, scale, gain, d_out, d_x, d_gain, d_bias);
  }
};

TEST(LayerNormKernel, AgreesWithReference) {
  for (const std::size_t width : kWidths) {
    LayerNorm<float> fused(200, width), plain(200, width);
    LayerNorm<double> truth(200, width);
    layer_norm(fused.x, fused.gain, fused.bias, fused.out, fused.hat, fused.scale);
    layer_norm_backward(fused.hat, fused.scale, fused.gain, fused.d_out, fused.d_x, fused.d_gain,
                        fused.d_bias);
    plain.run_reference();
    truth.run_reference();
    EXPECT_LT(relative_difference(fused.out, plain.out), kClose);
    EXPECT_LT(relative_difference(fused.hat, plain.hat), kClose);
    EXPECT_LT(relative_difference(fused.scale, plain.scale), kClose);
    EXPECT_LT(relative_difference(fused.d_x, truth.d_x), kClose);
    EXPECT_LT(relative_difference(fused.d_gain, truth.d_gain), kClose);
    EXPECT_LT(relative_difference(fused.d_bias, truth.d_bias), kClose);
  }
}

TEST(LayerNormKernel, GradientIsTheSlope) {
  LayerNorm<double> at(3, 5);
  const auto loss = [&] {
    ref::layer_norm<double>(at.x, at.gain, at.bias, at.out, at.hat, at.scale);
    return loss_of(at.out, at.d_out);
  };
  at.d_gain = at.d_bias = Dense<double>(1, 5);
  at.run_reference();
  const LayerNorm<double> gradient = at;
  expect_gradient(at.x, gradient.d_x, loss);
  expect_gradient(at.gain, gradient.d_gain, loss);
  expect_gradient(at.bias, gradient.d_bias, loss);
}

template <class Real>
struct BatchNorm {
  Dense<Real> x, gain, bias, d_out, out, hat, mean, variance, d_x, d_gain, d_bias;

  BatchNorm(std::size_t rows, std::size_t cols)
      : x(random_dense(rows, cols, 1)),
        gain(random_dense(1, cols, 2)),
        bias(random_dense(1, cols, 3)),
        d_out(random_dense(rows, cols, 4)),
        out(rows, cols),
        hat(rows, cols),
        mean(1, cols),
        variance(1, cols),
        d_x(rows, cols),
        d_gain(1, cols),
        d_bias(1, cols) {}

  void run_reference(Weights weights, bool with_relu) {
    ref::batch_norm<Real>(x, weights, gain, bias, with_relu, out, hat, mean, variance);
    ref::batch_norm_backward<Real>(hat, variance, weights, gain, with_relu, out, d_out, d_x, d_gain,
                                   d_bias);
  }
};

void run_fused(BatchNorm<float>& at, Weights weights, bool with_relu) {
  batch_norm(at.x, weights, at.gain, at.bias, with_relu, at.out, at.hat, at.mean, at.variance);
  batch_norm_backward(at.hat, at.variance, weights, at.gain, with_relu, at.out, at.d_out, at.d_x,
                      at.d_gain, at.d_bias);
}

std::vector<float> some_weights(std::size_t rows) {
  std::vector<float> out;
  for (const std::uint32_t weight : random_rows(rows, 5, 9))
    out.push_back(static_cast<float>(weight + 1));
  return out;
}

TEST(BatchNormKernel, AgreesWithReference) {
  const auto weights = some_weights(300);
  for (const std::size_t width : kWidths)
    for (const bool with_relu : {false, true})
      for (const Weights w : {Weights{}, Weights(weights)}) {
        BatchNorm<float> fused(300, width), plain(300, width);
        BatchNorm<double> truth(300, width);
        run_fused(fused, w, with_relu);
        plain.run_reference(w, with_relu);
        truth.run_reference(w, with_relu);
        EXPECT_LT(relative_difference(fused.out, plain.out), kClose);
        EXPECT_LT(relative_difference(fused.hat, plain.hat), kClose);
        EXPECT_LT(relative_difference(fused.mean, truth.mean), kClose);
        EXPECT_LT(relative_difference(fused.variance, truth.variance), kClose);
        EXPECT_LT(relative_difference(fused.d_x, truth.d_x), kClose);
        EXPECT_LT(relative_difference(fused.d_gain, truth.d_gain), kClose);
        EXPECT_LT(relative_difference(fused.d_bias, truth.d_bias), kClose);

        batch_norm_fixed(fused.x, fused.mean, fused.variance, fused.gain, fused.bias, with_relu,
                         fused.d_x);
        EXPECT_LT(relative_difference(fused.d_x, plain.out), kClose);
      }
}

TEST(BatchNormKernel, GradientIsTheSlope) {
  // Row i stands for weights[i] nodes of equal x: the loss of the row counts d_out[i] once.
  const auto weights = some_weights(6);
  for (const bool with_relu : {false, true}) {
    BatchNorm<double> at(6, 3);
    const auto loss = [&] {
      ref::batch_norm<double>(at.x, weights, at.gain, at.bias, with_relu, at.out, at.hat, at.mean,
                              at.variance);
      return loss_of(at.out, at.d_out);
    };
    at.run_reference(weights, with_relu);
    const BatchNorm<double> gradient = at;
    expect_gradient(at.x, gradient.d_x, loss);
    expect_gradient(at.gain, gradient.d_gain, loss);
    expect_gradient(at.bias, gradient.d_bias, loss);
  }
}

TEST(BatchNormKernel, RowOfWeightThreeIsTheRowThreeTimes) {
  for (const std::size_t width : kWidths) {
    BatchNorm<float> once(8, width), written_out(12, width);
    const std::vector<float> weights = {1, 3, 1, 1, 1, 3, 1, 1};
    const std::uint32_t copies[] = {0, 1, 1, 1, 2, 3, 4, 5, 5, 5, 6, 7};
    for (std::size_t i = 0; i < 12; ++i)
      std::ranges::copy(once.x.row(copies[i]), written_out.x.row(i).begin());
    // The gradient of a row is the sum over its copies, which differ in theirs.
    std::ranges::fill(once.d_out.values, 0.f);
    for (std::size_t i = 0; i < 12; ++i)
      for (std::size_t c = 0; c < width; ++c)
        once.d_out.row(copies[i])[c] += written_out.d_out.row(i)[c];
    run_fused(once, weights, true);
    run_fused(written_out, {}, true);

    Dense<float> out(8, width), d_x(8, width);
    for (std::size_t i = 0; i < 12; ++i)
      for (std::size_t c = 0; c < width; ++c) {
        out.row(copies[i])[c] = written_out.out.row(i)[c];
        d_x.row(copies[i])[c] += written_out.d_x.row(i)[c];
      }
    EXPECT_LT(relative_difference(once.out, out), kClose);
    EXPECT_LT(relative_difference(once.d_x, d_x), kClose);
    EXPECT_LT(relative_difference(once.d_gain, written_out.d_gain), kClose);
    EXPECT_LT(relative_difference(once.d_bias, written_out.d_bias), kClose);
  }
}

TEST(BatchNormKernel, SmallSpreadFarFromZeroIsNotLost) {
  BatchNorm<float> at(1000, 2);
  for (std::size_t i = 0; i < at.x.values.size(); ++i)
    at.x.values[i] = 1000.f + (i / 2 % 2 == 0 ? 0.125f : -0.125f);
  run_fused(at, {}, false);
  EXPECT_NEAR(at.variance.values[0], 0.015625, 1e-6);
}

TEST(BatchNormKernel, OneNodeIsFinite) {
  BatchNorm<float> at(1, 8);
  run_fused(at, {}, false);
  EXPECT_EQ(at.variance.values, Dense<float>(1, 8, 0.f).values);
  EXPECT_EQ(at.out.values, at.bias.values);
  EXPECT_EQ(at.d_x.values, Dense<float>(1, 8, 0.f).values);
}

TEST(Norms, NoRowsDoNothing) {
  LayerNorm<float> layer(0, 8);
  layer_norm(layer.x, layer.gain, layer.bias, layer.out, layer.hat, layer.scale);
  layer_norm_backward(layer.hat, layer.scale, layer.gain, layer.d_out, layer.d_x, layer.d_gain,
                      layer.d_bias);
  EXPECT_EQ(layer.d_gain.values, Dense<float>(1, 8, 1.f).values);
  BatchNorm<float> batch(0, 8);
  batch.mean = batch.variance = Dense<float>(1, 8, 3.f);
  run_fused(batch, {}, true);
  EXPECT_EQ(batch.mean.values, Dense<float>(1, 8, 0.f).values);
  EXPECT_EQ(batch.variance.values, Dense<float>(1, 8, 0.f).values);
  EXPECT_EQ(batch.d_gain.values, Dense<float>(1, 8, 0.f).values);
}

}  // namespace
}  // namespace winnow
