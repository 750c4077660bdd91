// app/scoring.h - a model on a split of a store, as score, eval and report do it.
#pragma once

#include "data/store.h"
#include "model/model.h"

#include <CLI/CLI.hpp>

#include <span>
#include <string>
#include <vector>

namespace winnow {

struct ScoringOptions {
  std::string data, split = "dev";
  std::string mode;  // empty: as the model was trained
  std::uint32_t batch = 32, threads = 2;
  bool quiet = false;
};

// --data, --split, --mode, --batch, --threads, --quiet
void add_scoring_options(CLI::App& command, ScoringOptions& options);

// A logit for every premise of the examples, with progress. Throws InputError if `file`, which the
// model came from, gives logits that are not numbers.
std::vector<float> score(const Model& model, const std::string& file, const Store& store,
                         std::span<const ExampleId> examples, const ScoringOptions& options);

}  // namespace winnow
