#include "kernel/lstm_rows.h"

#include <algorithm>
#include <cmath>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/lstm_rows.cc"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "kernel/simd_math-inl.h"
#include "term/ragged.h"

HWY_BEFORE_NAMESPACE();
namespace winnow {
namespace HWY_NAMESPACE {

void normalise_gates(std::size_t rows, std::size_t width, float* x_rows, float* scales) {
  const float per_width = 1.0f / static_cast<float>(width);
  for (std::size_t row = 0; row < rows; ++row) {
    float* HWY_RESTRICT x = x_rows + row * 4 * width;
    float* scale = scales + row * 4;
    RowSum sums[4], squares[4];  // four gates side by side: independent chains of additions
    each_vector(width, [&](auto d, std::size_t j) HWY_ATTR {
      HWY_UNROLL(4)
      for (std::size_t g = 0; g < 4; ++g) add_to(sums[g], d, hn::LoadU(d, x + g * width + j));
    });
    float means[4];
    HWY_UNROLL(4)
    for (std::size_t g = 0; g < 4; ++g) means[g] = sums[g].total() * per_width;
    each_vector(width, [&](auto d, std::size_t j) HWY_ATTR {
      HWY_UNROLL(4)
      for (std::size_t g = 0; g < 4; ++g) {
        const auto centred = hn::Sub(hn::LoadU(d, x + g * width + j), hn::Set(d, means[g]));
        add_to(squares[g], d, hn::Mul(centred, centred));
      }
    });
    HWY_UNROLL(4)
    for (std::size_t g = 0; g < 4; ++g) {
      scale[g] = 1.0f / std::sqrt(squares[g].total() * per_width + kNormEpsilon);
    }
    each_vector(width, [&](auto d, std::size_t j) HWY_ATTR {
      HWY_UNROLL(4)
      for (std::size_t g = 0; g < 4; ++g) {
        float* at = x + g * width + j;
        hn::StoreU(hn::Mul(hn::Sub(hn::LoadU(d, at), hn::Set(d, means[g])), hn::Set(d, scale[g])),
                   d, at);
      }
    });
  }
}

// The argument of an edge's forget gate.
template <class D>
HWY_INLINE hn::Vec<D> forget_sum(D d, const LstmRows& rows, const float* w_hat, const float* u_hat,
                                 std::size_t j) {
  const std::size_t k = 3 * rows.width + j;
  const auto of_w = hn::MulAdd(hn::LoadU(d, rows.w_gain + k), hn::LoadU(d, w_hat + k),
                               hn::LoadU(d, rows.bias + k));
  return hn::MulAdd(hn::LoadU(d, rows.u_gain + k), hn::LoadU(d, u_hat + k),
                    hn::Add(of_w, hn::LoadU(d, rows.u_bias + k)));
}

// Rows meet their pairs, and pairs the rows that use them, all over memory: while one is worked on,
// the next one's gates are fetched.
HWY_INLINE void fetch_gates(const float* gates, std::size_t width, std::size_t j) {
  HWY_UNROLL(4)
  for (std::size_t g = 0; g < 4; ++g) hwy::Prefetch(gates + g * width + j);
}

void lstm_cells(const LstmRows& rows, std::uint32_t first, std::uint32_t last, float* h_rows) {
  const LstmPlan& plan = *rows.plan;
  const std::size_t width = rows.width;
  const float per_width = 1.0f / static_cast<float>(width);
  for (std::uint32_t v = first; v < last; ++v) {
    const std::uint32_t edges_begin = Ends(plan.edge_ends.data()).begin(v);
    const std::uint32_t edges_end = plan.edge_ends[v];
    const float* w_hat = rows.w_hat + plan.inputs[v] * std::size_t{4} * width;
    float* HWY_RESTRICT c = rows.c + v * width;
    float* HWY_RESTRICT h = h_rows + v * width;
    float* gates = rows.gates == nullptr ? nullptr : rows.gates + v * std::size_t{3} * width;
    float edges = 0.0f;
    for (std::uint32_t e = edges_begin; e < edges_end; ++e) edges += plan.edge_counts[e];
    const float* next[2] = {w_hat, w_hat};
    const std::uint32_t next_end = v + 1 < last ? plan.edge_ends[v + 1] : edges_end;
    for (std::uint32_t e = edges_end; e < std::min(next_end, edges_end + 2); ++e) {
      next[e - edges_end] = rows.u_hat + plan.edge_pairs[e] * std::size_t{4} * width;
    }

    RowSum sum, square;
    each_vector(width, [&](auto d, std::size_t j) HWY_ATTR {
      using V = hn::Vec<decltype(d)>;
      V sums[3] = {hn::Zero(d), hn::Zero(d), hn::Zero(d)};
      V cell = hn::Zero(d);
      fetch_gates(next[0], width, j);
      fetch_gates(next[1], width, j);
      for (std::uint32_t e = edges_begin; e < edges_end; ++e) {
        const std::uint32_t pair = plan.edge_pairs[e];
        const float* u_hat = rows.u_hat + pair * std::size_t{4} * width;
        const V count = hn::Set(d, plan.edge_counts[e]);
        HWY_UNROLL(4)
        for (std::size_t g = 0; g < 3; ++g) {
          sums[g] = hn::MulAdd(count, hn::LoadU(d, u_hat + g * width + j), sums[g]);
        }
        const V forget = sigmoid(d, forget_sum(d, rows, w_hat, u_hat, j));
        const V c_below = hn::LoadU(d, rows.c + plan.pair_rows[pair] * width + j);
        cell = hn::MulAdd(hn::Mul(count, forget), c_below, cell);
      }
      HWY_UNROLL(4)
      for (std::size_t g = 0; g < 3; ++g) {
        const std::size_t k = g * width + j;
        const V of_w = hn::MulAdd(hn::LoadU(d, rows.w_gain + k), hn::LoadU(d, w_hat + k),
                                  hn::LoadU(d, rows.bias + k));
        const V of_bias = hn::MulAdd(hn::Set(d, edges), hn::LoadU(d, rows.u_bias + k), of_w);
        sums[g] = hn::MulAdd(hn::LoadU(d, rows.u_gain + k), sums[g], of_bias);
      }
      const V i = sigmoid(d, sums[0]);
      const V o = sigmoid(d, sums[1]);
      const V candidate = tanh(d, sums[2]);
      cell = hn::MulAdd(i, candidate, cell);
      hn::StoreU(cell, d, c + j);
      hn::StoreU(o, d, h + j);  // until c is normalised
      add_to(sum, d, cell);
      if (gates != nullptr) {
        hn::StoreU(i, d, gates + j);
        hn::StoreU(o, d, gates + width + j);
        hn::StoreU(candidate, d, gates + 2 * width + j);
      }
    });
    if (rows.c_gain == nullptr) {
      each_vector(width, [&](auto d, std::size_t j) HWY_ATTR {
        hn::StoreU(hn::Mul(hn::LoadU(d, h + j), tanh(d, hn::LoadU(d, c + j))), d, h + j);
      });
      continue;
    }
    const float mean = sum.total() * per_width;
    each_vector(width, [&](auto d, std::size_t j) HWY_ATTR {
      const auto centred = hn::Sub(hn::LoadU(d, c + j), hn::Set(d, mean));
      add_to(square, d, hn::Mul(centred, centred));
    });
    const float scale = 1.0f / std::sqrt(square.total() * per_width + kNormEpsilon);
    each_vector(width, [&](auto d, std::size_t j) HWY_ATTR {
      const auto centred = hn::Sub(hn::LoadU(d, c + j), hn::Set(d, mean));
      const auto hat = hn::Mul(centred, hn::Set(d, scale));
      const auto x = hn::MulAdd(hn::LoadU(d, rows.c_gain + j), hat, hn::LoadU(d, rows.c_bias + j));
      hn::StoreU(hn::Mul(hn::LoadU(d, h + j), tanh(d, x)), d, h + j);
    });
    if (rows.c_norms != nullptr) {
      rows.c_norms[std::size_t{2} * v] = mean;
      rows.c_norms[std::size_t{2} * v + 1] = scale;
    }
  }
}

// x * (1 - x): the derivative of a sigmoid from its value.
template <class D>
HWY_INLINE hn::Vec<D> slope(D, hn::Vec<D> x) {
  return hn::NegMulAdd(x, x, x);
}

void lstm_cells_backward(const LstmRows& rows, const LstmRowGradients& gradients,
                         std::uint32_t first, std::uint32_t last, const float* d_h_rows) {
  const std::size_t width = rows.width;
  const float per_width = 1.0f / static_cast<float>(width);
  const bool with_norm = rows.c_gain != nullptr;
  for (std::uint32_t v = first; v < last; ++v) {
    const float* gates = rows.gates + v * std::size_t{3} * width;
    const float* c = rows.c + v * width;
    const float* d_h = d_h_rows + (v - first) * width;
    float* HWY_RESTRICT d_c = gradients.d_c + v * width;
    float* HWY_RESTRICT d_sum = gradients.d_sum + v * std::size_t{4} * width;
    const float mean = with_norm ? rows.c_norms[std::size_t{2} * v] : 0.0f;
    const float scale = with_norm ? rows.c_norms[std::size_t{2} * v + 1] : 1.0f;
    RowSum of_d, of_d_hat;
    each_vector(width, [&](auto d, std::size_t j) HWY_ATTR {
      using V = hn::Vec<decltype(d)>;
      const V one = hn::Set(d, 1.0f);
      const V o = hn::LoadU(d, gates + width + j);
      const V hat = hn::Mul(hn::Sub(hn::LoadU(d, c + j), hn::Set(d, mean)), hn::Set(d, scale));
      const V x =
          with_norm ? hn::MulAdd(hn::LoadU(d, rows.c_gain + j), hat, hn::LoadU(d, rows.c_bias + j))
                    : hat;
      const V t = tanh(d, x);
      const V d_out = hn::LoadU(d, d_h + j);
      hn::StoreU(hn::Mul(hn::Mul(d_out, t), slope(d, o)), d, d_sum + width + j);
      V d_x = hn::Mul(hn::Mul(d_out, o), hn::NegMulAdd(t, t, one));
      if (with_norm) {
        float* d_gain = gradients.c_gain + j;
        float* d_bias = gradients.c_bias + j;
        hn::StoreU(hn::MulAdd(d_x, hat, hn::LoadU(d, d_gain)), d, d_gain);
        hn::StoreU(hn::Add(d_x, hn::LoadU(d, d_bias)), d, d_bias);
        d_x = hn::Mul(d_x, hn::LoadU(d, rows.c_gain + j));
        add_to(of_d, d, d_x);
        add_to(of_d_hat, d, hn::Mul(d_x, hat));
      }
      hn::StoreU(d_x, d, d_sum + j);  // until its means are known
    });
    const float d_mean = of_d.total() * per_width;
    const float d_hat_mean = of_d_hat.total() * per_width;
    each_vector(width, [&](auto d, std::size_t j) HWY_ATTR {
      using V = hn::Vec<decltype(d)>;
      const V one = hn::Set(d, 1.0f);
      V d_x = hn::LoadU(d, d_sum + j);
      if (with_norm) {
        const V hat = hn::Mul(hn::Sub(hn::LoadU(d, c + j), hn::Set(d, mean)), hn::Set(d, scale));
        d_x = hn::Sub(d_x, hn::MulAdd(hat, hn::Set(d, d_hat_mean), hn::Set(d, d_mean)));
      }
      const V d_cell = hn::MulAdd(hn::Set(d, scale), d_x, hn::LoadU(d, d_c + j));
      const V i = hn::LoadU(d, gates + j);
      const V candidate = hn::LoadU(d, gates + 2 * width + j);
      hn::StoreU(d_cell, d, d_c + j);
      hn::StoreU(hn::Mul(hn::Mul(d_cell, candidate), slope(d, i)), d, d_sum + j);
      hn::StoreU(hn::Mul(hn::Mul(d_cell, i), hn::NegMulAdd(candidate, candidate, one)), d,
                 d_sum + 2 * width + j);
      hn::StoreU(hn::Zero(d), d, d_sum + 3 * width + j);
    });
  }
}

void lstm_pairs_backward(const LstmRows& rows, const LstmRowGradients& gradients,
                         std::uint32_t first, std::uint32_t last, float* d_y_rows) {
  const LstmPlan& plan = *rows.plan;
  const std::size_t width = rows.width;
  for (std::uint32_t pair = first; pair < last; ++pair) {
    const std::uint32_t below = plan.pair_rows[pair];
    const std::uint32_t uses_begin = Ends(gradients.pair_edge_ends).begin(pair);
    const std::uint32_t uses_end = gradients.pair_edge_ends[pair];
    const float* u_hat = rows.u_hat + pair * std::size_t{4} * width;
    const float* c = rows.c + below * width;
    float* d_c_below = gradients.d_c + below * width;
    float* HWY_RESTRICT d_y = d_y_rows + (pair - first) * std::size_t{4} * width;
    const bool more = pair + 1 < last && uses_end < gradients.pair_edge_ends[pair + 1];
    const std::uint32_t next =
        more ? gradients.edge_rows[gradients.pair_edges[uses_end]] : plan.pair_rows[pair];
    each_vector(width, [&](auto d, std::size_t j) HWY_ATTR {
      using V = hn::Vec<decltype(d)>;
      V sums[4] = {hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
      V d_c = hn::LoadU(d, d_c_below + j);
      fetch_gates(gradients.d_sum + next * std::size_t{4} * width, width, j);
      hwy::Prefetch(gradients.d_c + next * width + j);
      for (std::uint32_t use = uses_begin; use < uses_end; ++use) {
        const std::uint32_t edge = gradients.pair_edges[use];
        const std::uint32_t v = gradients.edge_rows[edge];
        const float* w_hat = rows.w_hat + plan.inputs[v] * std::size_t{4} * width;
        float* d_sum = gradients.d_sum + v * std::size_t{4} * width;
        const V count = hn::Set(d, plan.edge_counts[edge]);
        HWY_UNROLL(4)
        for (std::size_t g = 0; g < 3; ++g) {
          sums[g] = hn::MulAdd(count, hn::LoadU(d, d_sum + g * width + j), sums[g]);
        }
        const V forget = sigmoid(d, forget_sum(d, rows, w_hat, u_hat, j));
        const V d_cell = hn::Mul(count, hn::LoadU(d, gradients.d_c + v * width + j));
        d_c = hn::MulAdd(d_cell, forget, d_c);
        const V d_forget = hn::Mul(hn::Mul(d_cell, hn::LoadU(d, c + j)), slope(d, forget));
        sums[3] = hn::Add(sums[3], d_forget);
        float* of_row = d_sum + 3 * width + j;
        hn::StoreU(hn::Add(d_forget, hn::LoadU(d, of_row)), d, of_row);
      }
      hn::StoreU(d_c, d, d_c_below + j);
      HWY_UNROLL(4)
      for (std::size_t g = 0; g < 4; ++g) hn::StoreU(sums[g], d, d_y + g * width + j);
    });
  }
}

void norm_gates_backward(std::size_t rows, std::size_t width, const float* hats,
                         const float* scales, const float* HWY_RESTRICT gain, float* d_rows,
                         float* HWY_RESTRICT d_gain, float* HWY_RESTRICT d_bias) {
  const float per_width = 1.0f / static_cast<float>(width);
  for (std::size_t row = 0; row < rows; ++row) {
    const float* HWY_RESTRICT hat = hats + row * 4 * width;
    float* HWY_RESTRICT d_y = d_rows + row * 4 * width;
    RowSum of_d[4], of_d_hat[4];
    each_vector(width, [&](auto d, std::size_t j) HWY_ATTR {
      HWY_UNROLL(4)
      for (std::size_t g = 0; g < 4; ++g) {
        const std::size_t k = g * width + j;
        const auto y = hn::LoadU(d, d_y + k);
        const auto x_hat = hn::LoadU(d, hat + k);
        hn::StoreU(hn::MulAdd(y, x_hat, hn::LoadU(d, d_gain + k)), d, d_gain + k);
        hn::StoreU(hn::Add(y, hn::LoadU(d, d_bias + k)), d, d_bias + k);
        const auto with_gain = hn::Mul(y, hn::LoadU(d, gain + k));
        add_to(of_d[g], d, with_gain);
        add_to(of_d_hat[g], d, hn::Mul(with_gain, x_hat));
      }
    });
    float means[4], hat_means[4];
    HWY_UNROLL(4)
    for (std::size_t g = 0; g < 4; ++g) {
      means[g] = of_d[g].total() * per_width;
      hat_means[g] = of_d_hat[g].total() * per_width;
    }
    each_vector(width, [&](auto d, std::size_t j) HWY_ATTR {
      HWY_UNROLL(4)
      for (std::size_t g = 0; g < 4; ++g) {
        const std::size_t k = g * width + j;
        const auto offset =
            hn::MulAdd(hn::LoadU(d, hat + k), hn::Set(d, hat_means[g]), hn::Set(d, means[g]));
        // Rounded as it went into the mean: a gate of width 1 gets exactly 0.
        const auto with_gain = hn::Mul(hn::LoadU(d, d_y + k), hn::LoadU(d, gain + k));
        const auto centred = hn::Sub(with_gain, offset);
        hn::StoreU(hn::Mul(hn::Set(d, scales[row * 4 + g]), centred), d, d_y + k);
      }
    });
  }
}

void add_vector(std::size_t n, const float* HWY_RESTRICT from, float* HWY_RESTRICT to) {
  each_vector(n, [&](auto d, std::size_t j) HWY_ATTR {
    hn::StoreU(hn::Add(hn::LoadU(d, from + j), hn::LoadU(d, to + j)), d, to + j);
  });
}

}  // namespace HWY_NAMESPACE
}  // namespace winnow
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace winnow {

HWY_EXPORT(normalise_gates);
HWY_EXPORT(lstm_cells);
HWY_EXPORT(lstm_cells_backward);
HWY_EXPORT(lstm_pairs_backward);
HWY_EXPORT(norm_gates_backward);
HWY_EXPORT(add_vector);

void normalise_gates(std::size_t rows, std::size_t width, float* x, float* scale) {
  HWY_DYNAMIC_DISPATCH(normalise_gates)(rows, width, x, scale);
}

void lstm_cells(const LstmRows& rows, std::uint32_t first, std::uint32_t last, float* h) {
  HWY_DYNAMIC_DISPATCH(lstm_cells)(rows, first, last, h);
}

void lstm_cells_backward(const LstmRows& rows, const LstmRowGradients& gradients,
                         std::uint32_t first, std::uint32_t last, const float* d_h) {
  HWY_DYNAMIC_DISPATCH(lstm_cells_backward)(rows, gradients, first, last, d_h);
}

void lstm_pairs_backward(const LstmRows& rows, const LstmRowGradients& gradients,
                         std::uint32_t first, std::uint32_t last, float* d_y) {
  HWY_DYNAMIC_DISPATCH(lstm_pairs_backward)(rows, gradients, first, last, d_y);
}

void norm_gates_backward(std::size_t rows, std::size_t width, const float* hat, const float* scale,
                         const float* gain, float* d, float* d_gain, float* d_bias) {
  HWY_DYNAMIC_DISPATCH(norm_gates_backward)(rows, width, hat, scale, gain, d, d_gain, d_bias);
}

void add_vector(std::size_t n, const float* from, float* to) {
  HWY_DYNAMIC_DISPATCH(add_vector)(n, from, to);
}

}  // namespace winnow
#endif  // HWY_ONCE
