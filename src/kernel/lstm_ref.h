// kernel/lstm_ref.h - the plain twin of kernel/lstm.h: loops straight from the equations, the
// truth. It takes a plan's rows and edges and nothing else of it: no pairs shared, no blocks, no
// levels (rows are in order already). In double it is what finite differences and the kernels are
// held to.
#pragma once

#include "kernel/lstm.h"
#include "term/ragged.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace winnow {

template <class Real>
class LstmRef {
 public:
  LstmRef(const LstmPlan& plan, const LstmTensors<const Real>& weights,
          MatrixSpan<const Real> inputs)
      : plan_(plan),
        weights_(weights),
        inputs_(inputs),
        d_(weights.width),
        h_(plan.rows * d_),
        c_(plan.rows * d_) {
    for (std::uint32_t v = 0; v < plan.rows; ++v) {
      const Row row = compute(v);
      std::copy(row.c.begin(), row.c.end(), &c_[v * d_]);
      for (std::size_t j = 0; j < d_; ++j) h_[v * d_ + j] = row.gates[kO][j] * row.tanh_c[j];
    }
  }

  MatrixSpan<const Real> h() const { return {h_.data(), plan_.rows, d_}; }

  void backward(MatrixSpan<const Real> d_h_given, const LstmTensors<Real>& gradients,
                MatrixSpan<Real> d_inputs) const {
    Vector d_h(d_h_given.data, d_h_given.data + d_h_given.size());
    Vector d_c(d_h.size(), 0);
    std::fill_n(d_inputs.data, d_inputs.size(), Real(0));
    for (std::uint32_t v = plan_.rows; v-- > 0;) {
      row_backward(v, compute(v), d_h, d_c, gradients, d_inputs);
    }
  }

 private:
  using Vector = std::vector<Real>;
  enum Gate { kI, kO, kC, kF };
  struct Norm {  // of one vector: (x - mean) * scale
    Vector hat;
    Real scale;
  };
  struct Edge {
    std::uint32_t row, label;
    Real count;
    std::array<Norm, 4> norms;
    Vector forget;
  };
  struct Row {
    std::array<Norm, 4> norms;
    std::vector<Edge> edges;
    std::array<Vector, 3> gates;  // i, o, c^ after their sigmoid or tanh
    Vector c, tanh_c;
    Norm cell_norm;
  };

  static Real sigmoid(Real x) { return 1 / (1 + std::exp(-x)); }

  static Norm normalised(const Vector& x) {
    Real mean = 0, variance = 0;
    for (Real value : x) mean += value / Real(x.size());
    for (Real value : x) variance += (value - mean) * (value - mean) / Real(x.size());
    Norm norm{x, 1 / std::sqrt(variance + Real(kNormEpsilon))};
    for (Real& value : norm.hat) value = (value - mean) * norm.scale;
    return norm;
  }

  // y = gain * hat + bias: from d y to d x; adds to the gradients of gain and bias.
  Vector norm_backward(const Norm& norm, const Vector& d_y, const Real* gain, Real* d_gain,
                       Real* d_bias) const {
    Vector d_x(d_);
    Real mean = 0, mean_hat = 0;
    for (std::size_t j = 0; j < d_; ++j) {
      d_gain[j] += d_y[j] * norm.hat[j];
      d_bias[j] += d_y[j];
      mean += d_y[j] * gain[j] / Real(d_);
      mean_hat += d_y[j] * gain[j] * norm.hat[j] / Real(d_);
    }
    for (std::size_t j = 0; j < d_; ++j) {
      d_x[j] = norm.scale * (d_y[j] * gain[j] - mean - norm.hat[j] * mean_hat);
    }
    return d_x;
  }

  // The four gates' normalised products of a [4d, n] matrix with x.
  std::array<Norm, 4> products(const Real* matrix, const Real* x, std::size_t n) const {
    std::array<Norm, 4> norms;
    for (std::size_t gate = 0; gate < 4; ++gate) {
      Vector y(d_, 0);
      for (std::size_t i = 0; i < d_; ++i) {
        for (std::size_t j = 0; j < n; ++j) y[i] += matrix[(gate * d_ + i) * n + j] * x[j];
      }
      norms[gate] = normalised(y);
    }
    return norms;
  }

  std::uint32_t label_of(std::uint32_t pair) const {
    return static_cast<std::uint32_t>(
        std::upper_bound(plan_.label_ends.begin(), plan_.label_ends.end(), pair) -
        plan_.label_ends.begin());
  }

