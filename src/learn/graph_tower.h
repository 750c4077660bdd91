// learn/graph_tower.h - the pooled graphs of many formulas, in micro-batches, with gradients.
// in: formulas
// out: [formulas, width] vectors; then, of the loss's gradient, the parameters' own.
// A contrastive loss needs the vectors of a whole step at once. So the vectors of all micro-batches
// are computed first, the loss is differentiated down to them, and then each micro-batch by itself.
#pragma once

#include "dag/labels.h"
#include "learn/torch_ops.h"
#include "learn/workers.h"
#include "model/config.h"
#include "term/term_bank.h"

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace winnow {

class GraphTower {
 public:
  // All of them must outlive it. `micro_batches` decides a result, as batch norms see each by
  // itself.
  GraphTower(const ModelConfig& config, const TermView& terms, const BoundLabels& labels,
             std::uint32_t micro_batches, Workers& workers, Products products = Products::f32);
  ~GraphTower();

  // [formulas, width] a leaf that asks for its gradient. `is_dropped`: symbols that count as
  // unknown.
  torch::Tensor forward(const ParameterMap& parameters, std::span<const TermId> formulas,
                        const std::function<bool(SymbolId)>& is_dropped,
                        const DropoutShares& dropout, std::uint64_t seed);
  // Gradients of these parameters for the gradient of the last result; undefined where there is
  // none. Frees what forward() kept.
  std::vector<torch::Tensor> backward(const std::vector<torch::Tensor>& trained,
                                      const torch::Tensor& gradient);
  // Of the batch norms in the last forward pass, one after another.
  std::vector<BatchStatistics> statistics() const;

 private:
  struct TowerBatch;

  const ModelConfig& config_;
  const TermView& terms_;
  const BoundLabels& labels_;
  std::uint32_t micro_batches_;
  Workers& workers_;
  Products products_;
  std::vector<std::unique_ptr<TowerBatch>> made_;
};

}  // namespace winnow
