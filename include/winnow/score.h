// score.h - what a model says about the examples of a data store.
//
//   winnow::DataStore store = winnow::DataStore::open("mizar.store");
//   winnow::SplitScores scores = winnow::score("best.safetensors", store, "dev");
//   winnow::Evaluation figures = winnow::evaluate(scores.logits, scores.useful, scores.item_ends);
#pragma once

#include "winnow/deadline.h"
#include "winnow/evaluation.h"
#include "winnow/store.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct ScoringOptions {
  std::string mode = {};     // joint or pair; "": as the model was trained
  std::uint32_t batch = 32;  // examples computed together; never changes a result
  std::uint32_t threads = 2;
  std::uint32_t most_examples = 0;  // the first so many that have premises; 0: all
  // Every symbol that the data name counts as unknown (equal names stay equal). What a model knows
  // of formulas by their names, memory and precedents, it then does not know; nearest examples are
  // those that lie near by the vectors that remain.
  bool unknown_symbols = false;
  std::function<void(std::size_t done, std::size_t total)> progress = {};  // in examples
  Stop stop = {};                                                          // ends it with Stopped
};

struct SplitScores {
  std::string mode;                      // joint or pair
  std::vector<float> logits;             // of each premise, example after example
  std::vector<bool> useful;              // what was true, likewise
  std::vector<std::uint64_t> item_ends;  // [examples] where its premises end
  // Likewise: no example of the split "train" has the same formula as a premise. Empty if the store
  // has no such split.
  std::vector<bool> unseen = {};
  std::string trained_mode = {};  // of the model; where it is not `mode`, accuracy may be far lower
};

// `model` is a model file. Throws InputError if it gives logits that are not numbers.
SplitScores score(const std::string& model, const DataStore& store, std::string_view split,
                  const ScoringOptions& options = {});

Evaluation evaluate(const SplitScores& scores);
// The same about unseen premises alone. Needs: `unseen` is not empty.
SplitScores only_unseen(const SplitScores& scores);

// A line for each premise: example, premise, label and logit (nine digits), with tabs between. Of
// the first examples, where there are fewer logits than premises.
std::string predictions_table(const DataStore& store, std::string_view split,
                              std::span<const float> logits);

}  // namespace winnow
