// app/learn/ablate.cc - `winnow ablate`: trains a grid of variants and compares them.
// in: a store, options that all variants share     out: a folder with a run for each variant, and
// table.md, table.json, table.svg, curves.svg, written anew after every variant
// Every run is a `winnow train --resume`: one that is finished ends at once, one that was stopped
// goes on. What a row says is read from its folder: who trained it, and when, does not matter. So a
// shard trains its part of the grid and writes no table: the command without --shard makes one of
// all runs.
#include "app/cli/json.h"
#include "app/cli/next_step.h"
#include "app/cli/options.h"
#include "app/cli/progress.h"
#include "app/cli/shard_option.h"
#include "app/cli/terminal.h"
#include "app/experiment/division.h"
#include "app/learn/ablation_table.h"
#include "app/learn/commands.h"
#include "app/report/run_metrics.h"
#include "data/output_file.h"
#include "data/text_file.h"
#include "learn/run_folder.h"
#include "model/config.h"
#include "score/example_scores.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace winnow {

namespace {

constexpr std::uint32_t kPatience = 4;

constexpr const char* kAblateExamples =
    "Examples:\n"
    "  winnow ablate --preset paper-mizar --data mizar.store --grid paper --out tables/mizar\n"
    "  winnow ablate --preset paper-holstep --data holstep.store --row-time 8h --out "
    "tables/holstep\n"
    "  winnow ablate ... --seeds 1,2 --seeds-for bidir+dag,bidir+attdag    two runs of these rows\n"
    "  winnow ablate ... --grid bidir+attdag --seeds 1,2,3,4 --shard 0/4    one of four teachers\n"
    "  winnow ablate ... --time-limit 1h     at most an hour a variant; the same command goes "
    "on\n\n"
    "Unless --patience says otherwise, a row ends after four epochs without a better one.\n\n";

struct AblateSettings : TrainSettings {
  std::string grid = "paper", baseline;
  std::vector<std::uint64_t> seeds;
  std::vector<std::string> seeds_for;
  double row_time_s = 0;
  std::optional<Shard> shard;
};

// What is to be trained, in order: all rows with the first seed, then those with more.
std::vector<PlannedRow> plan_rows(const AblateSettings& settings) {
  const std::vector<Variant> grid = variants(settings.grid, settings.request.model.direction);
  const auto in_grid = [&](const std::string& name) {
    return std::ranges::any_of(grid, [&](const Variant& v) { return v.name() == name; });
  };
  for (const std::string& name : settings.seeds_for)
    if (!in_grid(name))
      throw InputError(fmt::format("--seeds-for: the grid has no '{}'", name),
                       fmt::format("its first one is '{}'", grid.front().name()));
  std::vector<std::uint64_t> seeds = settings.seeds;
  if (seeds.empty()) seeds = {settings.request.train.seed};
  std::vector<PlannedRow> rows;
  for (std::uint64_t seed : seeds)
    for (const Variant& variant : grid)
      if (seed == seeds.front() || settings.seeds_for.empty() ||
          std::ranges::find(settings.seeds_for, variant.name()) != settings.seeds_for.end())
        rows.push_back({variant, seed});
  return rows;
}

// How long a variant trains beside others: what is known beforehand is how many passes it makes
// over the nodes, and that attention costs about as much as a pass.
double cost_of(Embedder embedder) {
  switch (embedder) {
    case Embedder::gcn:
      return 1;
    case Embedder::mpnn:
    case Embedder::daglstm:
      return 2;
    case Embedder::bidir:
      return 4;
  }
  return 0;
}
double cost_of(Pooling pooling) {
  switch (pooling) {
    case Pooling::max:
      return 0;
    case Pooling::dag:
      return 2;
    case Pooling::attdag:
      return 4;
  }
  return 0;
}
double cost_of(const Variant& variant) {
  return cost_of(embedder_of(variant.embedder)) + cost_of(pooling_of(variant.pooling));
}

std::vector<PlannedRow> part_of(const std::vector<PlannedRow>& rows, const Shard& shard) {
  std::vector<ShardTask> tasks;
  for (const PlannedRow& row : rows) tasks.push_back({row.name(), cost_of(row.variant)});
  std::vector<PlannedRow> part;
  for (std::size_t place : portion_of(tasks, shard).tasks) part.push_back(rows[place]);
  return part;
}

Predictions predict(const Model& model, const Store& store, const TrainSettings& settings,
                    const std::filesystem::path& folder) {
  std::vector<ExampleId> examples;
  for (ExampleId example : split_examples(store, settings.data, "dev"))
    if (!store.premises(example).empty()) examples.push_back(example);
  std::size_t most = settings.request.most_dev_examples;
  if (most != 0 && examples.size() > most) examples.resize(most);
  ExampleLabels truth = answers(store, examples);
  std::filesystem::path kept = folder / "predictions.tsv", best = folder / "best.safetensors";
  if (std::filesystem::exists(kept) &&
      std::filesystem::last_write_time(kept) >= std::filesystem::last_write_time(best)) {
    Predictions known = read_predictions(kept.string());
    if (known.answers.useful == truth.useful) return known;
  }
  Progress progress("scoring", "examples", settings.quiet);
  Scores scores = score_examples(
      model, store, examples,
      {model.config().mode, settings.request.train.batch, settings.request.train.threads},
      [&](std::size_t done) { progress.update(done, examples.size()); });
  progress.finish();
  write_text_file(kept, predictions_table(store, examples, scores.logits));
  return {std::move(scores.logits), std::move(truth)};
}

class Ablation {
 public:
  Ablation(const Store& store, const AblateSettings& settings)
      : store_(store),
        settings_(settings),
        plan_(plan_rows(settings)),
        baseline_(settings.baseline.empty() ? plan_.front().name() : settings.baseline) {
    if (std::ranges::none_of(plan_, [&](const PlannedRow& r) { return r.name() == baseline_; }))
      throw InputError(fmt::format("--baseline: the grid has no '{}'", baseline_),
                       fmt::format("its first one is '{}'", plan_.front().name()));
    if (settings.shard) plan_ = part_of(plan_, *settings.shard);
    const std::filesystem::path& folder = settings.request.folder;
    check_folder_output(folder / "table.md", FileKind::ablation_table);
    check_folder_output(folder / "table.json", FileKind::ablation_json);
    check_folder_output(folder / "table.svg", FileKind::picture);
    check_folder_output(folder / "curves.svg", FileKind::picture);
    for (const PlannedRow& row : plan_)
      check_folder_output(folder / row.name() / "predictions.tsv", FileKind::predictions);
  }

