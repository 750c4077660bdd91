// model/plain_ops.h - the operations of model/forward.h on plain buffers, for ranking.
// Batch norms use their running averages; nothing is kept for gradients; memory is freed as soon
// as no Value refers to it.
#pragma once

#include "kernel/buffer.h"
#include "kernel/matrix.h"
#include "model/weights.h"
#include "plan/batch_plan.h"

#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace winnow {

class PlainOps {
 public:
  class Value {
   public:
    Value() = default;
    explicit Value(ConstMatrix borrowed) : matrix_(borrowed) {}
    Value(std::size_t rows, std::size_t cols)
        : owner_(std::make_shared<Buffer>(rows * cols)), matrix_{owner_->data(), rows, cols} {}

    ConstMatrix matrix() const { return matrix_; }
    Matrix writable() const { return {owner_->data(), matrix_.rows, matrix_.cols}; }
    std::size_t rows() const { return matrix_.rows; }
    std::size_t cols() const { return matrix_.cols; }

   private:
    std::shared_ptr<Buffer> owner_;  // null: a parameter
    ConstMatrix matrix_;
  };
  using Rows = std::vector<std::uint32_t>;
  using Counts = std::vector<float>;

  explicit PlainOps(const ModelWeights& weights) : weights_(weights) {}

  Value weight(const std::string& name) const { return Value(weights_.matrix(name)); }
  std::size_t rows(const Value& x) const { return x.rows(); }
  Value zeros(std::size_t rows, std::size_t cols) const;
  Value input(const std::vector<float>& values, std::size_t rows, std::size_t cols) const;
  Value gather(const Value& table, const Rows& rows) const;
  Value gather_sum(const Value& a, const Rows& a_rows, const Value& b, const Rows& b_rows,
                   const Value& c, const Rows& c_rows) const;
  Value linear(const Value& x, const Value& weight) const;
  Value add(const Value& a, const Value& b) const;
  Value multiply(const Value& a, const Value& b) const;  // entry by entry
  Value add_bias(const Value& x, const Value& bias) const;
  Value relu(const Value& x) const;
  Value unit_rows(const Value& x) const;  // of length 1; zeros stay
  Value scale(const Value& x, const Value& factor, float constant) const;  // factor: one number
  Value drop_hidden(const Value& x) const { return x; }
  Value drop_states(const Value& x) const { return x; }
  Value batch_norm(const std::string& name, const Value& x, const Counts& counts, bool relu) const;
  Value layer_norm(const std::string& name, const Value& x) const;
  Value lstm(const std::string& name, const LstmPlan& plan, const Value& inputs) const;
  Value segment_sum(const Value& x, const Rows& ends, const Rows& rows,
                    const Counts& weights) const;
  Value segment_max(const Value& x, const Rows& ends, const Rows& rows) const;
  Value attention(const Value& q, const Value& k, const Value& v, const AttentionSide& side,
                  std::uint32_t heads) const;
  Value gate(const Value& x, const Value& gates, const Rows& kinds) const;
  Value concat_rows(std::initializer_list<Value> parts) const;
  Value concat_columns(const Value& a, const Value& b) const;

 private:
  const ModelWeights& weights_;
};

}  // namespace winnow
