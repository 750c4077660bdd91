#include "kernel/norms.h"

#include "winnow/error.h"

#include <algorithm>
#include <cmath>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/norms.cc"
#include "hwy/foreach_target.h"  // compiles this file once for each SIMD target
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace winnow::HWY_NAMESPACE {

// Sums over rows run in f32 within a block of rows, which stays in the first cache, and in f64 (or
// over few numbers) from block to block.
constexpr std::size_t kBlockRows = 64;

void layer_norm(ConstMatrix x, const float* gain, const float* bias, Matrix out, Matrix hat,
                float* scale) {
  const std::size_t cols = x.cols;
  for (std::size_t r = 0; r < x.rows; ++r) {
    const float* from = x.data + r * cols;
    float* to = out.data + r * cols;
    float* hat_to = hat.data + r * cols;
    const float mean =
        sum_vectors(cols, [=](auto d, std::size_t i) HWY_ATTR { return hn::LoadU(d, from + i); }) /
        static_cast<float>(cols);
    const float squares = sum_vectors(cols, [=](auto d, std::size_t i) HWY_ATTR {
      const auto centred = hn::Sub(hn::LoadU(d, from + i), hn::Set(d, mean));
      return hn::Mul(centred, centred);
    });
    const float factor = 1 / std::sqrt(squares / static_cast<float>(cols) + kNormEpsilon);
    scale[r] = factor;
    each_vector(cols, [=](auto d, std::size_t i) HWY_ATTR {
      const auto h = hn::Mul(hn::Sub(hn::LoadU(d, from + i), hn::Set(d, mean)), hn::Set(d, factor));
      hn::StoreU(h, d, hat_to + i);
      hn::StoreU(hn::MulAdd(h, hn::LoadU(d, gain + i), hn::LoadU(d, bias + i)), d, to + i);
    });
  }
}

// With g = gain * d_out: d_x = scale (g - mean(g) - hat mean(g hat)).
void layer_norm_backward(ConstMatrix hat, const float* scale, const float* gain, ConstMatrix d_out,
                         Matrix d_x, float* d_gain, float* d_bias) {
  const std::size_t cols = hat.cols;
  const float share = 1 / static_cast<float>(cols);
  std::vector<float> sums(2 * cols);
  float* gain_sum = sums.data();
  float* bias_sum = sums.data() + cols;
  for (std::size_t first = 0; first < hat.rows; first += kBlockRows) {
    const std::size_t end = std::min(first + kBlockRows, hat.rows);
    std::fill(sums.begin(), sums.end(), 0.f);
    for (std::size_t r = first; r < end; ++r) {
      const float* h = hat.data + r * cols;
      const float* dy = d_out.data + r * cols;
      float* dx = d_x.data + r * cols;
      const float mean = share * sum_vectors(cols, [=](auto d, std::size_t i) HWY_ATTR {
                           return hn::Mul(hn::LoadU(d, gain + i), hn::LoadU(d, dy + i));
                         });
      const float tilt = share * sum_vectors(cols, [=](auto d, std::size_t i) HWY_ATTR {
                           const auto g = hn::Mul(hn::LoadU(d, gain + i), hn::LoadU(d, dy + i));
                           return hn::Mul(g, hn::LoadU(d, h + i));
                         });
      const float factor = scale[r];
      each_vector(cols, [=](auto d, std::size_t i) HWY_ATTR {
        const auto dy_i = hn::LoadU(d, dy + i), h_i = hn::LoadU(d, h + i);
        hn::StoreU(hn::MulAdd(dy_i, h_i, hn::LoadU(d, gain_sum + i)), d, gain_sum + i);
        hn::StoreU(hn::Add(dy_i, hn::LoadU(d, bias_sum + i)), d, bias_sum + i);
        const auto g = hn::MulSub(hn::LoadU(d, gain + i), dy_i, hn::Set(d, mean));
        hn::StoreU(hn::Mul(hn::Set(d, factor), hn::NegMulAdd(h_i, hn::Set(d, tilt), g)), d, dx + i);
      });
    }
    add_to(gain_sum, d_gain, cols);
    add_to(bias_sum, d_bias, cols);
  }
}

// Mean and variance of a block around its own mean, then blocks merged in f64 (Chan, Golub and
// LeVeque 1979): as sound as two passes, but memory is read once.
double column_statistics(ConstMatrix x, const float* weights, float* mean, float* variance) {
  const std::size_t cols = x.cols;
  std::vector<float> block(2 * cols);
  std::vector<double> totals(2 * cols);
  float* block_mean = block.data();
  float* block_squares = block.data() + cols;
  double total_weight = 0;
  for (std::size_t first = 0; first < x.rows; first += kBlockRows) {
    const std::size_t end = std::min(first + kBlockRows, x.rows);
    float weight = 0;
    for (std::size_t r = first; r < end; ++r) weight += weights ? weights[r] : 1.f;
    if (weight == 0) continue;
    std::fill(block.begin(), block.end(), 0.f);
    for (std::size_t r = first; r < end; ++r)
      add_scaled((weights ? weights[r] : 1.f) / weight, x.data + r * cols, block_mean, cols);
    for (std::size_t r = first; r < end; ++r) {
      const float w = weights ? weights[r] : 1.f;
      const float* from = x.data + r * cols;
      each_vector(cols, [=](auto d, std::size_t i) HWY_ATTR {
        const auto centred = hn::Sub(hn::LoadU(d, from + i), hn::LoadU(d, block_mean + i));
        const auto sum = hn::LoadU(d, block_squares + i);
        hn::StoreU(hn::MulAdd(hn::Mul(hn::Set(d, w), centred), centred, sum), d, block_squares + i);
      });
    }
    const double merged_weight = total_weight + weight;
    const double share = weight / merged_weight;
    for (std::size_t c = 0; c < cols; ++c) {
      const double step = block_mean[c] - totals[c];
      totals[c] += step * share;
      totals[cols + c] += block_squares[c] + step * step * total_weight * share;
    }
    total_weight = merged_weight;
  }
  for (std::size_t c = 0; c < cols; ++c) {
    mean[c] = static_cast<float>(totals[c]);
    variance[c] = total_weight > 0 ? static_cast<float>(totals[cols + c] / total_weight) : 0.f;
  }
  return total_weight;
}

void inverse_deviation(const float* variance, float* out, std::size_t cols) {
  for (std::size_t c = 0; c < cols; ++c) out[c] = 1 / std::sqrt(variance[c] + kNormEpsilon);
}

template <bool kRelu, bool kKeepHat>
HWY_INLINE void normalise(ConstMatrix x, const float* mean, const float* variance,
                          const float* gain, const float* bias, Matrix out, float* hat) {
  const std::size_t cols = x.cols;
  std::vector<float> inverse(cols);
  inverse_deviation(variance, inverse.data(), cols);
  for (std::size_t r = 0; r < x.rows; ++r) {
    const float* from = x.data + r * cols;
    const float* factor = inverse.data();
    float* to = out.data + r * cols;
    float* hat_to = kKeepHat ? hat + r * cols : nullptr;
    each_vector(cols, [=](auto d, std::size_t i) HWY_ATTR {
      const auto h = hn::Mul(hn::Sub(hn::LoadU(d, from + i), hn::LoadU(d, mean + i)),
                             hn::LoadU(d, factor + i));
      if constexpr (kKeepHat) hn::StoreU(h, d, hat_to + i);
      auto y = hn::MulAdd(h, hn::LoadU(d, gain + i), hn::LoadU(d, bias + i));
      if constexpr (kRelu) y = hn::Max(y, hn::Zero(d));
      hn::StoreU(y, d, to + i);
    });
  }
}

void batch_norm(ConstMatrix x, const float* weights, const float* gain, const float* bias,
                bool with_relu, Matrix out, Matrix hat, float* mean, float* variance) {
  column_statistics(x, weights, mean, variance);
  if (with_relu)
    normalise<true, true>(x, mean, variance, gain, bias, out, hat.data);
  else
    normalise<false, true>(x, mean, variance, gain, bias, out, hat.data);
}

void batch_norm_fixed(ConstMatrix x, const float* mean, const float* variance, const float* gain,
                      const float* bias, bool with_relu, Matrix out) {
  if (with_relu)
    normalise<true, false>(x, mean, variance, gain, bias, out, nullptr);
  else
    normalise<false, false>(x, mean, variance, gain, bias, out, nullptr);
}

template <bool kRelu, class D>
HWY_INLINE auto through_relu(D d, const float* out, const float* d_out) {
  const auto dy = hn::LoadU(d, d_out);
  if constexpr (kRelu)
    return hn::IfThenElseZero(hn::Gt(hn::LoadU(d, out), hn::Zero(d)), dy);
  else
    return dy;
}

// With W the total weight, and s, t the column sums of d_out and d_out hat over nodes:
// d_x[i] = gain / deviation * (d_out[i] - w_i (s + hat t) / W).
template <bool kRelu>
HWY_INLINE void batch_norm_gradients(ConstMatrix hat, const float* variance, const float* weights,
                                     const float* gain, ConstMatrix out, ConstMatrix d_out,
                                     Matrix d_x, float* d_gain, float* d_bias) {
  const std::size_t cols = hat.cols;
  std::vector<float> block(2 * cols);
  std::vector<double> totals(2 * cols);
  float* bias_sum = block.data();
  float* gain_sum = block.data() + cols;
  double total_weight = 0;
  for (std::size_t first = 0; first < hat.rows; first += kBlockRows) {
    const std::size_t end = std::min(first + kBlockRows, hat.rows);
    std::fill(block.begin(), block.end(), 0.f);
    for (std::size_t r = first; r < end; ++r) {
      total_weight += weights ? weights[r] : 1.f;
      const std::size_t at = r * cols;
      each_vector(cols, [=](auto d, std::size_t i) HWY_ATTR {
        const auto dy = through_relu<kRelu>(d, out.data + at + i, d_out.data + at + i);
        const auto h = hn::LoadU(d, hat.data + at + i);
        hn::StoreU(hn::Add(dy, hn::LoadU(d, bias_sum + i)), d, bias_sum + i);
        hn::StoreU(hn::MulAdd(dy, h, hn::LoadU(d, gain_sum + i)), d, gain_sum + i);
      });
    }
    for (std::size_t c = 0; c < 2 * cols; ++c) totals[c] += block[c];
  }
  if (!(total_weight > 0)) total_weight = 1;
  std::vector<float> factors(3 * cols);
  float* factor = factors.data();
  float* mean = factors.data() + cols;
  float* tilt = factors.data() + 2 * cols;
  inverse_deviation(variance, factor, cols);
  for (std::size_t c = 0; c < cols; ++c) {
    factor[c] *= gain[c];
    mean[c] = static_cast<float>(totals[c] / total_weight);
    tilt[c] = static_cast<float>(totals[cols + c] / total_weight);
    d_bias[c] += static_cast<float>(totals[c]);
    d_gain[c] += static_cast<float>(totals[cols + c]);
  }
  for (std::size_t r = 0; r < hat.rows; ++r) {
    const float weight = weights ? weights[r] : 1.f;
    const std::size_t at = r * cols;
    each_vector(cols, [=](auto d, std::size_t i) HWY_ATTR {
      const auto dy = through_relu<kRelu>(d, out.data + at + i, d_out.data + at + i);
      const auto h = hn::LoadU(d, hat.data + at + i);
      const auto common = hn::MulAdd(h, hn::LoadU(d, tilt + i), hn::LoadU(d, mean + i));
      const auto dx = hn::NegMulAdd(hn::Set(d, weight), common, dy);
      hn::StoreU(hn::Mul(dx, hn::LoadU(d, factor + i)), d, d_x.data + at + i);
    });
  }
}

void batch_norm_backward(ConstMatrix hat, const float* variance, const float* weights,
                         const float* gain, bool with_relu, ConstMatrix out, ConstMatrix d_out,
                         Matrix d_x, float* d_gain, float* d_bias) {
  if (with_relu)
    batch_norm_gradients<true>(hat, variance, weights, gain, out, d_out, d_x, d_gain, d_bias);
  else
    batch_norm_gradients<false>(hat, variance, weights, gain, out, d_out, d_x, d_gain, d_bias);
}

}  // namespace winnow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace winnow {

