// app/commands/eval.cc - `winnow eval`: how good models are on a split, alone, together, and
// compared. in: model files, a store     out: tables for people, or one JSON object for machines
#include "app/cli/option_value.h"
#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "app/cli/terminal.h"
#include "app/commands/commands.h"
#include "app/report/figures.h"
#include "app/report/split_scores.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace winnow {

namespace {

constexpr const char* kEvalExamples =
    "Examples:\n"
    "  winnow eval --model runs/first/best.safetensors --data mizar.store\n"
    "  winnow eval --model a.safetensors --model b.safetensors --data mizar.store --json\n\n"
    "Several models are also an ensemble (the mean of their logits), and are compared pairwise by "
    "a\n"
    "permutation test over whole examples. Intervals are 95 %, by bootstrap over examples. A "
    "premise\n"
    "counts as called useful when its logit is above zero.";

struct EvalCommand {
  std::vector<std::string> models;
  ScoringCommand scoring;
  bool json = false;
};

struct EvaluatedModel {
  std::string name, mode;
  std::vector<float> logits;
  Evaluation figures;
};

struct Pair {
  std::size_t first, second;
  Comparison comparison;
};

std::string percent(double share) { return fmt::format("{:.2f}", 100 * share); }

// ▁▂▃▄▅▆▇█, one for each bin
std::string sparkline(std::span<const std::uint64_t> counts) {
  static constexpr const char* kBlocks[] = {"·", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  std::uint64_t most = std::max<std::uint64_t>(1, std::ranges::max(counts));
  std::string text;
  for (std::uint64_t count : counts) text += kBlocks[(count * 8 + most - 1) / most];
  return text;
}

Evaluation figures_of(std::span<const float> logits, const SplitScores& truth) {
  return evaluate(logits, truth.useful, truth.item_ends);
}

std::string text_report(const std::vector<EvaluatedModel>& candidates,
                        const std::vector<Pair>& pairs) {
  Table main({"", "mode", "accuracy", "95 %", "precision", "recall", "AUC", "avg. precision",
              "loss", "calib. error"});
  Table by_example({"accuracy by example", "mean", "10 %", "25 %", "50 %", "75 %", "90 %",
                    "all right", "0 ... 100"});
  for (const EvaluatedModel& c : candidates) {
    const BinaryMetrics& m = c.figures.binary;
    main.add(
        {c.name, c.mode, percent(m.accuracy),
         fmt::format("{}-{}", percent(c.figures.interval.low), percent(c.figures.interval.high)),
         percent(m.precision), percent(m.recall), percent(m.auc), percent(m.average_precision),
         fmt::format("{:.4f}", m.loss), percent(c.figures.calibrated.error)});
    const ExampleMetrics& e = c.figures.by_example;
    std::vector<std::string> row = {c.name, percent(e.mean)};
    for (double quantile : e.quantiles) row.push_back(percent(quantile));
    row.push_back(fmt::format("{}", e.perfect));
    row.push_back(sparkline(e.histogram));
    by_example.add(row);
  }
  std::string text = main.text() + '\n' + by_example.text();
  std::vector<std::string> head = {"calibration: said"};
  for (int i = 0; i < 10; ++i) head.push_back(fmt::format("{}-{} %", 10 * i, 10 * i + 10));
  Table calibrated(head);
  for (const EvaluatedModel& c : candidates) {
    std::vector<std::string> row = {c.name + ": was"};
    for (const CalibrationBin& bin : c.figures.calibrated.bins)
      row.push_back(bin.items == 0 ? "-" : fmt::format("{:.1f}", 100 * bin.was));
    calibrated.add(row);
    row = {c.name + ": premises"};
    for (const CalibrationBin& bin : c.figures.calibrated.bins)
      row.push_back(with_commas(bin.items));
    calibrated.add(row);
  }
  text += '\n' + calibrated.text();
  if (pairs.empty()) return text;
  Table tests({"permutation test", "only first right", "only second right", "difference", "p", "",
               "McNemar's p"});
  for (const Pair& each : pairs) {
    const auto& [premises, examples] = each.comparison;
    tests.add({candidates[each.first].name + " : " + candidates[each.second].name,
               fmt::format("{}", premises.only_first), fmt::format("{}", premises.only_second),
               fmt::format("{:+.2f}", 100 * examples.difference), p_text(examples.p_value),
               each.comparison.differs() ? "*" : "", p_text(premises.p_value)});
  }
  return text + '\n' + tests.text() + fmt::format("* p < {}\n", Comparison::kLevel);
}

void run(const EvalCommand& options) {
  DataStore store = DataStore::open(options.scoring.data);
  std::vector<EvaluatedModel> candidates;
  SplitScores truth;  // the same for all models, but for the logits
  for (const std::string& file : options.models) {
    truth = score_split(file, store, options.scoring);
    if (truth.useful.empty())
      throw InputError(Place{options.scoring.data},
                       fmt::format("the split '{}' has no premises", options.scoring.split));
    candidates.push_back(
        {model_name(file), truth.mode, truth.logits, figures_of(truth.logits, truth)});
  }
  if (candidates.size() > 1) {
    std::vector<std::vector<float>> members;
    std::string mode = candidates.front().mode;
    for (const EvaluatedModel& c : candidates) {
      members.push_back(c.logits);
      if (c.mode != mode) mode = "mixed";
    }
    std::vector<float> mean = mean_logits(members);
    Evaluation figures = figures_of(mean, truth);
    candidates.push_back({"ensemble", mode, std::move(mean), figures});
  }
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < candidates.size(); ++a)
    for (std::size_t b = a + 1; b < candidates.size(); ++b)
      pairs.push_back(
          {a, b,
           compare(candidates[a].logits, candidates[b].logits, truth.useful, truth.item_ends)});

  auto useful = static_cast<std::uint64_t>(std::ranges::count(truth.useful, true));
  if (!options.json) {
    write_out(fmt::format("{}, split {}: {} examples, {} premises, {} of them useful\n\n{}",
                          options.scoring.data, options.scoring.split,
                          with_commas(truth.item_ends.size()), with_commas(truth.useful.size()),
                          with_commas(useful), text_report(candidates, pairs)));
    return;
  }
  nlohmann::ordered_json json = {{"data", options.scoring.data},
                                 {"split", options.scoring.split},
                                 {"examples", truth.item_ends.size()},
                                 {"premises", truth.useful.size()},
                                 {"useful", useful}};
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    nlohmann::ordered_json each = {{"name", candidates[i].name}, {"mode", candidates[i].mode}};
    if (i < options.models.size()) each["file"] = options.models[i];
    each.update(to_json(candidates[i].figures));
    json["models"].push_back(std::move(each));
  }
  json["comparisons"] = nlohmann::ordered_json::array();
  for (const Pair& each : pairs) {
    nlohmann::ordered_json test = {{"first", candidates[each.first].name},
                                   {"second", candidates[each.second].name}};
    test.update(to_json(each.comparison));
    json["comparisons"].push_back(std::move(test));
  }
  write_out(json.dump() + "\n");
}

}  // namespace

void add_eval_command(CLI::App& app) {
  auto options = std::make_shared<EvalCommand>();
  CLI::App* command =
      app.add_subcommand("eval", "say how good models are, alone, together, compared");
  add_input(*command, "--model", options->models, "a model file; give several to compare them")
      ->required()
      ->allow_extra_args(false);
  add_scoring_options(*command, options->scoring);
  command->add_flag("--json", options->json, "one JSON object");
  command->footer(kEvalExamples);
  command->callback([options] { run(*options); });
}

}  // namespace winnow
