// app/commands/score.cc - `winnow score`: a logit for every premise of a split.
// in: a model, a store     out: a table: example, premise, label, logit (nine digits)
#include "app/cli/next_step.h"
#include "app/cli/option_value.h"
#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/report/split_scores.h"
#include "winnow/model.h"

#include <fmt/format.h>

#include <memory>

namespace winnow {

namespace {

constexpr const char* kScoreExamples =
    "Example:\n"
    "  winnow score --model best.safetensors --data mizar.store --split dev --predictions dev.tsv";

struct ScoreCommand {
  std::string model;
  OutputChoice predictions;
  ScoringCommand scoring;
};

void run(const ScoreCommand& options) {
  const std::string model = model_file(options.model);
  TextOutput file(options.predictions, FileKind::predictions, {model, options.scoring.data});
  DataStore store = DataStore::open(options.scoring.data);
  SplitScores scores = score_split(model, store, options.scoring);
  file.write(predictions_table(store, options.scoring.split, scores.logits));
  file.commit();
  if (options.scoring.split == "train" && options.predictions.path != "-")
    say_next(fmt::format("winnow train --data {} --out DIR --teacher {}", options.scoring.data,
                         options.predictions.path));
}

}  // namespace

void add_score_command(CLI::App& app) {
  auto options = std::make_shared<ScoreCommand>();
  CLI::App* command = app.add_subcommand("score", "write a logit for every premise of a split");
  add_input(*command, "--model", options->model, "a model file, or the name of a shipped model")
      ->required();
  add_output_options(*command, options->predictions, "the table to write; - is standard output",
                     "--predictions")
      ->required();
  add_scoring_options(*command, options->scoring);
  command->footer(kScoreExamples);
  command->callback([options] { run(*options); });
}

}  // namespace winnow
