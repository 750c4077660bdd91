// kernel/norms.h - layer norm of each row, batch norm of each column.
// in: a matrix, gains and biases     out: it normalised; backward: gradients of all three
#pragma once

#include "kernel/matrix.h"

#include <span>

namespace winnow {

inline constexpr float kNormEpsilon = 1e-5f;  // added to every variance

// hat [rows, cols] and scale [rows] are kept for backward.
void layer_norm(ConstMatrix x, std::span<const float> gain, std::span<const float> bias, Matrix out,
                Matrix hat, std::span<float> scale);
void layer_norm_backward(ConstMatrix hat, std::span<const float> scale, std::span<const float> gain,
                         ConstMatrix d_out, Matrix d_x, std::span<float> d_gain,
                         std::span<float> d_bias);  // the last two are added to

// Batch norm over rows counted with their weights (empty: all 1), with the biased variance, then an
// optional ReLU. mean, variance [cols] are written, for the running averages; no rows give zeros.
void batch_norm(ConstMatrix x, Weights weights, std::span<const float> gain,
                std::span<const float> bias, bool with_relu, Matrix out, Matrix hat,
                std::span<float> mean, std::span<float> variance);
// Row i stands for weights[i] nodes; d_out[i] is the sum of their gradients, and so is d_x[i].
// `out` is read only with_relu.
void batch_norm_backward(ConstMatrix hat, std::span<const float> variance, Weights weights,
                         std::span<const float> gain, bool with_relu, ConstMatrix out,
                         ConstMatrix d_out, Matrix d_x, std::span<float> d_gain,
                         std::span<float> d_bias);  // the last two are added to
// With given statistics (inference).
void batch_norm_fixed(ConstMatrix x, std::span<const float> mean, std::span<const float> variance,
                      std::span<const float> gain, std::span<const float> bias, bool with_relu,
                      Matrix out);

}  // namespace winnow
