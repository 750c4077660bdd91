// app/score.cc - `winnow score`: a logit for every premise of a split.
// in: a model, a store     out: a table: example, premise, label, logit (nine digits)
#include "app/commands.h"
#include "app/evaluation.h"
#include "app/scoring.h"
#include "data/atomic_file.h"
#include "data/store.h"

namespace winnow {

namespace {

constexpr const char* kExamples =
    "Example:\n"
    "  winnow score --model best.safetensors --data mizar.store --split dev --predictions dev.tsv";

struct Options {
  std::string model, predictions;
  ScoringOptions scoring;
};

void run(const Options& options) {
  Model model = Model::load(options.model);
  Store store = Store::open(options.scoring.data);
  std::vector<ExampleId> examples = split_examples(store, options.scoring.data, options.scoring.split);
  AtomicFile file(options.predictions);
  std::vector<float> logits = score(model, options.model, store, examples, options.scoring);
  std::string text = predictions_table(store, examples, logits);
  file.write(std::as_bytes(std::span(text)));
  file.commit();
}

}  // namespace

void add_score_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("score", "write a logit for every premise of a split");
  command->add_option("--model", options->model, "a model file")->required();
  command->add_option("--predictions", options->predictions, "the table to write")->required();
  add_scoring_options(*command, options->scoring);
  command->footer(kExamples);
  command->callback([options] { run(*options); });
}

}  // namespace winnow