  void run() {
    std::size_t done = 0;
    for (const PlannedRow& row : plan_) {
      write_out(fmt::format("{} ({} of {})\n", row.name(), ++done, plan_.size()));
      flush_out();
      ShownTraining training = train(row);
      const TrainOutcome& outcome = training.outcome;
      if (outcome.end == TrainEnd::stopped) {
        write_out("the same command goes on from here\n");
        leave_if_interrupted(training);
        return;
      }
      if (settings_.shard) continue;
      add(row);
      write_tables();
    }
    if (settings_.shard) {
      write_out(
          fmt::format("shard {}; when all are done, the same command without --shard makes "
                      "the tables\n",
                      to_string(*settings_.shard)));
      return;
    }
    write_out('\n' + table().text());
    say_next(fmt::format("winnow report {} -o report.html", settings_.out));
  }

 private:
  std::filesystem::path folder(const PlannedRow& row) const {
    return settings_.request.folder / row.name();
  }

  ShownTraining train(const PlannedRow& row) const {
    TrainRequest request = settings_.request;
    request.model = row.variant.apply(request.model);
    request.train.seed = row.seed;
    request.folder = folder(row);
    const std::filesystem::path checkpoint = RunFolder(request.folder).checkpoint;
    request.resume = std::filesystem::exists(checkpoint);
    if (settings_.row_time_s > 0) {
      const TrainPosition position =
          request.resume ? read_checkpoint_file(checkpoint).position : TrainPosition{};
      const double left_s = settings_.row_time_s - position.seconds;
      if (left_s <= 0) {
        write_out("its time is up\n");
        return {{TrainEnd::out_of_time, position.best}};
      }
      request.time_limit_s =
          request.time_limit_s > 0 ? std::min(request.time_limit_s, left_s) : left_s;
    }
    return train_and_show(store_, request, settings_.quiet);
  }

