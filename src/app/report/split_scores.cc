#include "app/report/split_scores.h"

#include "app/cli/option_value.h"
#include "app/cli/progress.h"
#include "winnow/options.h"

#include <fmt/format.h>

#include <cstdio>

namespace winnow {

void add_scoring_options(CLI::App& command, ScoringCommand& options) {
  add_input(command, "--data", options.data, "a store")->required();
  command.add_option("--split", options.split, "which of its examples")->capture_default_str();
  add_value(command, "--mode", options.options.mode,
            "joint or pair; as the model was trained if not given", kModes);
  add_value(command, "--examples", options.options.most_examples,
            "the first N of the split that have premises, only", at_least(1))
      ->default_str("");
  command.add_flag("--unknown-symbols", options.options.unknown_symbols,
                   "as if every predicate, function and constant of the data had a name that no "
                   "model knows");
  add_value(command, "--batch", options.options.batch, "examples computed together", kBatch);
  add_value(command, "--threads", options.options.threads, "threads", kThreads);
  command.add_flag("--quiet", options.quiet, "no progress");
}

SplitScores score_split(const std::string& model, const DataStore& store,
                        const ScoringCommand& options) {
  ScoringOptions how = options.options;
  Progress progress("scoring", "examples", options.quiet);
  how.progress = [&](std::size_t done, std::size_t total) { progress.update(done, total); };
  SplitScores scores = score(model, store, options.split, how);
  progress.finish();
  if (scores.mode != scores.trained_mode)
    fmt::print(stderr,
               "winnow: {} was trained in {} mode; in {} mode its judgements may be of no use\n",
               model, scores.trained_mode, scores.mode);
  return scores;
}

}  // namespace winnow
