// score/split_scores.cc - the public score(): a model on a split of a data store.
#include "data/data_store.h"
#include "data/unseen_premises.h"
#include "model/predictions.h"
#include "score/example_scores.h"
#include "winnow/error.h"
#include "winnow/options.h"
#include "winnow/score.h"

#include <algorithm>
#include <cmath>

namespace winnow {

namespace {

std::vector<ExampleId> first_with_premises(const Store& store, std::vector<ExampleId> examples,
                                           std::uint32_t most) {
  if (most == 0) return examples;
  std::erase_if(examples, [&](ExampleId example) { return store.premises(example).empty(); });
  if (examples.size() > most) examples.resize(most);
  return examples;
}

std::vector<bool> unseen(const Store& store, std::span<const ExampleId> examples) {
  auto train = store.find_split("train");
  if (!train) return {};
  auto training = store.examples(*train);
  return unseen_premises(store, examples, std::vector(training.begin(), training.end()));
}

}  // namespace

SplitScores score(const std::string& file, const DataStore& from, std::string_view split,
                  const ScoringOptions& options) {
  check_value("batch", options.batch, kBatch);
  check_value("threads", options.threads, kThreads);
  const Store store =
      options.unknown_symbols ? from.impl().store.with_unknown_symbols() : from.impl().store;
  Model model = Model::load(file);
  ExampleMode mode = options.mode.empty() ? model.config().mode : mode_of(options.mode);
  std::vector<ExampleId> examples =
      first_with_premises(store, split_examples(store, from.file(), split), options.most_examples);
  Scores scores =
      score_examples(model, store, examples, {mode, options.batch, options.threads, options.stop},
                     [&](std::size_t done) {
                       if (options.progress) options.progress(done, examples.size());
                     });
  if (!std::ranges::all_of(scores.logits, [](float x) { return std::isfinite(x); }))
    throw InputError(Place{file}, "gives logits that are not numbers",
                     "was its training cut short?");
  ExampleLabels truth = answers(store, examples);
  const auto name = [](ExampleMode each) { return each == ExampleMode::pair ? "pair" : "joint"; };
  return {name(mode),
          std::move(scores.logits),
          std::move(truth.useful),
          std::move(truth.item_ends),
          unseen(store, examples),
          name(model.config().mode)};
}

SplitScores only_unseen(const SplitScores& scores) {
  require(scores.unseen.size() == scores.logits.size(), "what is unseen is known");
  SplitScores only;
  only.mode = scores.mode;
  only.trained_mode = scores.trained_mode;
  std::size_t item = 0;
  for (std::uint64_t end : scores.item_ends) {
    for (; item < end; ++item)
      if (scores.unseen[item]) {
        only.logits.push_back(scores.logits[item]);
        only.useful.push_back(scores.useful[item]);
      }
    only.item_ends.push_back(only.logits.size());
  }
  only.unseen.assign(only.logits.size(), true);
  return only;
}

Evaluation evaluate(const SplitScores& scores) {
  return evaluate(scores.logits, scores.useful, scores.item_ends);
}

std::string predictions_table(const DataStore& store, std::string_view split,
                              std::span<const float> logits) {
  std::vector<ExampleId> examples = split_examples(store.impl().store, store.file(), split);
  std::size_t count = 0, premises = 0;
  while (count < examples.size() && premises < logits.size())
    premises += store.impl().store.premises(examples[count++]).size();
  examples.resize(count);
  require(premises == logits.size(), "a logit for each premise of the first examples");
  return predictions_table(store.impl().store, examples, logits);
}

}  // namespace winnow