  RowEnd end_of(const TrainPosition& position) const {
    const TrainOptions& options = settings_.request.train;
    if (position.epoch >= options.epochs) return RowEnd::epochs;
    if (options.patience != 0 && position.epoch - position.best.epoch >= options.patience)
      return RowEnd::patience;
    if (settings_.row_time_s > 0 && position.seconds >= settings_.row_time_s) return RowEnd::time;
    return RowEnd::goes_on;
  }

  void add(const PlannedRow& planned) {
    const RunFolder files(folder(planned));
    const TrainPosition position = read_checkpoint_file(files.checkpoint).position;
    if (position.best.epoch == 0) {
      unfinished_.push_back(planned.name());
      return;
    }
    Model model = Model::load(files.best);
    AblationRow row;
    row.plan = planned;
    row.end = end_of(position);
    row.best_epoch = position.best.epoch;
    for (const MetricsLine& line : read_metrics(files.metrics.string()))
      if (ends_an_epoch(line)) row.epochs.push_back(line);
    for (const auto& [name, tensor] : model.file().weights.tensors())
      row.parameters += tensor.values.size();
    row.predictions = predict(model, store_, settings_, folder(planned));
    row.figures = evaluate(row.predictions.logits, row.predictions.answers);
    rows_.push_back(std::move(row));
  }

  AblationTable table() const {
    const TrainRequest& request = settings_.request;
    return AblationTable({request.store_name, request.model.mode, settings_.preset, baseline_,
                          request.train.epochs, request.train.patience, settings_.row_time_s},
                         rows_, unfinished_);
  }

  void write_tables() const {
    const std::filesystem::path& out = settings_.request.folder;
    const AblationTable all = table();
    write_text_file(out / "table.md", all.markdown());
    write_text_file(out / "table.json", print_json(all.json(), 1) + '\n');
    write_text_file(out / "table.svg", all.bars());
    write_text_file(out / "curves.svg", all.curves());
  }

  const Store& store_;
  const AblateSettings& settings_;
  std::vector<PlannedRow> plan_;
  std::string baseline_;
  std::vector<AblationRow> rows_;
  std::vector<std::string> unfinished_;
};

}  // namespace

void add_ablate_command(CLI::App& app) {
  auto settings = std::make_shared<AblateSettings>();
  CLI::App* command = app.add_subcommand("ablate", "train a grid of variants and compare them");
  command->add_option("--out", settings->out, "folder for the runs and the tables")->required();
  check_with(command
                 ->add_option("--grid", settings->grid,
                              "all, paper (its ten variants, and daglstm in the other direction), "
                              "four, or variants such as gcn+max,bidir+attdag")
                 ->capture_default_str()
                 ->check(CLI::Validator("{all,paper,four}")),  // for completions
             [](const std::string& text) { variants(text, "up"); });
  command->add_option("--baseline", settings->baseline,
                      "the variant that others are tested against; the first");
  command->add_option("--seeds", settings->seeds, "a run with each of these; --seed alone")
      ->delimiter(',');
  command
      ->add_option("--seeds-for", settings->seeds_for,
                   "variants that have runs with all seeds, others with the first; all")
      ->delimiter(',');
  add_seconds(*command, "--row-time", settings->row_time_s,
              "time for a variant over all stops: as many epochs as fit; 0: as many as there are",
              kTimeOrNever_s, "0");
  add_shard_option(*command, settings->shard,
                   "the I-th of N parts of the grid, from 0; without it, tables of all runs");
  add_train_options(*command, *settings);
  command->footer(kAblateExamples + preset_help());
  command->callback([command, settings] {
    refuse_several_processes("ablate");
    finish_settings(*command, *settings, false);  // the paper's rows
    if (command->get_option("--patience")->count() == 0)
      settings->request.train.patience = kPatience;
    Store store = Store::open(settings->data);
    Ablation(store, *settings).run();
  });
}

}  // namespace winnow
