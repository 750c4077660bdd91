#include "app/scoring.h"

#include "app/progress.h"
#include "model/scorer.h"
#include "winnow/error.h"

#include <algorithm>
#include <cmath>

namespace winnow {

void add_scoring_options(CLI::App& command, ScoringOptions& options) {
  command.add_option("--data", options.data, "a store")->required();
  command.add_option("--split", options.split, "which of its examples")->capture_default_str();
  command.add_option("--mode", options.mode, "joint or pair; as the model was trained if not given");
  command.add_option("--batch", options.batch, "examples computed together")->capture_default_str();
  command.add_option("--threads", options.threads, "threads")->capture_default_str();
  command.add_flag("--quiet", options.quiet, "no progress");
}

std::vector<float> score(const Model& model, const std::string& file, const Store& store,
                         std::span<const ExampleId> examples, const ScoringOptions& options) {
  ScoreOptions how{options.mode.empty() ? model.config().mode : mode_of(options.mode), options.batch,
                   options.threads};
  Progress progress("scoring", "examples", options.quiet);
  Scores scores = score_examples(model, store, examples, how,
                                 [&](std::size_t done) { progress.update(done, examples.size()); });
  progress.finish();
  if (!std::ranges::all_of(scores.logits, [](float x) { return std::isfinite(x); }))
    throw InputError(Place{file}, "gives logits that are not numbers", "was its training cut short?");
  return std::move(scores.logits);
}

}  // namespace winnow
