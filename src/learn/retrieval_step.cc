#include "learn/retrieval_step.h"

#include "learn/norm_means.h"
#include "learn/step_draws.h"
#include "model/retrieval.h"
#include "term/hash.h"
#include "term/ragged.h"
#include "winnow/error.h"

#include <algorithm>

namespace winnow {

namespace {

constexpr double kNever = -1e9;  // the score of what is no negative

torch::Tensor as_rows(const std::vector<std::uint32_t>& rows) {
  torch::Tensor out = torch::empty({static_cast<std::int64_t>(rows.size())}, torch::kInt64);
  std::ranges::copy(rows, out.data_ptr<std::int64_t>());
  return out;
}

}  // namespace

StoredBags::StoredBags(const Store& store, const FormulaTable& features,
                       std::span<const float> rarities)
    : places_(store.terms().size, 0) {
  BagReader reader(features, rarities, store.terms());
  std::vector<std::uint8_t> seen(store.terms().size, 0);
  for (std::uint32_t i = 0; i < store.formulas(); ++i) {
    TermId term = store.term(FormulaId{i});
    if (seen[index(term)]++ != 0) continue;
    places_[index(term)] = static_cast<std::uint32_t>(all_.ends.size());
    reader.add(term, all_);
  }
}

FeatureBags StoredBags::of(std::span<const TermId> terms, double left_out,
                           std::uint64_t seed) const {
  FeatureBags bags;
  if (places_.empty()) return bags;
  for (TermId term : terms) {
    std::uint32_t place = places_[index(term)];
    for (std::uint32_t i = Ends(all_.ends).begin(place); i < all_.ends[place]; ++i) {
      if (left_out > 0 && is_drawn(mix(mix(seed, all_.rows[i]), 23), left_out)) continue;
      bags.rows.push_back(all_.rows[i]);
      bags.weights.push_back(all_.weights[i]);
    }
    bags.ends.push_back(static_cast<std::uint32_t>(bags.rows.size()));
  }
  return bags;
}

RetrievalStep::RetrievalStep(const ModelConfig& config, ParameterMap& parameters,
                             const TermView& terms, const StoredBags& bags,
                             const BoundFormulas& used, GraphTower* tower,
                             const RetrievalStepOptions& options)
    : config_(config),
      parameters_(parameters),
      terms_(terms),
      bags_(bags),
      used_(used),
      tower_(tower),
      options_(options) {
  require(!config.retrieve_graph || tower != nullptr, "graphs without a tower");
  for (const auto& [name, tensor] : parameters_)
    if (tensor.requires_grad()) trained_.push_back(name);
}

std::vector<std::uint32_t> RetrievalStep::used_rows(std::span<const TermId> candidates,
                                                    std::uint64_t seed) const {
  std::vector<std::uint32_t> rows;
  for (TermId term : candidates)
    rows.push_back(
        is_drawn(mix(mix(seed, index(term)), 5), options_.precedent_dropout) ? 0 : used_.row(term));
  return rows;
}

torch::Tensor RetrievalStep::pooled(const RetrievalBatch& batch, std::uint64_t seed) const {
  if (!config_.retrieve_graph) return {};
  std::vector<TermId> all = batch.goals;
  all.insert(all.end(), batch.candidates.begin(), batch.candidates.end());
  std::function<bool(SymbolId)> masked;
  if (options_.symbol_dropout > 0)
    masked = [this, seed](SymbolId symbol) {
      return may_be_dropped(terms_.symbols.kind(symbol)) &&
             is_drawn(mix(mix(seed, index(symbol)), 31), options_.symbol_dropout);
    };
  return tower_->forward(parameters_, all, masked, options_.dropout, seed);
}

StepResult RetrievalStep::run(const RetrievalBatch& batch, std::uint64_t seed) {
  StepResult result;
  result.items = batch.useful_goals.size();
  require(result.items > 0, "a batch without useful premises");
  auto goals = static_cast<std::int64_t>(batch.goals.size());
  auto candidates = static_cast<std::int64_t>(batch.candidates.size());

  // Lists that the backward pass refers to.
  FeatureBags goal_bags = bags_.of(batch.goals, options_.symbol_dropout, seed);
  FeatureBags candidate_bags = bags_.of(batch.candidates, options_.symbol_dropout, seed);
  std::vector<std::uint32_t> used = used_rows(batch.candidates, seed);
  torch::Tensor graphs = pooled(batch, seed), goal_graphs, candidate_graphs;
  if (graphs.defined()) {
    goal_graphs = graphs.slice(0, 0, goals);
    candidate_graphs = graphs.slice(0, goals, goals + candidates);
  }
  TorchOps ops(parameters_, options_.dropout, mix(seed, 41), options_.products);
  Retrieval<TorchOps> retrieval(ops, config_);
  torch::Tensor asked = retrieval.goals(goal_bags, goal_graphs);
  torch::Tensor found = retrieval.premises(candidate_bags, candidate_graphs, used);
  torch::Tensor scores =
      ops.linear(asked, found) + retrieval.terms(used).t();  // [goals, candidates]

  torch::Tensor excluded = torch::from_blob(const_cast<std::uint8_t*>(batch.excluded.data()),
                                            {goals, candidates}, torch::kUInt8)
                               .to(torch::kBool);
  torch::Tensor negatives = scores.masked_fill(excluded, kNever);
  torch::Tensor useful_goals = as_rows(batch.useful_goals);
  torch::Tensor useful = scores.reshape({-1}).index_select(
      0, useful_goals * candidates + as_rows(batch.useful_candidates));
  torch::Tensor against = negatives.logsumexp(1).index_select(0, useful_goals);
  torch::Tensor loss = torch::softplus(against - useful).mean();

  std::vector<torch::Tensor> trained;
  for (const std::string& name : trained_) trained.push_back(parameters_.at(name));
  std::vector<torch::Tensor> asked_for = trained;
  if (graphs.defined()) asked_for.push_back(graphs);
  auto gradients = torch::autograd::grad({loss}, asked_for, {}, false, false, true);
  result.loss = loss.item<double>();
  torch::NoGradGuard no_gradients;
  torch::Tensor highest = std::get<0>(negatives.max(1)).index_select(0, useful_goals);
  result.correct = static_cast<std::uint64_t>((useful > highest).sum().item<std::int64_t>());

  std::vector<torch::Tensor> of_graphs;
  if (graphs.defined()) {
    update_running_norms(tower_->statistics(), 1, parameters_);
    of_graphs = tower_->backward(trained, gradients.back());
  }
  for (std::size_t i = 0; i < trained.size(); ++i) {
    torch::Tensor gradient = gradients[i];
    if (!of_graphs.empty() && of_graphs[i].defined())
      gradient = gradient.defined() ? gradient + of_graphs[i] : of_graphs[i];
    parameters_.at(trained_[i]).mutable_grad() = gradient;
  }
  return result;
}

}  // namespace winnow