HWY_EXPORT(layer_norm);
HWY_EXPORT(layer_norm_backward);
HWY_EXPORT(batch_norm);
HWY_EXPORT(batch_norm_fixed);
HWY_EXPORT(batch_norm_backward);

namespace {

bool same_shape(ConstMatrix a, ConstMatrix b) { return a.rows == b.rows && a.cols == b.cols; }

void require_weights(Weights weights, ConstMatrix x) {
  require(weights.empty() || weights.size() == x.rows, "batch norm: one weight for each row");
}

}  // namespace

void layer_norm(ConstMatrix x, std::span<const float> gain, std::span<const float> bias, Matrix out,
                Matrix hat, std::span<float> scale) {
  require(same_shape(x, out) && same_shape(x, hat) && gain.size() == x.cols &&
              bias.size() == x.cols && scale.size() == x.rows,
          "layer_norm: shapes differ");
  HWY_DYNAMIC_DISPATCH(layer_norm)(x, gain.data(), bias.data(), out, hat, scale.data());
}

void layer_norm_backward(ConstMatrix hat, std::span<const float> scale, std::span<const float> gain,
                         ConstMatrix d_out, Matrix d_x, std::span<float> d_gain,
                         std::span<float> d_bias) {
  require(same_shape(hat, d_out) && same_shape(hat, d_x) && scale.size() == hat.rows &&
              gain.size() == hat.cols && d_gain.size() == hat.cols && d_bias.size() == hat.cols,
          "layer_norm_backward: shapes differ");
  HWY_DYNAMIC_DISPATCH(layer_norm_backward)
  (hat, scale.data(), gain.data(), d_out, d_x, d_gain.data(), d_bias.data());
}

