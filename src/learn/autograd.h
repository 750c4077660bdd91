// learn/autograd.h - libwinnow's kernels as libtorch autograd functions.
// in: tensors [rows, columns], f32 and contiguous, and the plan's lists     out: a tensor whose
// backward pass runs the kernel's own backward. Lists and plans must outlive the backward pass.
#pragma once

#include "kernel/lstm.h"
#include "kernel/product.h"
#include "plan/batch_plan.h"

#include <torch/torch.h>

#include <vector>

namespace winnow::autograd {

using RowList = std::vector<std::uint32_t>;
using CountList = std::vector<float>;

torch::Tensor gather(const torch::Tensor& table, const RowList& rows);
torch::Tensor gather_sum(const torch::Tensor& a, const RowList& a_rows, const torch::Tensor& b,
                         const RowList& b_rows, const torch::Tensor& c, const RowList& c_rows);
torch::Tensor linear(const torch::Tensor& x, const torch::Tensor& weight,
                     Products products);  // x weight^T
torch::Tensor add_bias(const torch::Tensor& x, const torch::Tensor& bias);
torch::Tensor relu(const torch::Tensor& x);
// mean and variance [columns] receive the batch's statistics.
torch::Tensor batch_norm(const torch::Tensor& x, const torch::Tensor& gain,
                         const torch::Tensor& bias, const CountList& counts, bool with_relu,
                         const torch::Tensor& mean, const torch::Tensor& variance);
torch::Tensor layer_norm(const torch::Tensor& x, const torch::Tensor& gain,
                         const torch::Tensor& bias);
torch::Tensor segment_sum(const torch::Tensor& x, const RowList& ends, const RowList& rows,
                          const CountList& weights);
torch::Tensor segment_max(const torch::Tensor& x, const RowList& ends, const RowList& rows);
torch::Tensor attention(const torch::Tensor& q, const torch::Tensor& k, const torch::Tensor& v,
                        const AttentionSide& side, std::uint32_t heads);
torch::Tensor gate(const torch::Tensor& x, const torch::Tensor& gates, const RowList& kinds);

// Parameters of one DAG LSTM, in the order of LstmTensors; the last two are undefined without
// cell norm.
struct LstmParameters {
  torch::Tensor w, u, b, w_gain, w_bias, u_gain, u_bias, c_gain, c_bias;
};
torch::Tensor lstm(const LstmPlan& plan, const torch::Tensor& inputs, const LstmParameters& p,
                   Products products);

}  // namespace winnow::autograd
