// score/example_batch.h - examples of a store as one batch with the items to be scored.
// in: example ids, a model's label tables, joint or pair mode     out: forest, items, targets
// joint: an example's premises are one graph with many roots. pair: every formula of the batch is
// one graph, however often it occurs; its count says so.
#pragma once

#include "data/store.h"
#include "model/config.h"
#include "score/item_batch.h"
#include "score/precedents.h"

#include <functional>
#include <span>
#include <vector>

namespace winnow {

// Items are example after example, premises in the store's order; then negatives.
struct ExampleBatch : ItemBatch {
  std::vector<float> targets;                // [premises] 1 useful, 0 not
  std::vector<std::uint32_t> item_ends;      // [examples]
  std::vector<std::uint32_t> negative_ends;  // [examples] likewise, for items that are negatives
};

// What training draws for each batch; nothing unless set.
struct BatchDraws {
  // Whether a premise is not there at all in an example; one always stays.
  std::function<bool(ExampleId, FormulaId)> drops_premise = {};
  // Whether a symbol counts as unknown in an example.
  std::function<bool(ExampleId, SymbolId)> drops_symbol = {};
  // Whether a premise counts as unknown to the memory and to precedents in an example.
  std::function<bool(ExampleId, TermId)> drops_precedents = {};
  // The example of the table of precedents that an example is; its labels are no precedents.
  std::function<std::uint32_t(ExampleId)> own_precedent = {};
  // Formulas that are no premises of an example, to stand beside them. For pair mode.
  std::function<std::vector<TermId>(ExampleId)> sampled_negatives = {};
};

// The premises that the draws leave in an example: which of its premises, and they themselves.
std::vector<std::uint32_t> kept_positions(const Store& store, ExampleId example,
                                          const BatchDraws& draws);
std::vector<Premise> kept_premises(const Store& store, ExampleId example, const BatchDraws& draws);

class BatchBuilder {
 public:
  BatchBuilder(const Store& store, const BoundLabels& labels, const BoundFormulas& formulas,
               VariableLabels variables, ExampleMode mode,
               const PrecedentReader* precedents = nullptr);

  ExampleBatch build(std::span<const ExampleId> examples, const BatchDraws& draws = {});

 private:
  void add_precedents(ExampleId example, std::span<const TermId> premises,
                      std::span<PremiseItem> items, const BatchDraws& draws) const;

  const Store& store_;
  ExampleMode mode_;
  const PrecedentReader* precedents_;  // null: the model does not ask for them
  ItemBatchBuilder builder_;
};

}  // namespace winnow
