// score/split_scores.cc - the public score(): a model on a split of a data store.
#include "data/data_store.h"
#include "model/predictions.h"
#include "score/example_scores.h"
#include "winnow/error.h"
#include "winnow/score.h"

#include <algorithm>
#include <cmath>

namespace winnow {

SplitScores score(const std::string& file, const DataStore& from, std::string_view split,
                  const ScoringOptions& options) {
  const Store& store = from.impl().store;
  Model model = Model::load(file);
  Mode mode = options.mode.empty() ? model.config().mode : mode_of(options.mode);
  std::vector<ExampleId> examples = split_examples(store, from.file(), split);
  Scores scores =
      score_examples(model, store, examples, {mode, options.batch, options.threads, options.stop},
                     [&](std::size_t done) {
                       if (options.progress) options.progress(done, examples.size());
                     });
  if (!std::ranges::all_of(scores.logits, [](float x) { return std::isfinite(x); }))
    throw InputError(Place{file}, "gives logits that are not numbers",
                     "was its training cut short?");
  Answers truth = answers(store, examples);
  return {mode == Mode::pair ? "pair" : "joint", std::move(scores.logits), std::move(truth.useful),
          std::move(truth.item_ends)};
}

Evaluation evaluate(const SplitScores& scores) {
  return evaluate(scores.logits, scores.useful, scores.item_ends);
}

std::string predictions_table(const DataStore& store, std::string_view split,
                              std::span<const float> logits) {
  std::vector<ExampleId> examples = split_examples(store.impl().store, store.file(), split);
  return predictions_table(store.impl().store, examples, logits);
}

}  // namespace winnow
