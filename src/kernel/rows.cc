#include "kernel/rows.h"

#include "winnow/error.h"

#include <algorithm>
#include <cstring>
#include <vector>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/rows.cc"
#include "hwy/foreach_target.h"  // compiles this file once for each SIMD target
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace winnow::HWY_NAMESPACE {

// How many rows ahead scattered loops ask for memory.
constexpr std::size_t kAhead = 4;
// Long sums run over so many rows in f32 before they are added to the total: the rounding errors
// of a short sum are small, and so are those of a sum of few sums.
constexpr std::size_t kSumRows = 128;

void gather_rows(ConstMatrix table, Rows rows, Matrix out) {
  const std::size_t cols = table.cols;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i + kAhead < rows.size()) prefetch_row(table.data + rows[i + kAhead] * cols, cols);
    const float* from = table.data + rows[i] * cols;
    float* to = out.data + i * cols;
    each_vector(cols, [=](auto d, std::size_t c)
                          HWY_ATTR { hn::StoreU(hn::LoadU(d, from + c), d, to + c); });
  }
}

void scatter_add_rows(ConstMatrix x, Rows rows, Matrix table) {
  const std::size_t cols = table.cols;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i + kAhead < rows.size()) prefetch_row(table.data + rows[i + kAhead] * cols, cols);
    add_to(x.data + i * cols, table.data + rows[i] * cols, cols);
  }
}

void gather_sum(ConstMatrix a, Rows a_rows, ConstMatrix b, Rows b_rows, ConstMatrix c, Rows c_rows,
                Matrix out) {
  const std::size_t cols = out.cols;
  for (std::size_t i = 0; i < out.rows; ++i) {
    if (const std::size_t next = i + kAhead; next < out.rows) {
      prefetch_row(a.data + a_rows[next] * cols, cols);
      prefetch_row(b.data + b_rows[next] * cols, cols);
      prefetch_row(c.data + c_rows[next] * cols, cols);
    }
    const float* from_a = a.data + a_rows[i] * cols;
    const float* from_b = b.data + b_rows[i] * cols;
    const float* from_c = c.data + c_rows[i] * cols;
    float* to = out.data + i * cols;
    each_vector(cols, [=](auto d, std::size_t j) HWY_ATTR {
      const auto sum = hn::Add(hn::LoadU(d, from_a + j), hn::LoadU(d, from_b + j));
      hn::StoreU(hn::Add(sum, hn::LoadU(d, from_c + j)), d, to + j);
    });
  }
}

void add_bias(Matrix x, const float* bias) {
  for (std::size_t i = 0; i < x.rows; ++i) add_to(bias, x.data + i * x.cols, x.cols);
}

void sum_rows(ConstMatrix x, float* out) {
  std::vector<float> sum(x.cols);
  for (std::size_t first = 0; first < x.rows; first += kSumRows) {
    const std::size_t end = std::min(first + kSumRows, x.rows);
    std::fill(sum.begin(), sum.end(), 0.f);
    for (std::size_t i = first; i < end; ++i) add_to(x.data + i * x.cols, sum.data(), x.cols);
    add_to(sum.data(), out, x.cols);
  }
}

void relu(ConstMatrix x, Matrix out) {
  each_vector(x.size(), [=](auto d, std::size_t i) HWY_ATTR {
    hn::StoreU(hn::Max(hn::LoadU(d, x.data + i), hn::Zero(d)), d, out.data + i);
  });
}

void relu_backward(ConstMatrix out, ConstMatrix d_out, Matrix d_x) {
  each_vector(out.size(), [=](auto d, std::size_t i) HWY_ATTR {
    const auto open = hn::Gt(hn::LoadU(d, out.data + i), hn::Zero(d));
    hn::StoreU(hn::IfThenElseZero(open, hn::LoadU(d, d_out.data + i)), d, d_x.data + i);
  });
}

void sigmoid(const float* x, float* out, std::size_t size) {
  each_vector(size, [=](auto d, std::size_t i) HWY_ATTR {
    const auto one = hn::Set(d, 1.f);
    // Highway's Exp does not know infinity: past 88 it gives nonsense.
    const auto e = hn::Exp(d, hn::Min(hn::Neg(hn::LoadU(d, x + i)), hn::Set(d, 88.f)));
    hn::StoreU(hn::Div(one, hn::Add(one, e)), d, out + i);
  });
}

void gate(ConstMatrix x, ConstMatrix gates, Rows kinds, Matrix out) {
  std::vector<float> open(gates.size());
  sigmoid(gates.data, open.data(), open.size());
  for (std::size_t i = 0; i < x.rows; ++i) {
    const float* from = x.data + i * x.cols;
    const float* factor = open.data() + kinds[i] * x.cols;
    float* to = out.data + i * x.cols;
    each_vector(x.cols, [=](auto d, std::size_t c) HWY_ATTR {
      hn::StoreU(hn::Mul(hn::LoadU(d, from + c), hn::LoadU(d, factor + c)), d, to + c);
    });
  }
}

