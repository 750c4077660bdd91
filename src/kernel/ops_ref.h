// kernel/ops_ref.h - the plain twins of ops.h: the truth that tests hold the fast kernels to.
// One element at a time, sums from left to right, for float and for double; arguments and the
// order of arguments are those of ops.h.
#pragma once

#include "kernel/attention.h"
#include "kernel/norms.h"
#include "kernel/segments.h"
#include "term/ragged.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace winnow::ref {

template <class Real>
using In = MatrixSpan<const Real>;
template <class Real>
using Out = MatrixSpan<Real>;

// --- products ------------------------------------------------------------------------------------
template <class Real>
void multiply_nt(In<Real> a, In<Real> b, Out<Real> out, bool add = false) {
  for (std::size_t i = 0; i < out.rows; ++i)
    for (std::size_t j = 0; j < out.cols; ++j) {
      Real sum = add ? out.row(i)[j] : 0;
      for (std::size_t k = 0; k < a.cols; ++k) sum += a.row(i)[k] * b.row(j)[k];
      out.row(i)[j] = sum;
    }
}

template <class Real>
void multiply_nn(In<Real> a, In<Real> b, Out<Real> out, bool add = false) {
  for (std::size_t i = 0; i < out.rows; ++i)
    for (std::size_t j = 0; j < out.cols; ++j) {
      Real sum = add ? out.row(i)[j] : 0;
      for (std::size_t k = 0; k < a.cols; ++k) sum += a.row(i)[k] * b.row(k)[j];
      out.row(i)[j] = sum;
    }
}

template <class Real>
void multiply_tn(In<Real> a, In<Real> b, Out<Real> out, bool add = false) {
  for (std::size_t i = 0; i < out.rows; ++i)
    for (std::size_t j = 0; j < out.cols; ++j) {
      Real sum = add ? out.row(i)[j] : 0;
      for (std::size_t k = 0; k < a.rows; ++k) sum += a.row(k)[i] * b.row(k)[j];
      out.row(i)[j] = sum;
    }
}

// --- rows ----------------------------------------------------------------------------------------
template <class Real>
void gather_rows(In<Real> table, Rows rows, Out<Real> out) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t c = 0; c < out.cols; ++c) out.row(i)[c] = table.row(rows[i])[c];
}

template <class Real>
void scatter_add_rows(In<Real> x, Rows rows, Out<Real> table) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t c = 0; c < x.cols; ++c) table.row(rows[i])[c] += x.row(i)[c];
}

template <class Real>
void gather_sum(In<Real> a, Rows a_rows, In<Real> b, Rows b_rows, In<Real> c, Rows c_rows,
                Out<Real> out) {
  for (std::size_t i = 0; i < out.rows; ++i)
    for (std::size_t j = 0; j < out.cols; ++j)
      out.row(i)[j] = a.row(a_rows[i])[j] + b.row(b_rows[i])[j] + c.row(c_rows[i])[j];
}

template <class Real>
void add_bias(Out<Real> x, std::span<const Real> bias) {
  for (std::size_t i = 0; i < x.rows; ++i)
    for (std::size_t c = 0; c < x.cols; ++c) x.row(i)[c] += bias[c];
}

template <class Real>
void sum_rows(In<Real> x, std::span<Real> out) {
  for (std::size_t i = 0; i < x.rows; ++i)
    for (std::size_t c = 0; c < x.cols; ++c) out[c] += x.row(i)[c];
}

template <class Real>
void relu(In<Real> x, Out<Real> out) {
  for (std::size_t i = 0; i < x.size(); ++i) out.data[i] = std::max<Real>(x.data[i], 0);
}

template <class Real>
void relu_backward(In<Real> out, In<Real> d_out, Out<Real> d_x) {
  for (std::size_t i = 0; i < out.size(); ++i) d_x.data[i] = out.data[i] > 0 ? d_out.data[i] : 0;
}

template <class Real>
Real sigmoid(Real x) {
  return 1 / (1 + std::exp(-x));
}