void batch_norm(ConstMatrix x, Weights weights, std::span<const float> gain,
                std::span<const float> bias, bool with_relu, Matrix out, Matrix hat,
                std::span<float> mean, std::span<float> variance) {
  require(same_shape(x, out) && same_shape(x, hat) && gain.size() == x.cols &&
              bias.size() == x.cols && mean.size() == x.cols && variance.size() == x.cols,
          "batch_norm: shapes differ");
  require_weights(weights, x);
  HWY_DYNAMIC_DISPATCH(batch_norm)
  (x, weights.empty() ? nullptr : weights.data(), gain.data(), bias.data(), with_relu, out, hat,
   mean.data(), variance.data());
}

void batch_norm_backward(ConstMatrix hat, std::span<const float> variance, Weights weights,
                         std::span<const float> gain, bool with_relu, ConstMatrix out,
                         ConstMatrix d_out, Matrix d_x, std::span<float> d_gain,
                         std::span<float> d_bias) {
  require(same_shape(hat, d_out) && same_shape(hat, d_x) && (!with_relu || same_shape(hat, out)) &&
              variance.size() == hat.cols && gain.size() == hat.cols && d_gain.size() == hat.cols &&
              d_bias.size() == hat.cols,
          "batch_norm_backward: shapes differ");
  require_weights(weights, hat);
  HWY_DYNAMIC_DISPATCH(batch_norm_backward)
  (hat, variance.data(), weights.empty() ? nullptr : weights.data(), gain.data(), with_relu, out,
   d_out, d_x, d_gain.data(), d_bias.data());
}

void batch_norm_fixed(ConstMatrix x, std::span<const float> mean, std::span<const float> variance,
                      std::span<const float> gain, std::span<const float> bias, bool with_relu,
                      Matrix out) {
  require(same_shape(x, out) && mean.size() == x.cols && variance.size() == x.cols &&
              gain.size() == x.cols && bias.size() == x.cols,
          "batch_norm_fixed: shapes differ");
  HWY_DYNAMIC_DISPATCH(batch_norm_fixed)
  (x, mean.data(), variance.data(), gain.data(), bias.data(), with_relu, out);
}

}  // namespace winnow
#endif