  Row compute(std::uint32_t v) const {
    Row row;
    const auto& w = weights_;
    row.norms = products(w.w, inputs_.row(plan_.inputs[v]).data(), w.input_width);
    for (std::uint32_t e = Ends(plan_.edge_ends).begin(v); e < plan_.edge_ends[v]; ++e) {
      Edge edge;
      edge.row = plan_.pair_rows[plan_.edge_pairs[e]];
      edge.label = label_of(plan_.edge_pairs[e]);
      edge.count = Real(plan_.edge_counts[e]);
      edge.norms = products(w.u + edge.label * 4 * d_ * d_, &h_[edge.row * d_], d_);
      row.edges.push_back(std::move(edge));
    }
    for (std::size_t gate : {kI, kO, kC}) {
      row.gates[gate].resize(d_);
      for (std::size_t j = 0; j < d_; ++j) {
        const std::size_t k = gate * d_ + j;
        Real x = w.w_gain[k] * row.norms[gate].hat[j] + w.w_bias[k] + w.b[k];
        for (const Edge& edge : row.edges) {
          x += edge.count * (w.u_gain[k] * edge.norms[gate].hat[j] + w.u_bias[k]);
        }
        row.gates[gate][j] = gate == kC ? std::tanh(x) : sigmoid(x);
      }
    }
    row.c.resize(d_);
    for (std::size_t j = 0; j < d_; ++j) row.c[j] = row.gates[kI][j] * row.gates[kC][j];
    for (Edge& edge : row.edges) {
      edge.forget.resize(d_);
      for (std::size_t j = 0; j < d_; ++j) {
        const std::size_t k = kF * d_ + j;
        edge.forget[j] = sigmoid(w.w_gain[k] * row.norms[kF].hat[j] + w.w_bias[k] + w.b[k] +
                                 w.u_gain[k] * edge.norms[kF].hat[j] + w.u_bias[k]);
        row.c[j] += edge.count * edge.forget[j] * c_[edge.row * d_ + j];
      }
    }
    row.tanh_c = row.c;
    if (w.c_gain != nullptr) {
      row.cell_norm = normalised(row.c);
      for (std::size_t j = 0; j < d_; ++j) {
        row.tanh_c[j] = w.c_gain[j] * row.cell_norm.hat[j] + w.c_bias[j];
      }
    }
    for (Real& x : row.tanh_c) x = std::tanh(x);
    return row;
  }

  // y = matrix x: from d y (one gate's) to d x and d matrix, both added to.
  void product_backward(std::size_t gate, const Vector& d_y, const Real* matrix, const Real* x,
                        std::size_t n, Real* d_matrix, Real* d_x) const {
    for (std::size_t i = 0; i < d_; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        d_x[j] += matrix[(gate * d_ + i) * n + j] * d_y[i];
        d_matrix[(gate * d_ + i) * n + j] += d_y[i] * x[j];
      }
    }
  }

  void row_backward(std::uint32_t v, const Row& row, Vector& d_h, Vector& d_c,
                    const LstmTensors<Real>& g, MatrixSpan<Real> d_inputs) const {
    const auto& w = weights_;
    const Vector& i = row.gates[kI];
    const Vector& o = row.gates[kO];
    const Vector& candidate = row.gates[kC];
    std::array<Vector, 4> d_sum;  // of the arguments of the gates' sigmoids and tanh
    for (Vector& sum : d_sum) sum.assign(d_, 0);
    Vector d_cell(d_);
    for (std::size_t j = 0; j < d_; ++j) {
      d_sum[kO][j] = d_h[v * d_ + j] * row.tanh_c[j] * o[j] * (1 - o[j]);
      d_cell[j] = d_h[v * d_ + j] * o[j] * (1 - row.tanh_c[j] * row.tanh_c[j]);
    }
    if (w.c_gain != nullptr) {
      d_cell = norm_backward(row.cell_norm, d_cell, w.c_gain, g.c_gain, g.c_bias);
    }
    for (std::size_t j = 0; j < d_; ++j) {
      d_cell[j] += d_c[v * d_ + j];
      d_sum[kI][j] = d_cell[j] * candidate[j] * i[j] * (1 - i[j]);
      d_sum[kC][j] = d_cell[j] * i[j] * (1 - candidate[j] * candidate[j]);
    }
    for (const Edge& edge : row.edges) {
      Vector d_forget(d_);
      for (std::size_t j = 0; j < d_; ++j) {
        const Real f = edge.forget[j];
        d_forget[j] = edge.count * d_cell[j] * c_[edge.row * d_ + j] * f * (1 - f);
        d_sum[kF][j] += d_forget[j];
        d_c[edge.row * d_ + j] += edge.count * d_cell[j] * f;
      }
      for (std::size_t gate = 0; gate < 4; ++gate) {
        Vector d_y = gate == kF ? d_forget : d_sum[gate];
        if (gate != kF) {
          for (Real& x : d_y) x *= edge.count;
        }
        const Vector d_product = norm_backward(edge.norms[gate], d_y, w.u_gain + gate * d_,
                                               g.u_gain + gate * d_, g.u_bias + gate * d_);
        product_backward(gate, d_product, w.u + edge.label * 4 * d_ * d_, &h_[edge.row * d_], d_,
                         g.u + edge.label * 4 * d_ * d_, &d_h[edge.row * d_]);
      }
    }
    const std::uint32_t input = plan_.inputs[v];
    for (std::size_t gate = 0; gate < 4; ++gate) {
      for (std::size_t j = 0; j < d_; ++j) g.b[gate * d_ + j] += d_sum[gate][j];
      const Vector d_product = norm_backward(row.norms[gate], d_sum[gate], w.w_gain + gate * d_,
                                             g.w_gain + gate * d_, g.w_bias + gate * d_);
      product_backward(gate, d_product, w.w, inputs_.row(input).data(), w.input_width, g.w,
                       d_inputs.row(input).data());
    }
  }

  const LstmPlan& plan_;
  LstmTensors<const Real> weights_;
  MatrixSpan<const Real> inputs_;
  std::size_t d_;
  Vector h_, c_;  // [rows, d]
};

}  // namespace winnow
