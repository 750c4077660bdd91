// app/cli/rank_options.h - the options that `rank`, `prove` and the experiments have in common.
#pragma once

#include "winnow/selector.h"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace winnow {

// A model and how it is used: the same for a problem and for an experiment.
void add_model_options(CLI::App& command, SelectorOptions& selector, RankOptions& rank);

struct RankingOptions {
  std::string problem;
  std::vector<std::string> include_folders;
  SelectorOptions selector;
  RankOptions rank;
};
// All but the problem. `several`: rankers may be named with strokes between them, for slices by
// each.
void add_ranking_options(CLI::App& command, RankingOptions& options, bool several);

// Opens what the ranker needs and no more. Says on stderr if it does without a model.
Selector open_selector(const RankingOptions& options);

}  // namespace winnow
