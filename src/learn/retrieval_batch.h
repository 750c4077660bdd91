// learn/retrieval_batch.h - what one step of a model that retrieves tells apart.
// in: conjectures of the step, the library, mined formulas     out: goals, candidates, who is what
// All candidates of a step are negatives of every goal, but for its own useful premises (and
// formulas with the same term), itself, and what does not stand before it in the library's order.
#pragma once

#include "data/store.h"
#include "learn/retrieval_library.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace winnow {

struct RetrievalBatch {
  std::vector<TermId> goals, candidates;
  std::vector<std::uint32_t> useful_goals, useful_candidates;  // [useful pairs]
  std::vector<std::uint8_t> excluded;  // [goals, candidates] 1: no negative of the goal
};

struct NegativeDraws {
  std::uint32_t random = 0;  // formulas of the library, for the whole step
  // Formulas found for an example; may be empty.
  std::function<std::vector<FormulaId>(ExampleId)> hard = {};
  std::uint64_t seed = 0;
};

// Examples without a useful premise are left out.
RetrievalBatch retrieval_batch(const Store& store, std::span<const ExampleId> examples,
                               const RetrievalLibrary& library, const NegativeDraws& draws);

}  // namespace winnow