// With s = sigmoid(g): d_x = s d_out, and d_g = s (1 - s) sum of x d_out over the rows of a kind.
void gate_backward(ConstMatrix x, ConstMatrix gates, Rows kinds, ConstMatrix d_out, Matrix d_x,
                   Matrix d_gates) {
  const std::size_t cols = x.cols;
  std::vector<float> open(gates.size()), sum(gates.size());
  sigmoid(gates.data, open.data(), open.size());
  const std::size_t block = std::max(kSumRows, 4 * gates.rows);
  for (std::size_t first = 0; first < x.rows; first += block) {
    const std::size_t end = std::min(first + block, x.rows);
    std::fill(sum.begin(), sum.end(), 0.f);
    for (std::size_t i = first; i < end; ++i) {
      const float* at = x.data + i * cols;
      const float* d_at = d_out.data + i * cols;
      const float* factor = open.data() + kinds[i] * cols;
      float* d_to = d_x.data + i * cols;
      float* total = sum.data() + kinds[i] * cols;
      each_vector(cols, [=](auto d, std::size_t c) HWY_ATTR {
        const auto x_c = hn::LoadU(d, at + c);
        const auto d_c = hn::LoadU(d, d_at + c);
        hn::StoreU(hn::MulAdd(x_c, d_c, hn::LoadU(d, total + c)), d, total + c);
        hn::StoreU(hn::Mul(d_c, hn::LoadU(d, factor + c)), d, d_to + c);
      });
    }
    each_vector(sum.size(), [&](auto d, std::size_t c) HWY_ATTR {
      const auto s = hn::LoadU(d, open.data() + c);
      const auto slope = hn::NegMulAdd(s, s, s);
      const auto d_g = hn::LoadU(d, d_gates.data + c);
      hn::StoreU(hn::MulAdd(slope, hn::LoadU(d, sum.data() + c), d_g), d, d_gates.data + c);
    });
  }
}

}  // namespace winnow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace winnow {

HWY_EXPORT(gather_rows);
HWY_EXPORT(scatter_add_rows);
HWY_EXPORT(gather_sum);
HWY_EXPORT(add_bias);
HWY_EXPORT(sum_rows);
HWY_EXPORT(relu);
HWY_EXPORT(relu_backward);
HWY_EXPORT(gate);
HWY_EXPORT(gate_backward);

namespace {

template <class A, class B>
bool same_shape(A a, B b) {
  return a.rows == b.rows && a.cols == b.cols;
}

}  // namespace

void gather_rows(ConstMatrix table, Rows rows, Matrix out) {
  require(out.rows == rows.size() && out.cols == table.cols, "gather_rows: shapes differ");
  HWY_DYNAMIC_DISPATCH(gather_rows)(table, rows, out);
}

void scatter_add_rows(ConstMatrix x, Rows rows, Matrix table) {
  require(x.rows == rows.size() && x.cols == table.cols, "scatter_add_rows: shapes differ");
  HWY_DYNAMIC_DISPATCH(scatter_add_rows)(x, rows, table);
}

void gather_sum(ConstMatrix a, Rows a_rows, ConstMatrix b, Rows b_rows, ConstMatrix c, Rows c_rows,
                Matrix out) {
  require(a.cols == out.cols && b.cols == out.cols && c.cols == out.cols &&
              a_rows.size() == out.rows && b_rows.size() == out.rows && c_rows.size() == out.rows,
          "gather_sum: shapes differ");
  HWY_DYNAMIC_DISPATCH(gather_sum)(a, a_rows, b, b_rows, c, c_rows, out);
}

void add_bias(Matrix x, std::span<const float> bias) {
  require(bias.size() == x.cols, "add_bias: shapes differ");
  HWY_DYNAMIC_DISPATCH(add_bias)(x, bias.data());
}

void sum_rows(ConstMatrix x, std::span<float> out) {
  require(out.size() == x.cols, "sum_rows: shapes differ");
  HWY_DYNAMIC_DISPATCH(sum_rows)(x, out.data());
}

void relu(ConstMatrix x, Matrix out) {
  require(same_shape(x, out), "relu: shapes differ");
  HWY_DYNAMIC_DISPATCH(relu)(x, out);
}

void relu_backward(ConstMatrix out, ConstMatrix d_out, Matrix d_x) {
  require(same_shape(out, d_out) && same_shape(out, d_x), "relu_backward: shapes differ");
  HWY_DYNAMIC_DISPATCH(relu_backward)(out, d_out, d_x);
}

void gate(ConstMatrix x, ConstMatrix gates, Rows kinds, Matrix out) {
  require(same_shape(x, out) && gates.cols == x.cols && kinds.size() == x.rows,
          "gate: shapes differ");
  HWY_DYNAMIC_DISPATCH(gate)(x, gates, kinds, out);
}

void gate_backward(ConstMatrix x, ConstMatrix gates, Rows kinds, ConstMatrix d_out, Matrix d_x,
                   Matrix d_gates) {
  require(same_shape(x, d_out) && same_shape(x, d_x) && same_shape(gates, d_gates) &&
              gates.cols == x.cols && kinds.size() == x.rows,
          "gate_backward: shapes differ");
  HWY_DYNAMIC_DISPATCH(gate_backward)(x, gates, kinds, d_out, d_x, d_gates);
}

}  // namespace winnow
#endif
