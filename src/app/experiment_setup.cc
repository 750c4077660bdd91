#include "app/experiment_setup.h"

#include "app/option_value.h"
#include "app/problem_list.h"
#include "app/progress.h"
#include "winnow/error.h"

#include <algorithm>

namespace winnow {

void add_experiment_options(CLI::App& command, ExperimentOptions& options) {
  add_input(command, "--data", options.data, "a store with a chronology")->required();
  command.add_option("--split", options.split, "which examples")->capture_default_str();
  add_input(command, "--problems", options.problems, "a file of names, or how many to draw")
      ->capture_default_str();
  add_value(command, "--seed", options.seed, "of the draw", any_value());
  add_model_options(command, options.selector, options.rank);
  command.add_flag("--quiet", options.quiet, "no progress");
}

ExperimentSetup::ExperimentSetup(const ExperimentOptions& options,
                                 const std::vector<std::string>& rankers)
    : options_(options),
      store_(Store::open(options.data)),
      problems_(choose_problems(store_, options.split, options.problems, options.seed)) {
  bool model = false, vectors = false;
  for (const std::string& each : rankers) {
    RankerOptions parsed = rank_options(each);
    model = model || needs_model(parsed);
    vectors = vectors || needs_encodings(parsed);
  }
  corpus_ = std::make_unique<Corpus>(store_);
  if (!model) return;
  model_ = load_model({options.selector.model, options.selector.mode, options.selector.threads});
  if (!model_)
    throw InputError("these rankers need a trained model, and there is none",
                     "give one with --model");
  Progress progress("encoding", "formulas", options.quiet || !vectors);
  corpus_->use(model_->network, vectors || !model_->network.reranks(),
               [&](std::size_t done) { progress.update(done, store_.formulas()); });
  progress.finish();
}

RankerOptions ExperimentSetup::rank_options(const std::string& ranker) const {
  return make_ranker_options(ranker, options_.rank, model_.get());
}

}  // namespace winnow
