// score/example_scores.h - logits for many examples of a store, on several threads.
// in: a model, a store, example ids     out: a logit for every premise, in the store's order
// Examples are scored in batches so that equal formulas and subterms are computed once; results
// do not depend on threads.
#pragma once

#include "data/store.h"
#include "model/model.h"
#include "score/placed_formulas.h"
#include "winnow/deadline.h"

#include <functional>
#include <span>
#include <vector>

namespace winnow {

struct ScoreOptions {
  ExampleMode mode = ExampleMode::joint;
  std::uint32_t batch = 32;  // examples computed together, at most
  std::uint32_t threads = 2;
  Stop stop = {};
};

struct Scores {
  std::vector<float> logits;             // example after example
  std::vector<std::uint64_t> item_ends;  // [examples]
};

// The formulas of the examples among a model's nearest examples.
PlacedFormulas placed_formulas(const Model& model, const Store& store,
                               std::span<const ExampleId> examples, std::uint32_t threads);

// Where the batches end that score_examples() computes together, of at most so many examples. A
// span that begins and ends at such ends is scored with the same bytes by itself.
std::vector<std::size_t> scoring_batches(const Store& store, std::span<const ExampleId> examples,
                                         std::size_t most_examples);

// `progress` hears how many examples are done; it is called from one thread at a time.
Scores score_examples(const Model& model, const Store& store, std::span<const ExampleId> examples,
                      const ScoreOptions& options,
                      const std::function<void(std::size_t)>& progress = {});

}  // namespace winnow
