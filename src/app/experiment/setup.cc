#include "app/experiment/setup.h"

#include "app/cli/option_value.h"
#include "app/cli/progress.h"
#include "app/experiment/problem_list.h"
#include "winnow/error.h"

#include <algorithm>

namespace winnow {

void add_experiment_options(CLI::App& command, ExperimentOptions& options, bool folders) {
  CLI::Option* data = add_input(command, "--data", options.data, "a store with a chronology");
  if (!folders) data->required();
  if (folders) {
    add_input(command, "--tptp", options.tptp, "a folder of TPTP problems instead of a store");
    add_input(
        command, "--needs", options.needs,
        "what they need: {\"problem\", \"needs\"} a line; needs.jsonl in the folder if not given");
  }
  command.add_option("--split", options.split, "which examples")->capture_default_str();
  add_input(command, "--problems", options.problems, "a file of names, or how many to draw")
      ->capture_default_str();
  add_value(command, "--seed", options.seed, "of the draw", any_value());
  add_model_options(command, options.selector, options.rank);
  add_input(
      command, "--fusion", options.fusion,
      "how fusion weighs features; beside the model, or the shipped one, if not given; or none");
  command.add_flag("--quiet", options.quiet, "no progress");
}

RankingTools load_tools(const ExperimentOptions& options, const std::vector<std::string>& rankers) {
  RankingTools tools;
  bool needed = false, taken = false;
  for (const std::string& each : rankers) {
    RankerOptions parsed = make_ranker_options(each, options.rank, nullptr);
    needed = needed || needs_model(parsed);
    taken = taken || takes_model(parsed);
    tools.encodings = tools.encodings || needs_encodings(parsed);
  }
  if (taken && options.selector.model != "none")
    tools.model =
        load_model({options.selector.model, options.selector.mode, options.selector.threads});
  if (needed && !tools.model)
    throw InputError("these rankers need a trained model, and there is none",
                     "give one with --model");
  if (options.fusion == kNoFusion) return tools;
  if (!options.fusion.empty())
    tools.fusion = read_fusion(options.fusion);
  else if (taken)
    tools.fusion = load_fusion(tools.model.get());
  return tools;
}

ExperimentSetup::ExperimentSetup(const ExperimentOptions& options,
                                 const std::vector<std::string>& rankers)
    : options_(options),
      store_(Store::open(options.data)),
      problems_(choose_problems(store_, options.split, options.problems, options.seed)),
      tools_(load_tools(options, rankers)) {
  corpus_ = std::make_unique<Corpus>(store_);
  if (!tools_.model) return;
  const Network& network = tools_.model->network;
  bool vectors = tools_.encodings || !network.reranks();
  Progress progress("encoding", "formulas", options.quiet || !vectors);
  corpus_->use(network, vectors,
               [&](std::size_t done) { progress.update(done, store_.formulas()); });
  progress.finish();
}

RankerOptions ExperimentSetup::rank_options(const std::string& ranker) const {
  return make_ranker_options(ranker, options_.rank, fusion());
}

}  // namespace winnow
