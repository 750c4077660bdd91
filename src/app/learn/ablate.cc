// app/learn/ablate.cc - `winnow ablate`: trains a grid of variants and compares them.
// in: a store, options that all variants share     out: a folder with a run for each variant, and
// table.md, table.json, table.svg, written anew after every variant
// Every run is a `winnow train --resume`: one that is finished ends at once, one that was stopped
// goes on. Predictions are kept beside the model, so they are computed once.
#include "app/cli/options.h"
#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "app/cli/terminal.h"
#include "app/learn/commands.h"
#include "app/report/figures.h"
#include "app/report/plot.h"
#include "data/output_file.h"
#include "data/text_file.h"
#include "learn/variants.h"
#include "model/predictions.h"
#include "model/scorer.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kExamples =
    "Examples:\n"
    "  winnow ablate --preset mizar --data mizar.store --epochs 5 --grid four --out ablation\n"
    "  winnow ablate ... --time-limit 1h     at most an hour a variant; the same command goes "
    "on\n\n";

struct AblateSettings : TrainSettings {
  std::string grid = "paper", baseline;
};

struct Row {
  Variant variant;
  TrainOutcome outcome;
  std::uint64_t parameters = 0;
  Predictions predictions;
  Evaluation figures;
};

Predictions predict(const Model& model, const Store& store, const TrainSettings& settings,
                    const std::filesystem::path& folder) {
  std::vector<ExampleId> examples;
  for (ExampleId example : split_examples(store, settings.data, "dev"))
    if (!store.premises(example).empty()) examples.push_back(example);
  std::size_t most = settings.request.most_dev_examples;
  if (most != 0 && examples.size() > most) examples.resize(most);
  Answers truth = answers(store, examples);
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
        variants_(variants(settings.grid, settings.request.model.direction)),
        baseline_(settings.baseline.empty() ? variants_.front().name() : settings.baseline) {
    if (std::ranges::none_of(variants_, [&](const Variant& v) { return v.name() == baseline_; }))
      throw InputError(fmt::format("--baseline: the grid has no '{}'", baseline_),
                       fmt::format("its first one is '{}'", variants_.front().name()));
    const std::filesystem::path& folder = settings.request.folder;
    check_folder_output(folder / "table.md", FileKind::ablation_table);
    check_folder_output(folder / "table.json", FileKind::ablation_json);
    check_folder_output(folder / "table.svg", FileKind::picture);
    for (const Variant& variant : variants_)
      check_folder_output(folder / variant.name() / "predictions.tsv", FileKind::predictions);
  }

  void run() {
    std::size_t done = 0;
    for (const Variant& variant : variants_) {
      TrainRequest request = settings_.request;
      request.model = variant.apply(request.model);
      request.folder = settings_.request.folder / variant.name();
      request.resume = std::filesystem::exists(request.folder / "checkpoint.safetensors");
      write_out(fmt::format("{} ({} of {})\n", variant.name(), ++done, variants_.size()));
      flush_out();
      TrainOutcome outcome = train_and_show(store_, request, settings_.quiet);
      if (outcome.end == TrainEnd::stopped) {
        write_out("the same command goes on from here\n");
        leave_if_interrupted(outcome);
        return;
      }
      if (outcome.best.epoch == 0) continue;  // out of time before its first epoch ended
      Model model = Model::load(request.folder / "best.safetensors");
      Row row{variant, outcome, 0, predict(model, store_, settings_, request.folder), {}};
      for (const auto& [name, tensor] : model.file().weights.tensors())
        row.parameters += tensor.values.size();
      row.figures = evaluate(row.predictions.logits, row.predictions.answers);
      rows_.push_back(std::move(row));
      write_tables();
    }
    write_out('\n' + text(false));
  }

 private:
  const Row* baseline() const {
    for (const Row& row : rows_)
      if (row.variant.name() == baseline_) return &row;
    return nullptr;
  }

  static bool is_done(const Row& row) {
    return row.outcome.end == TrainEnd::finished || row.outcome.end == TrainEnd::out_of_patience;
  }

  std::string text(bool markdown) const {
    Table table({"variant", "accuracy", "95 %", "to baseline", "p", "", "AUC", "avg. precision",
                 "by example", "epoch", "minutes", "parameters"});
    const Row* base = baseline();
    auto percent = [](double share) { return fmt::format("{:.2f}", 100 * share); };
    for (const Row& row : rows_) {
      std::string difference = "-", p = "-", mark;
      if (base != nullptr && &row != base) {
        Comparison comparison =
            compare(base->predictions.logits, row.predictions.logits, base->predictions.answers);
        difference = fmt::format("{:+.2f}", 100 * comparison.examples.difference);
        p = p_text(comparison.examples.p_value);
        mark = comparison.differs() ? "*" : "";
      }
      table.add({row.variant.name() + (is_done(row) ? "" : " (not finished)"),
                 percent(row.figures.binary.accuracy),
                 percent(row.figures.interval.low) + "-" + percent(row.figures.interval.high),
                 difference, p, mark, percent(row.figures.binary.auc),
                 percent(row.figures.binary.average_precision),
                 percent(row.figures.by_example.mean), fmt::format("{}", row.outcome.best.epoch),
                 fmt::format("{:.1f}", row.outcome.best.minutes), with_commas(row.parameters)});
    }
    std::string note = fmt::format(
        "{}, dev, {} mode, {} epochs, seed {}; baseline {}; * permutation test over examples, p < "
        "{}\n",
        settings_.request.store_name, settings_.request.model.mode, settings_.request.train.epochs,
        settings_.request.train.seed, baseline_, Comparison::kLevel);
    return markdown ? table.markdown() + '\n' + note : table.text() + note;
  }

  void write_tables() const {
    Json json = {{"data", settings_.request.store_name},
                 {"mode", settings_.request.model.mode},
                 {"epochs", settings_.request.train.epochs},
                 {"seed", settings_.request.train.seed},
                 {"baseline", baseline_},
                 {"rows", Json::array()}};
    const Row* base = baseline();
    std::vector<Bar> bars;
    double lowest = 0.5;
    for (const Row& row : rows_) {
      Json each = {{"variant", row.variant.name()},
                   {"embedder", row.variant.embedder},
                   {"direction", row.variant.direction},
                   {"pooling", row.variant.pooling},
                   {"finished", is_done(row)},
                   {"epoch", row.outcome.best.epoch},
                   {"minutes", row.outcome.best.minutes},
                   {"parameters", row.parameters}};
      each.update(to_json(row.figures));
      bool differs = false;
      if (base != nullptr && &row != base) {
        Comparison comparison =
            compare(base->predictions.logits, row.predictions.logits, base->predictions.answers);
        each["against_baseline"] = to_json(comparison);
        differs = comparison.differs();
      }
      json["rows"].push_back(std::move(each));
      lowest = std::min(lowest, row.figures.binary.accuracy);
      auto colour = static_cast<std::size_t>(std::ranges::find(kEmbedders, row.variant.embedder) -
                                             kEmbedders.begin());
      bars.push_back({row.variant.name(), differs ? "*" : "", row.figures.binary.accuracy, colour});
    }
    const std::filesystem::path& folder = settings_.request.folder;
    write_text_file(folder / "table.md", text(true));
    write_text_file(folder / "table.json", json.dump(1) + '\n');
    // Bars from one half, where guessing stands, unless a variant is worse than that.
    write_text_file(folder / "table.svg",
                    standalone(bar_plot("dev accuracy by variant", bars, lowest < 0.5 ? 0 : 0.5)));
  }

  static constexpr std::array<std::string_view, 4> kEmbedders = {"mpnn", "gcn", "daglstm", "bidir"};
  const Store& store_;
  const AblateSettings& settings_;
  std::vector<Variant> variants_;
  std::string baseline_;
  std::vector<Row> rows_;
};

}  // namespace

void add_ablate_command(CLI::App& app) {
  auto settings = std::make_shared<AblateSettings>();
  CLI::App* command = app.add_subcommand("ablate", "train a grid of variants and compare them");
  command->add_option("--out", settings->out, "folder for the runs and the tables")->required();
  add_value(*command, "--grid", settings->grid, "all, paper (ten variants) or four",
            one_of("all, paper, four"));
  command->add_option("--baseline", settings->baseline,
                      "the variant that others are tested against; the first");
  add_train_options(*command, *settings);
  command->footer(kExamples + preset_help());
  command->callback([command, settings] {
    refuse_several_processes("ablate");
    finish_settings(*command, *settings, false);  // the paper's rows
    Store store = Store::open(settings->data);
    Ablation(store, *settings).run();
  });
}

}  // namespace winnow
