#include "learn/torch_ops.h"

#include "learn/dropout.h"
#include "term/hash.h"

#include <algorithm>

namespace winnow {

torch::Tensor TorchOps::zeros(std::size_t rows, std::size_t cols) const {
  return torch::zeros({static_cast<std::int64_t>(rows), static_cast<std::int64_t>(cols)});
}

torch::Tensor TorchOps::input(const std::vector<float>& values, std::size_t rows,
                              std::size_t cols) const {
  torch::Tensor out = zeros(rows, cols);
  std::ranges::copy(values, out.data_ptr<float>());
  return out;
}

torch::Tensor TorchOps::drop(const torch::Tensor& x, double share) {
  if (share <= 0) return x;
  seed_ = mix(seed_, 1);
  return x * dropout_mask(x, share, seed_);
}

torch::Tensor TorchOps::batch_norm(const std::string& name, const torch::Tensor& x,
                                   const Counts& counts, bool relu) {
  torch::Tensor mean = torch::empty({x.size(1)}), variance = torch::empty({x.size(1)});
  torch::Tensor out = autograd::batch_norm(x, weight(name + ".gain"), weight(name + ".bias"),
                                           counts, relu, mean, variance);
  statistics_.push_back({name, mean, variance});
  return out;
}

torch::Tensor TorchOps::unit_rows(const torch::Tensor& x) const {
  constexpr double kLeastLength = 1e-8;  // as in model/plain_ops.cc
  return x / x.norm(2, {1}, true).clamp_min(kLeastLength);
}

torch::Tensor TorchOps::lstm(const std::string& name, const LstmPlan& plan,
                             const torch::Tensor& inputs) const {
  // Empty, not undefined: libtorch asks every tensor of a function for its device.
  auto optional = [&](const std::string& each) {
    auto found = parameters_.find(each);
    return found == parameters_.end() ? torch::empty({0}) : found->second;
  };
  return autograd::lstm(
      plan, inputs,
      {weight(name + ".w"), weight(name + ".u"), weight(name + ".b"), weight(name + ".w_norm.gain"),
       weight(name + ".w_norm.bias"), weight(name + ".u_norm.gain"), weight(name + ".u_norm.bias"),
       optional(name + ".c_norm.gain"), optional(name + ".c_norm.bias")},
      products_);
}

}  // namespace winnow