template <class Real>
void gate(In<Real> x, In<Real> gates, Rows kinds, Out<Real> out) {
  for (std::size_t i = 0; i < x.rows; ++i)
    for (std::size_t c = 0; c < x.cols; ++c)
      out.row(i)[c] = x.row(i)[c] * sigmoid(gates.row(kinds[i])[c]);
}

template <class Real>
void gate_backward(In<Real> x, In<Real> gates, Rows kinds, In<Real> d_out, Out<Real> d_x,
                   Out<Real> d_gates) {
  for (std::size_t i = 0; i < x.rows; ++i)
    for (std::size_t c = 0; c < x.cols; ++c) {
      const Real s = sigmoid(gates.row(kinds[i])[c]);
      d_x.row(i)[c] = d_out.row(i)[c] * s;
      d_gates.row(kinds[i])[c] += d_out.row(i)[c] * x.row(i)[c] * s * (1 - s);
    }
}

// --- norms ---------------------------------------------------------------------------------------
template <class Real>
void layer_norm(In<Real> x, std::span<const Real> gain, std::span<const Real> bias, Out<Real> out,
                Out<Real> hat, std::span<Real> scale) {
  for (std::size_t i = 0; i < x.rows; ++i) {
    Real mean = 0, variance = 0;
    for (const Real value : x.row(i)) mean += value / static_cast<Real>(x.cols);
    for (const Real value : x.row(i))
      variance += (value - mean) * (value - mean) / static_cast<Real>(x.cols);
    scale[i] = 1 / std::sqrt(variance + static_cast<Real>(kNormEpsilon));
    for (std::size_t c = 0; c < x.cols; ++c) {
      hat.row(i)[c] = (x.row(i)[c] - mean) * scale[i];
      out.row(i)[c] = hat.row(i)[c] * gain[c] + bias[c];
    }
  }
}

template <class Real>
void layer_norm_backward(In<Real> hat, std::span<const Real> scale, std::span<const Real> gain,
                         In<Real> d_out, Out<Real> d_x, std::span<Real> d_gain,
                         std::span<Real> d_bias) {
  for (std::size_t i = 0; i < hat.rows; ++i) {
    Real mean = 0, tilt = 0;
    for (std::size_t c = 0; c < hat.cols; ++c) {
      const Real g = gain[c] * d_out.row(i)[c] / static_cast<Real>(hat.cols);
      mean += g;
      tilt += g * hat.row(i)[c];
    }
    for (std::size_t c = 0; c < hat.cols; ++c) {
      const Real dy = d_out.row(i)[c], h = hat.row(i)[c];
      d_gain[c] += dy * h;
      d_bias[c] += dy;
      d_x.row(i)[c] = scale[i] * (gain[c] * dy - mean - h * tilt);
    }
  }
}

template <class Real>
Real weight_of(Weights weights, std::size_t row) {
  return weights.empty() ? Real{1} : static_cast<Real>(weights[row]);
}

template <class Real>
void batch_norm_fixed(In<Real> x, std::span<const Real> mean, std::span<const Real> variance,
                      std::span<const Real> gain, std::span<const Real> bias, bool with_relu,
                      Out<Real> out) {
  for (std::size_t i = 0; i < x.rows; ++i)
    for (std::size_t c = 0; c < x.cols; ++c) {
      const Real h =
          (x.row(i)[c] - mean[c]) / std::sqrt(variance[c] + static_cast<Real>(kNormEpsilon));
      const Real y = h * gain[c] + bias[c];
      out.row(i)[c] = with_relu ? std::max<Real>(y, 0) : y;
    }
}

