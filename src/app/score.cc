// app/score.cc - `winnow score`: a logit for every premise of a split.
// in: a model, a store     out: a table: example, premise, label, logit (nine digits)
#include "app/commands.h"
#include "app/progress.h"
#include "data/atomic_file.h"
#include "data/store.h"
#include "model/scorer.h"
#include "winnow/error.h"

#include <fmt/format.h>

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
  auto split = store.find_split(options.split);
  if (!split)
    throw InputError(Place{options.data}, fmt::format("no split called '{}'", options.split),
                     "'winnow data info' lists the splits");
  std::vector<ExampleId> examples;
  for (ExampleId example : store.examples(*split)) examples.push_back(example);
  AtomicFile file(options.predictions);
  ScoreOptions score{options.mode.empty() ? model.config().mode : mode_of(options.mode), options.batch,
                     options.threads};
  Progress progress("scoring", "examples", options.quiet);
  Scores scores = score_examples(model, store, examples, score,
                                 [&](std::size_t done) { progress.update(done, examples.size()); });
  progress.finish();
  fmt::memory_buffer text;
  fmt::format_to(fmt::appender(text), "example\tpremise\tlabel\tlogit\n");
  std::size_t at = 0;
  for (ExampleId example : examples) {
    std::size_t step = 0;
    for (Premise premise : store.premises(example)) {
      std::string_view name = store.name(premise.formula());
      fmt::format_to(fmt::appender(text), "{}\t{}\t{}\t{:.9g}\n", store.name(example),
                     name.empty() ? fmt::format("{}", step) : std::string(name),
                     premise.useful() ? 1 : 0, scores.logits[at++]);
      ++step;
    }
  }
  file.write(std::as_bytes(std::span(text.data(), text.size())));
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
