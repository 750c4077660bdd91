// app/report/split_scores.h - a model on a split of a store, as score, eval and report do it.
#pragma once

#include "winnow/score.h"

#include <CLI/CLI.hpp>

#include <string>

namespace winnow {

struct ScoringCommand {
  std::string data, split = "dev";
  ScoringOptions options;
  bool quiet = false;
};

// --data, --split, --mode, --examples, --unknown-symbols, --batch, --threads, --quiet
void add_scoring_options(CLI::App& command, ScoringCommand& options);

// Scores with progress.
SplitScores score_split(const std::string& model, const DataStore& store,
                        const ScoringCommand& options);

}  // namespace winnow