template <class Real>
void batch_norm(In<Real> x, Weights weights, std::span<const Real> gain, std::span<const Real> bias,
                bool with_relu, Out<Real> out, Out<Real> hat, std::span<Real> mean,
                std::span<Real> variance) {
  Real total = 0;
  for (std::size_t i = 0; i < x.rows; ++i) total += weight_of<Real>(weights, i);
  for (std::size_t c = 0; c < x.cols; ++c) {
    mean[c] = variance[c] = 0;
    for (std::size_t i = 0; i < x.rows; ++i)
      mean[c] += weight_of<Real>(weights, i) * x.row(i)[c] / total;
    for (std::size_t i = 0; i < x.rows; ++i) {
      const Real centred = x.row(i)[c] - mean[c];
      variance[c] += weight_of<Real>(weights, i) * centred * centred / total;
    }
    for (std::size_t i = 0; i < x.rows; ++i)
      hat.row(i)[c] =
          (x.row(i)[c] - mean[c]) / std::sqrt(variance[c] + static_cast<Real>(kNormEpsilon));
  }
  batch_norm_fixed<Real>(x, mean, variance, gain, bias, with_relu, out);
}

template <class Real>
void batch_norm_backward(In<Real> hat, std::span<const Real> variance, Weights weights,
                         std::span<const Real> gain, bool with_relu, In<Real> out, In<Real> d_out,
                         Out<Real> d_x, std::span<Real> d_gain, std::span<Real> d_bias) {
  Real total = 0;
  for (std::size_t i = 0; i < hat.rows; ++i) total += weight_of<Real>(weights, i);
  for (std::size_t c = 0; c < hat.cols; ++c) {
    const auto d_y = [&](std::size_t i) {
      return with_relu && !(out.row(i)[c] > 0) ? Real{0} : d_out.row(i)[c];
    };
    Real mean = 0, tilt = 0;
    for (std::size_t i = 0; i < hat.rows; ++i) {
      d_bias[c] += d_y(i);
      d_gain[c] += d_y(i) * hat.row(i)[c];
      mean += d_y(i) / total;
      tilt += d_y(i) * hat.row(i)[c] / total;
    }
    const Real factor = gain[c] / std::sqrt(variance[c] + static_cast<Real>(kNormEpsilon));
    for (std::size_t i = 0; i < hat.rows; ++i)
      d_x.row(i)[c] =
          factor * (d_y(i) - weight_of<Real>(weights, i) * (mean + hat.row(i)[c] * tilt));
  }
}

// --- segments ------------------------------------------------------------------------------------
// visit(segment, entry, weight) for every entry.
template <class Real, class Visit>
void each_entry(const Segments& segments, Visit&& visit) {
  std::size_t entry = 0;
  for (std::size_t s = 0; s < segments.ends.size(); ++s)
    for (; entry < segments.ends[s]; ++entry)
      visit(s, segments.rows[entry], weight_of<Real>(segments.weights, entry));
}

template <class Real>
void segment_sum(In<Real> x, const Segments& segments, Out<Real> out) {
  std::fill(out.all().begin(), out.all().end(), Real{0});
  each_entry<Real>(segments, [&](std::size_t s, std::size_t row, Real weight) {
    for (std::size_t c = 0; c < x.cols; ++c) out.row(s)[c] += weight * x.row(row)[c];
  });
}

template <class Real>
void segment_sum_backward(In<Real> d_out, const Segments& segments, Out<Real> d_x) {
  each_entry<Real>(segments, [&](std::size_t s, std::size_t row, Real weight) {
    for (std::size_t c = 0; c < d_x.cols; ++c) d_x.row(row)[c] += weight * d_out.row(s)[c];
  });
}

template <class Real>
void segment_max(In<Real> x, const Segments& segments, Out<Real> out,
                 std::span<std::uint32_t> from) {
  std::fill(out.all().begin(), out.all().end(), -std::numeric_limits<Real>::infinity());
  each_entry<Real>(segments, [&](std::size_t s, std::size_t row, Real) {
    for (std::size_t c = 0; c < x.cols; ++c)
      if (x.row(row)[c] > out.row(s)[c]) {
        out.row(s)[c] = x.row(row)[c];
        from[s * x.cols + c] = static_cast<std::uint32_t>(row);
      }
  });
}

