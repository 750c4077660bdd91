// app/score.cc - `winnow score`: a logit for every premise of a split.
// in: a model, a store     out: a table: example, premise, label, logit (nine digits)
#include "app/commands.h"
#include "app/evaluation.h"
#include "app/progress.h"
#include "data/atomic_file.h"
#include "data/store.h"
#include "model/scorer.h"

namespace winnow {

namespace {

constexpr const char* kExamples =
    "Example:\n"
    "  winnow score --model best.safetensors --data mizar.store --split dev --predictions dev.tsv";

struct Options {
  std::string model, data, split = "dev", mode, predictions;
  std::uint32_t batch = 16, threads = 2;
  bool quiet = false;
};

void run(const Options& options) {
  Model model = Model::load(options.model);
  Store store = Store::open(options.data);
  std::vector<ExampleId> examples = split_examples(store, options.data, options.split);
  AtomicFile file(options.predictions);
  ScoreOptions score{options.mode.empty() ? model.config().mode : mode_of(options.mode), options.batch,
                     options.threads};
  Progress progress("scoring", "examples", options.quiet);
  Scores scores = score_examples(model, store, examples, score,
                                 [&](std::size_t done) { progress.update(done, examples.size()); });
  progress.finish();
  std::string text = predictions_table(store, examples, scores.logits);
  file.write(std::as_bytes(std::span(text)));
  file.commit();
}

}  // namespace

void add_score_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("score", "write a logit for every premise of a split");
  command->add_option("--model", options->model, "a model file")->required();
  command->add_option("--data", options->data, "a store")->required();
  command->add_option("--split", options->split, "which examples")->capture_default_str();
  command->add_option("--mode", options->mode, "joint or pair; as the model was trained if not given");
  command->add_option("--predictions", options->predictions, "the table to write")->required();
  command->add_option("--batch", options->batch, "examples computed together")->capture_default_str();
  command->add_option("--threads", options->threads, "threads")->capture_default_str();
  command->add_flag("--quiet", options->quiet, "no progress");
  command->footer(kExamples);
  command->callback([options] { run(*options); });
}

}  // namespace winnow
