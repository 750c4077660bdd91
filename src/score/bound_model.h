// score/bound_model.h - a model's tables, looked up by the ids of one bank (a store's, a
// problem's). May be used from several threads at once; each makes a builder of its own.
#pragma once

#include "model/model.h"
#include "score/item_batch.h"

namespace winnow {

struct BoundModel {
  // `of` and what `in` shows must outlive it. `counts` are for a model with rarities.
  BoundModel(const Model& of, const TermView& in, const SymbolCounts& counts = {})
      : model(of), terms(in), labels(of.labels(), in.symbols, counts), memory(of.memory(), in) {}
  BoundModel(const BoundModel&) = delete;  // builders refer to it
  BoundModel& operator=(const BoundModel&) = delete;

  ItemBatchBuilder builder() const { return {terms, labels, memory, model.config().variables}; }

  const Model& model;
  TermView terms;
  BoundLabels labels;
  BoundFormulas memory;
};

}  // namespace winnow
