// score/item_batch.h - formulas of one bank as one batch: their graphs, and the pairs to be judged.
// in: conjectures and premises, a model's label tables     out: a forest with items, and its plan
// Ranking, scoring and training all come through here: what is trained is what is ranked with.
#pragma once

#include "dag/dag.h"
#include "dag/formula_table.h"
#include "dag/labels.h"
#include "plan/batch_plan.h"
#include "plan/forest.h"

#include <cstdint>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

namespace winnow {

struct ItemBatch {
  Forest forest;
  std::vector<PremiseItem> items;
  std::uint32_t edge_labels = 0;  // that the model has

  // The rows of work for a model of this architecture.
  BatchPlan plan(const Architecture& architecture) const {
    return plan_batch(forest, items, edge_labels, architecture);
  }
};

class ItemBatchBuilder {
 public:
  // Whether a symbol counts as unknown; empty: none does.
  using SymbolDropout = std::function<bool(SymbolId)>;

  // All of them must outlive it. `formulas` are those that the model has a memory of.
  ItemBatchBuilder(const TermView& terms, const BoundLabels& labels, const BoundFormulas& formulas,
                   VariableLabels variables);

  // Each formula is a graph, and an item beside itself: for vectors that depend on no conjecture.
  void add_alone(std::span<const TermId> formulas, const SymbolDropout& is_dropped = {});

  // Premises are one graph with many roots, beside a conjecture that add_conjecture() gave.
  std::uint32_t add_conjecture(TermId conjecture, const SymbolDropout& is_dropped = {});
  void add_joint(std::uint32_t conjecture, std::span<const TermId> premises,
                 const SymbolDropout& is_dropped = {});

  // Every formula is one graph, however often the batch has it; its count says how often, the
  // conjecture's once for each premise. Needs: the same draw for a whole batch.
  void add_pairs(TermId conjecture, std::span<const TermId> premises,
                 const SymbolDropout& is_dropped = {});

  // The items that were added so far, to say what else is known of them.
  std::span<PremiseItem> items() { return batch_.items; }

  ItemBatch take();  // and begins another one
  void clear();      // begins another one, whatever is left of one that failed

 private:
  std::uint32_t add_graph(std::span<const TermId> roots, const SymbolDropout& is_dropped);
  std::uint32_t shared_graph(TermId formula, const SymbolDropout& is_dropped);

  TermView terms_;
  const BoundLabels& labels_;
  const BoundFormulas& formulas_;
  DagBuilder builder_;
  Dag dag_;
  ItemBatch batch_;
  std::unordered_map<std::uint32_t, std::uint32_t> shared_;  // graphs by term
};

}  // namespace winnow
