// score/placed_formulas.h - formulas of one bank among the nearest examples that a model keeps.
// in: a model with nearest examples, formulas     out: better logits of pairs of them
// A formula is placed once, however many pairs it stands in.
#pragma once

#include "model/model.h"
#include "model/nearest_examples.h"
#include "score/encoder.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace winnow {

class PlacedFormulas {
 public:
  // `model` must outlive it. `formulas` may repeat themselves. Throws Stopped.
  PlacedFormulas(const Model& model, const TermView& terms, std::span<const TermId> formulas,
                 const EncodeOptions& options, const Stop& stop = {});

  // [premises] what the nearest examples say; all are formulas that were given. These two may be
  // called from several threads at once.
  std::vector<NearestExampleNumbers> numbers(TermId conjecture,
                                             std::span<const TermId> premises) const;
  // Moves the model's own logits by that.
  void judge(TermId conjecture, std::span<const TermId> premises, std::span<float> logits) const;

 private:
  std::span<const float> place(TermId formula) const;

  NearestExampleReader reader_;
  std::unordered_map<TermId, std::size_t> rows_;
  std::vector<float> places_;
};

}  // namespace winnow
