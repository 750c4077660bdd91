#include "learn/graph_tower.h"

#include "model/forward.h"
#include "score/item_batch.h"
#include "term/hash.h"

#include <algorithm>
#include <utility>

namespace winnow {

// What must live from the forward pass to the backward pass: the tensors refer to the plan's lists.
struct GraphTower::Part {
  std::size_t first, count;  // formulas
  BatchPlan plan;
  TorchOps ops;
  Forward<TorchOps> forward;
  torch::Tensor pooled;

  Part(std::size_t first_formula, std::size_t formulas, BatchPlan made, const ModelConfig& config,
       const ParameterMap& parameters, const DropoutShares& dropout, std::uint64_t seed,
       Products products)
      : first(first_formula),
        count(formulas),
        plan(std::move(made)),
        ops(parameters, dropout, seed, products),
        forward(ops, config, plan) {
    pooled = forward.premises(forward.pooled());
  }
};

GraphTower::GraphTower(const ModelConfig& config, const TermView& terms, const BoundLabels& labels,
                       std::uint32_t parts, Workers& workers, Products products)
    : config_(config),
      terms_(terms),
      labels_(labels),
      parts_(parts),
      workers_(workers),
      products_(products) {}

GraphTower::~GraphTower() = default;

torch::Tensor GraphTower::forward(const ParameterMap& parameters, std::span<const TermId> formulas,
                                  const std::function<bool(SymbolId)>& is_masked,
                                  const DropoutShares& dropout, std::uint64_t seed) {
  bool gradients = torch::GradMode::is_enabled();
  made_.clear();
  made_.resize(parts_);
  each_part(workers_, parts_, [&](std::uint32_t n) {
    torch::AutoGradMode mode(gradients);  // it is each thread's own
    std::size_t first = formulas.size() * n / parts_, end = formulas.size() * (n + 1) / parts_;
    if (first == end) return;
    BoundFormulas none;  // what is pooled knows nothing of a memory
    ItemBatchBuilder builder(terms_, labels_, none, config_.variables);
    builder.add_alone(formulas.subspan(first, end - first), is_masked);
    made_[n] = std::make_unique<Part>(first, end - first,
                                      builder.take().plan(config_.architecture.without_attention()),
                                      config_, parameters, dropout, mix(seed, n), products_);
  });
  std::vector<torch::Tensor> pooled;
  for (const auto& part : made_)
    if (part) pooled.push_back(part->pooled.detach());
  return torch::cat(pooled, 0).set_requires_grad(gradients);
}

std::vector<torch::Tensor> GraphTower::backward(const std::vector<torch::Tensor>& trained,
                                                const torch::Tensor& gradient) {
  std::vector<torch::autograd::variable_list> by_part(made_.size());
  each_part(workers_, parts_, [&](std::uint32_t n) {
    if (!made_[n]) return;
    torch::AutoGradMode mode(true);
    const Part& part = *made_[n];
    auto own = gradient.slice(0, static_cast<std::int64_t>(part.first),
                              static_cast<std::int64_t>(part.first + part.count));
    by_part[n] = torch::autograd::grad({part.pooled}, trained, {own}, false, false, true);
  });
  torch::NoGradGuard no_gradients;
  std::vector<torch::Tensor> sums(trained.size());
  for (torch::autograd::variable_list& each : by_part)
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
  for (const auto& part : made_)
    if (part) all.insert(all.end(), part->ops.statistics().begin(), part->ops.statistics().end());
  return all;
}

}  // namespace winnow
