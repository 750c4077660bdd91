#include "app/experiment_setup.h"

#include "app/problem_list.h"
#include "app/progress.h"
#include "winnow/error.h"

#include <algorithm>

namespace winnow {

void add_experiment_options(CLI::App& command, ExperimentOptions& options) {
  command.add_option("--data", options.data, "a store with a chronology")->required();
  command.add_option("--split", options.split, "which examples")->capture_default_str();
  command.add_option("--problems", options.problems, "a file of names, or how many to draw")
      ->capture_default_str();
  command.add_option("--seed", options.seed, "of the draw")->capture_default_str();
  add_model_choice(command, options.model);
  command.add_flag("--quiet", options.quiet, "no progress");
}

ExperimentSetup::ExperimentSetup(const ExperimentOptions& options,
                                 const std::vector<std::string>& rankers)
    : options_(options), store_(Store::open(options.data)),
      problems_(choose_problems(store_, options.split, options.problems, options.seed)) {
  bool model = false, vectors = false;
  for (const std::string& each : rankers) {
    RankOptions parsed = rank_options(each);
    model = model || needs_model(parsed);
    vectors = vectors || needs_encodings(parsed);
  }
  corpus_ = std::make_unique<Corpus>(store_);
  if (!model) return;
  model_ = load_model(options.model);
  if (!model_)
    throw InputError("these rankers need a trained model, and there is none", "give one with --model");
  Progress progress("encoding", "formulas", options.quiet || !vectors);
  corpus_->use(model_->network, vectors || !model_->network.has_attention(),
               [&](std::size_t done) { progress.update(done, store_.formulas()); });
  progress.finish();
}

RankOptions ExperimentSetup::rank_options(const std::string& ranker) const {
  return make_rank_options(ranker, options_.model, model_.get());
}

}  // namespace winnow
