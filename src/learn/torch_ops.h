// learn/torch_ops.h - the operations of model/forward.h on tensors that remember their gradients.
// Batch norms use the batch's own statistics and note them down; who trains folds the notes into
// the running averages afterwards, in a fixed order.
#pragma once

#include "learn/autograd.h"

#include <torch/torch.h>

#include <initializer_list>
#include <map>
#include <string>
#include <vector>

namespace winnow {

using ParameterMap = std::map<std::string, torch::Tensor>;

struct BatchStatistics {
  std::string norm;  // "start.norm"
  torch::Tensor mean, variance;
};

// Shares of numbers that a step leaves out.
struct DropoutShares {
  double hidden = 0;   // of the classifier's hidden units
  double states = 0;   // of the vectors of nodes and formulas
  double weights = 0;  // of the LSTMs' matrices
};

class TorchOps {
 public:
  using Value = torch::Tensor;
  using Rows = autograd::RowList;
  using Counts = autograd::CountList;

  // `seed` decides what dropout drops.
  TorchOps(const ParameterMap& parameters, const DropoutShares& shares, std::uint64_t seed,
           Products products = Products::f32)
      : parameters_(parameters), shares_(shares), seed_(seed), products_(products) {}

  Value weight(const std::string& name) const { return parameters_.at(name); }
  std::size_t rows(const Value& x) const { return static_cast<std::size_t>(x.size(0)); }
  Value zeros(std::size_t rows, std::size_t cols) const;
  Value input(const std::vector<float>& values, std::size_t rows, std::size_t cols) const;
  Value gather(const Value& table, const Rows& rows) const { return autograd::gather(table, rows); }
  Value gather_sum(const Value& a, const Rows& a_rows, const Value& b, const Rows& b_rows,
                   const Value& c, const Rows& c_rows) const {
    return autograd::gather_sum(a, a_rows, b, b_rows, c, c_rows);
  }
  Value linear(const Value& x, const Value& weight) const {
    return autograd::linear(x, weight, products_);
  }
  Value add(const Value& a, const Value& b) const { return a + b; }
  Value multiply(const Value& a, const Value& b) const { return a * b; }
  Value add_bias(const Value& x, const Value& bias) const { return autograd::add_bias(x, bias); }
  Value relu(const Value& x) const { return autograd::relu(x); }
  Value unit_rows(const Value& x) const;
  Value scale(const Value& x, const Value& factor, float constant) const {
    return x * (factor * constant);
  }
  Value drop_hidden(const Value& x) { return drop(x, shares_.hidden); }
  Value drop_states(const Value& x) { return drop(x, shares_.states); }
  Value batch_norm(const std::string& name, const Value& x, const Counts& counts, bool relu);
  Value layer_norm(const std::string& name, const Value& x) const {
    return autograd::layer_norm(x, weight(name + ".gain"), weight(name + ".bias"));
  }
  Value lstm(const std::string& name, const LstmPlan& plan, const Value& inputs) const;
  Value segment_sum(const Value& x, const Rows& ends, const Rows& rows,
                    const Counts& weights) const {
    return autograd::segment_sum(x, ends, rows, weights);
  }
  Value segment_max(const Value& x, const Rows& ends, const Rows& rows) const {
    return autograd::segment_max(x, ends, rows);
  }
  Value attention(const Value& q, const Value& k, const Value& v, const AttentionSide& side,
                  std::uint32_t heads) const {
    return autograd::attention(q, k, v, side, heads);
  }
  Value gate(const Value& x, const Value& gates, const Rows& kinds) const {
    return autograd::gate(x, gates, kinds);
  }
  Value concat_rows(std::initializer_list<Value> parts) const {
    return torch::cat(std::vector<Value>(parts), 0);
  }
  Value concat_columns(const Value& a, const Value& b) const { return torch::cat({a, b}, 1); }

  const std::vector<BatchStatistics>& statistics() const { return statistics_; }

 private:
  Value drop(const Value& x, double share);

  const ParameterMap& parameters_;
  DropoutShares shares_;
  std::uint64_t seed_;
  Products products_;
  std::vector<BatchStatistics> statistics_;
};

}  // namespace winnow
