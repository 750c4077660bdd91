// learn/retrieval_step.h - one step of learning to retrieve: loss and gradients of a batch.
// For every useful premise of a goal: - log of its share in exp(own score) + sum over the goal's
// negatives of exp(score). The mean over all useful premises of the batch.
#pragma once

#include "learn/graph_tower.h"
#include "learn/retrieval_batch.h"
#include "learn/step_result.h"
#include "model/feature_bags.h"

#include <cstdint>
#include <vector>

namespace winnow {

// Bags of all formulas of a store, by term: features are read once, not in every step.
class StoredBags {
 public:
  StoredBags() = default;
  StoredBags(const Store& store, const FormulaTable& features, std::span<const float> rarities);

  // Of these terms. A share of all features, drawn by `seed`, is left out.
  FeatureBags of(std::span<const TermId> terms, double left_out = 0, std::uint64_t seed = 0) const;

 private:
  FeatureBags all_;
  std::vector<std::uint32_t> places_;  // [terms of the store]
};

struct RetrievalStepOptions {
  DropoutShares dropout;
  double symbol_dropout = 0;     // share of the symbols and features that a step treats as unknown
  double precedent_dropout = 0;  // share of the known premises that a step treats as unknown
  Products products = Products::f32;
};

class RetrievalStep {
 public:
  // All of them must outlive it; `tower` may be null if the model retrieves by features alone.
  RetrievalStep(const ModelConfig& config, ParameterMap& parameters, const TermView& terms,
                const StoredBags& bags, const BoundFormulas& used, GraphTower* tower,
                const RetrievalStepOptions& options);

  // Leaves gradients in the parameters.
  StepResult run(const RetrievalBatch& batch, std::uint64_t seed);

 private:
  std::vector<std::uint32_t> used_rows(std::span<const TermId> candidates,
                                       std::uint64_t seed) const;
  torch::Tensor pooled(const RetrievalBatch& batch, std::uint64_t seed) const;

  const ModelConfig& config_;
  ParameterMap& parameters_;
  TermView terms_;
  const StoredBags& bags_;
  const BoundFormulas& used_;
  GraphTower* tower_;
  RetrievalStepOptions options_;
  std::vector<std::string> trained_;
};

}  // namespace winnow
