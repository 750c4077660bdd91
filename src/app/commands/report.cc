// app/commands/report.cc - `winnow report`: training runs as one HTML file.
// in: folders of runs: at least one of metrics.jsonl, best.safetensors, predictions.tsv in each
// out: one file that needs no other.
#include "app/cli/output.h"
#include "app/commands/commands.h"
#include "app/report/report_page.h"
#include "app/report/run_metrics.h"
#include "app/report/split_scores.h"
#include "data/json_text.h"
#include "model/model_file.h"
#include "model/model_json.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* kReportExamples =
    "Examples:\n"
    "  winnow report runs/first -o first.html\n"
    "  winnow report runs/first runs/second --data mizar.store -o both.html\n"
    "  winnow report runs -o all.html     every run inside of a folder\n\n"
    "ROC, calibration and tests need predictions: DIR/predictions.tsv as 'winnow score' writes it, "
    "or\n"
    "--data, with which they are computed.";

struct ReportCommand {
  std::vector<std::string> folders;
  OutputChoice output;
  std::string title = "winnow: training report";
  ScoringCommand scoring;
};

// "runs/a", "runs/b" are known as "a", "b"; a single one by its last part.
void shorten_names(std::vector<ReportRun>& runs) {
  fs::path common = fs::path(runs.front().name).parent_path();
  for (const ReportRun& run : runs)
    if (fs::path(run.name).parent_path() != common) return;
  for (ReportRun& run : runs) run.name = fs::path(run.name).filename().string();
}

std::string plain(const Json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void add_model(const std::string& file, ReportRun& run) {
  ModelFile model = read_model(file);
  for (const auto& [name, tensor] : model.weights.tensors()) run.parameters += tensor.values.size();
  run.symbols = model.labels.symbols.size();
  const Json& history = model.history;
  if (history.contains("data")) run.options.emplace_back("data", plain(history["data"]));
  const Json shape = json_of(model.options);
  for (const auto& [name, value] : shape.items()) run.options.emplace_back(name, plain(value));
  if (history.contains("train"))
    for (const auto& [name, value] : history["train"].items())
      run.options.emplace_back(name, plain(value));
  if (history.contains("command")) run.command = plain(history["command"]);
}

Predictions predict(const std::string& file, const DataStore& store,
                    const ScoringCommand& options) {
  SplitScores scores = score_split(file, store, options);
  return {std::move(scores.logits), {std::move(scores.useful), std::move(scores.item_ends)}};
}

bool is_run(const fs::path& folder) {
  return fs::exists(folder / "metrics.jsonl") || fs::exists(folder / "best.safetensors") ||
         fs::exists(folder / "predictions.tsv");
}

// The folder itself if it holds a run, or else all below it that do, by name.
std::vector<std::string> runs_in(const std::string& folder) {
  if (is_run(folder)) return {folder};
  std::vector<std::string> found;
  std::error_code none;
  for (const auto& entry : fs::recursive_directory_iterator(folder, none))
    if (entry.is_directory(none) && is_run(entry.path())) found.push_back(entry.path().string());
  if (found.empty())
    throw InputError(Place{folder},
                     "no run: neither metrics.jsonl nor best.safetensors nor predictions.tsv, here "
                     "or in a folder below",
                     "'winnow train --out DIR' makes such a folder");
  std::ranges::sort(found);
  return found;
}

void run(const ReportCommand& options) {
  TextOutput output(options.output, FileKind::page, {options.scoring.data});
  std::optional<DataStore> store;
  if (!options.scoring.data.empty()) store = DataStore::open(options.scoring.data);
  std::vector<ReportRun> runs;
  std::vector<std::string> folders;
  for (const std::string& each : options.folders)
    for (std::string& folder : runs_in(each)) folders.push_back(std::move(folder));
  for (const std::string& folder : folders) {
    auto in = [&](const char* name) { return (fs::path(folder) / name).string(); };
    auto there = [&](const char* name) { return fs::exists(in(name)); };
    ReportRun& run = runs.emplace_back();
    run.name = fs::path(folder).lexically_normal().string();
    if (run.name.ends_with('/')) run.name.pop_back();
    if (there("metrics.jsonl")) run.metrics = read_metrics(in("metrics.jsonl"));
    if (there("best.safetensors")) add_model(in("best.safetensors"), run);
    if (store && there("best.safetensors"))
      run.predictions = predict(in("best.safetensors"), *store, options.scoring);
    else if (there("predictions.tsv"))
      run.predictions = read_predictions(in("predictions.tsv"));
  }
  shorten_names(runs);
  output.write(report_page(options.title, runs));
  output.commit();
}

}  // namespace

void add_report_command(CLI::App& app) {
  auto options = std::make_shared<ReportCommand>();
  CLI::App* command = app.add_subcommand("report", "write training runs as one HTML page");
  command
      ->add_option("DIR", options->folders,
                   "folders that 'winnow train' wrote, or that hold such folders")
      ->required();
  add_output_options(*command, options->output, "the file to write; - is standard output")
      ->required();
  command->add_option("--title", options->title, "of the page")->capture_default_str();
  add_scoring_options(*command, options->scoring);
  command->get_option("--data")->required(false)->description(
      "a store: predictions are computed on it");
  command->footer(kReportExamples);
  command->callback([options] { run(*options); });
}

}  // namespace winnow
