#include "learn/graph_tower.h"

#include "model/forward.h"
#include "score/item_batch.h"
#include "term/hash.h"

#include <algorithm>
#include <utility>

namespace winnow {

// What must live from the forward pass to the backward pass: the tensors refer to the plan's lists.
struct GraphTower::TowerBatch {
  std::size_t first, count;  // formulas
  BatchPlan plan;
  TorchOps ops;
  Forward<TorchOps> forward;
  torch::Tensor pooled;

  TowerBatch(std::size_t first_formula, std::size_t formulas, BatchPlan made,
             const ModelConfig& config, const ParameterMap& parameters,
             const DropoutShares& dropout, std::uint64_t seed, Products products)
      : first(first_formula),
        count(formulas),
        plan(std::move(made)),
        ops(parameters, dropout, seed, products),
        forward(ops, config, plan) {
    pooled = forward.premises(forward.pooled());
  }
};

GraphTower::GraphTower(const ModelConfig& config, const TermView& terms, const BoundLabels& labels,
                       std::uint32_t micro_batches, Workers& workers, Products products)
    : config_(config),
      terms_(terms),
      labels_(labels),
      micro_batches_(micro_batches),
      workers_(workers),
      products_(products) {}

GraphTower::~GraphTower() = default;

torch::Tensor GraphTower::forward(const ParameterMap& parameters, std::span<const TermId> formulas,
                                  const std::function<bool(SymbolId)>& is_dropped,
                                  const DropoutShares& dropout, std::uint64_t seed) {
  bool gradients = torch::GradMode::is_enabled();
  made_.clear();
  made_.resize(micro_batches_);
  each_in_parallel(workers_, micro_batches_, [&](std::uint32_t n) {
    torch::AutoGradMode mode(gradients);  // it is each thread's own
    std::size_t first = formulas.size() * n / micro_batches_,
                end = formulas.size() * (n + 1) / micro_batches_;
    if (first == end) return;
    BoundFormulas none;  // what is pooled knows nothing of a memory
    ItemBatchBuilder builder(terms_, labels_, none, config_.variables);
    builder.add_alone(formulas.subspan(first, end - first), is_dropped);
    made_[n] = std::make_unique<TowerBatch>(
        first, end - first, builder.take().plan(config_.architecture.without_attention()), config_,
        parameters, dropout, mix(seed, n), products_);
  });
  std::vector<torch::Tensor> pooled;
  for (const auto& each : made_)
    if (each) pooled.push_back(each->pooled.detach());
  return torch::cat(pooled, 0).set_requires_grad(gradients);
}

std::vector<torch::Tensor> GraphTower::backward(const std::vector<torch::Tensor>& trained,
                                                const torch::Tensor& gradient) {
  std::vector<torch::autograd::variable_list> by_micro_batch(made_.size());
  each_in_parallel(workers_, micro_batches_, [&](std::uint32_t n) {
    if (!made_[n]) return;
    torch::AutoGradMode mode(true);
    const TowerBatch& each = *made_[n];
    auto own = gradient.slice(0, static_cast<std::int64_t>(each.first),
                              static_cast<std::int64_t>(each.first + each.count));
    by_micro_batch[n] = torch::autograd::grad({each.pooled}, trained, {own}, false, false, true);
  });
  torch::NoGradGuard no_gradients;
  std::vector<torch::Tensor> sums(trained.size());
  for (torch::autograd::variable_list& each : by_micro_batch)
    for (std::size_t i = 0; i < each.size(); ++i) {
      if (!each[i].defined()) continue;
      if (sums[i].defined())
        sums[i].add_(each[i]);
      else
        sums[i] = each[i];
    }
  made_.clear();
  return sums;
}

std::vector<BatchStatistics> GraphTower::statistics() const {
  std::vector<BatchStatistics> all;
  for (const auto& each : made_)
    if (each) all.insert(all.end(), each->ops.statistics().begin(), each->ops.statistics().end());
  return all;
}

}  // namespace winnow
