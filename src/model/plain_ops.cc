#include "model/plain_ops.h"

#include "kernel/lstm.h"
#include "kernel/ops.h"
#include "kernel/panels.h"
#include "winnow/error.h"

#include <algorithm>
#include <cmath>

namespace winnow {

using Value = PlainOps::Value;

namespace {

constexpr std::size_t kNarrow = 8;     // columns: for fewer, panels would mostly compute with zeros
constexpr double kLeastLength = 1e-8;  // shorter rows are not made longer

}  // namespace

Value PlainOps::zeros(std::size_t rows, std::size_t cols) const {
  Value out(rows, cols);
  std::ranges::fill(out.writable().all(), 0.f);
  return out;
}

Value PlainOps::input(const std::vector<float>& values, std::size_t rows, std::size_t cols) const {
  Value out(rows, cols);
  std::ranges::copy(values, out.writable().data);
  return out;
}

Value PlainOps::gather(const Value& table, const Rows& rows) const {
  Value out(rows.size(), table.cols());
  gather_rows(table.matrix(), rows, out.writable());
  return out;
}

Value PlainOps::gather_sum(const Value& a, const Rows& a_rows, const Value& b, const Rows& b_rows,
                           const Value& c, const Rows& c_rows) const {
  Value out(a_rows.size(), a.cols());
  winnow::gather_sum(a.matrix(), a_rows, b.matrix(), b_rows, c.matrix(), c_rows, out.writable());
  return out;
}

Value PlainOps::linear(const Value& x, const Value& weight) const {
  Value out(x.rows(), weight.rows());
  if (weight.rows() < kNarrow || x.rows() == 0) {
    multiply_nt(x.matrix(), weight.matrix(), out.writable());
    return out;
  }
  // Not BLAS: there a row's last bits depend on how many other rows there are.
  const Buffer memory(Panels::size(weight.cols(), weight.rows()));
  Panels::of_transposed(weight.matrix(), memory.data())
      .multiply(x.rows(), {x.matrix().data, x.cols()}, out.writable().data, out.cols());
  return out;
}

Value PlainOps::add(const Value& a, const Value& b) const {
  Value out(a.rows(), a.cols());
  std::ranges::transform(a.matrix().all(), b.matrix().all(), out.writable().all().begin(),
                         std::plus<>());
  return out;
}

Value PlainOps::multiply(const Value& a, const Value& b) const {
  Value out(a.rows(), a.cols());
  std::ranges::transform(a.matrix().all(), b.matrix().all(), out.writable().all().begin(),
                         std::multiplies<>());
  return out;
}

Value PlainOps::add_bias(const Value& x, const Value& bias) const {
  Value out(x.rows(), x.cols());
  std::ranges::copy(x.matrix().all(), out.writable().data);
  winnow::add_bias(out.writable(), bias.matrix().all());
  return out;
}

Value PlainOps::relu(const Value& x) const {
  Value out(x.rows(), x.cols());
  winnow::relu(x.matrix(), out.writable());
  return out;
}

Value PlainOps::unit_rows(const Value& x) const {
  Value out(x.rows(), x.cols());
  for (std::size_t i = 0; i < x.rows(); ++i) {
    auto from = x.matrix().row(i);
    double square = 0;
    for (float each : from) square += static_cast<double>(each) * static_cast<double>(each);
    auto factor = static_cast<float>(1 / std::max(std::sqrt(square), kLeastLength));
    std::ranges::transform(from, out.writable().row(i).begin(),
                           [&](float each) { return factor * each; });
  }
  return out;
}

Value PlainOps::scale(const Value& x, const Value& factor, float constant) const {
  Value out(x.rows(), x.cols());
  float by = constant * factor.matrix().data[0];
  std::ranges::transform(x.matrix().all(), out.writable().data,
                         [&](float each) { return by * each; });
  return out;
}

Value PlainOps::batch_norm(const std::string& name, const Value& x, const Counts&,
                           bool relu) const {
  Value out(x.rows(), x.cols());
  batch_norm_fixed(x.matrix(), weights_.vector(name + ".mean"), weights_.vector(name + ".variance"),
                   weights_.vector(name + ".gain"), weights_.vector(name + ".bias"), relu,
                   out.writable());
  return out;
}

Value PlainOps::layer_norm(const std::string& name, const Value& x) const {
  Value out(x.rows(), x.cols());
  Buffer hat(x.matrix().size()), scale(x.rows());
  winnow::layer_norm(x.matrix(), weights_.vector(name + ".gain"), weights_.vector(name + ".bias"),
                     out.writable(), hat.matrix(x.rows(), x.cols()), {scale.data(), x.rows()});
  return out;
}

Value PlainOps::lstm(const std::string& name, const LstmPlan& plan, const Value& inputs) const {
  LstmWeights weights = weights_.lstm(name);
  Value out(plan.rows, weights.width);
  lstm_forward(plan, weights, inputs.matrix(), out.writable(), false);
  return out;
}

Value PlainOps::segment_sum(const Value& x, const Rows& ends, const Rows& rows,
                            const Counts& weights) const {
  Value out(ends.size(), x.cols());
  winnow::segment_sum(x.matrix(), {ends, rows, weights}, out.writable());
  return out;
}

Value PlainOps::segment_max(const Value& x, const Rows& ends, const Rows& rows) const {
  Value out(ends.size(), x.cols());
  std::vector<std::uint32_t> from(out.matrix().size());
  winnow::segment_max(x.matrix(), {ends, rows, {}}, out.writable(), from);
  return out;
}

Value PlainOps::attention(const Value& q, const Value& k, const Value& v, const AttentionSide& side,
                          std::uint32_t heads) const {
  Value out(side.queries.size(), q.cols());
  std::vector<float> log_sum(side.queries.size() * heads);
  winnow::attention(q.matrix(), k.matrix(), v.matrix(),
                    {heads, side.queries, side.sets, side.set_ends, side.key_rows, side.key_counts},
                    out.writable(), log_sum);
  return out;
}

Value PlainOps::gate(const Value& x, const Value& gates, const Rows& kinds) const {
  Value out(x.rows(), x.cols());
  winnow::gate(x.matrix(), gates.matrix(), kinds, out.writable());
  return out;
}

Value PlainOps::concat_rows(std::initializer_list<Value> parts) const {
  std::size_t rows = 0, cols = 0;
  for (const Value& part : parts) {
    rows += part.rows();
    cols = std::max(cols, part.cols());
  }
  Value out(rows, cols);
  float* to = out.writable().data;
  for (const Value& part : parts) to = std::ranges::copy(part.matrix().all(), to).out;
  return out;
}

Value PlainOps::concat_columns(const Value& a, const Value& b) const {
  require(a.rows() == b.rows(), "matrices side by side have equally many rows");
  Value out(a.rows(), a.cols() + b.cols());
  float* to = out.writable().data;
  for (std::size_t row = 0; row < a.rows(); ++row) {
    to = std::ranges::copy(a.matrix().row(row), to).out;
    to = std::ranges::copy(b.matrix().row(row), to).out;
  }
  return out;
}

}  // namespace winnow