template <class Real>
void segment_max_backward(In<Real> d_out, std::span<const std::uint32_t> from, Out<Real> d_x) {
  for (std::size_t s = 0; s < d_out.rows; ++s)
    for (std::size_t c = 0; c < d_out.cols; ++c)
      d_x.row(from[s * d_out.cols + c])[c] += d_out.row(s)[c];
}

// --- attention -----------------------------------------------------------------------------------
// Scores of one query and head over the keys of its set, with log(count) added.
template <class Real>
std::vector<Real> attention_scores(In<Real> q, In<Real> k, const AttentionPlan& plan, std::size_t n,
                                   std::size_t head) {
  const std::size_t width = q.cols / plan.heads, set = plan.sets[n];
  std::vector<Real> scores;
  for (std::size_t e = Ends(plan.set_ends).begin(set); e < plan.set_ends[set]; ++e) {
    Real sum = 0;
    for (std::size_t c = head * width; c < (head + 1) * width; ++c)
      sum += q.row(plan.queries[n])[c] * k.row(plan.key_rows[e])[c];
    scores.push_back(sum / std::sqrt(static_cast<Real>(width)) +
                     std::log(static_cast<Real>(plan.key_counts[e])));
  }
  return scores;
}

template <class Real>
void attention(In<Real> q, In<Real> k, In<Real> v, const AttentionPlan& plan, Out<Real> out,
               std::span<Real> log_sum) {
  const std::size_t width = q.cols / plan.heads;
  std::fill(out.all().begin(), out.all().end(), Real{0});
  for (std::size_t n = 0; n < plan.queries.size(); ++n)
    for (std::size_t head = 0; head < plan.heads; ++head) {
      const std::vector<Real> scores = attention_scores<Real>(q, k, plan, n, head);
      const std::size_t begin = plan.set_ends[plan.sets[n]] - scores.size();
      const Real most = *std::max_element(scores.begin(), scores.end());
      Real sum = 0;
      for (const Real score : scores) sum += std::exp(score - most);
      log_sum[n * plan.heads + head] = scores.size() == 1 ? 0 : most + std::log(sum);
      for (std::size_t j = 0; j < scores.size(); ++j)
        for (std::size_t c = head * width; c < (head + 1) * width; ++c)
          out.row(n)[c] += std::exp(scores[j] - most) / sum * v.row(plan.key_rows[begin + j])[c];
    }
}

template <class Real>
void attention_backward(In<Real> q, In<Real> k, In<Real> v, const AttentionPlan& plan, In<Real> out,
                        std::span<const Real> log_sum, In<Real> d_out, Out<Real> d_q, Out<Real> d_k,
                        Out<Real> d_v) {
  const std::size_t width = q.cols / plan.heads;
  const Real scale = 1 / std::sqrt(static_cast<Real>(width));
  for (std::size_t n = 0; n < plan.queries.size(); ++n)
    for (std::size_t head = 0; head < plan.heads; ++head) {
      const std::vector<Real> scores = attention_scores<Real>(q, k, plan, n, head);
      const std::size_t begin = plan.set_ends[plan.sets[n]] - scores.size();
      const std::size_t query = plan.queries[n], first = head * width, end = first + width;
      Real inner = 0;
      for (std::size_t c = first; c < end; ++c) inner += out.row(n)[c] * d_out.row(n)[c];
      for (std::size_t j = 0; j < scores.size(); ++j) {
        const std::size_t key = plan.key_rows[begin + j];
        const Real p =
            scores.size() == 1 ? 1 : std::exp(scores[j] - log_sum[n * plan.heads + head]);
        Real d_p = 0;
        for (std::size_t c = first; c < end; ++c) {
          d_v.row(key)[c] += p * d_out.row(n)[c];
          d_p += d_out.row(n)[c] * v.row(key)[c];
        }
        for (std::size_t c = first; c < end; ++c) {
          d_q.row(query)[c] += p * (d_p - inner) * scale * k.row(key)[c];
          d_k.row(key)[c] += p * (d_p - inner) * scale * q.row(query)[c];
        }
      }
    }
}

}  // namespace winnow::ref
