// app/eval.cc - `winnow eval`: how good models are on a split, alone, together, and compared.
// in: model files, a store     out: tables for people, or one JSON object for machines
#include "app/commands.h"
#include "app/evaluation.h"
#include "app/progress.h"
#include "app/scoring.h"
#include "app/table.h"
#include "app/terminal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace winnow {

namespace {

constexpr const char* kExamples =
    "Examples:\n"
    "  winnow eval --model runs/first/best.safetensors --data mizar.store\n"
    "  winnow eval --model a.safetensors --model b.safetensors --data mizar.store --json\n\n"
    "Several models are also an ensemble (the mean of their logits), and are compared pairwise by\n"
    "McNemar's test. A premise counts as called useful when its logit is above zero.";

struct Options {
  std::vector<std::string> models;
  ScoringOptions scoring;
  bool json = false;
};

struct Candidate {
  std::string name, mode;
  std::vector<float> logits;
  Evaluation figures;
};

struct Comparison {
  std::size_t first, second;
  McNemar test;
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

Candidate candidate(const Options& options, const std::string& file, const Store& store,
                    std::span<const ExampleId> examples, const Answers& truth) {
  Model model = Model::load(file);
  std::vector<float> logits = score(model, file, store, examples, options.scoring);
  Evaluation figures = evaluate(logits, truth);
  const std::string& mode = options.scoring.mode;
  return {model_name(file), mode.empty() ? model.file().options.mode : mode, std::move(logits), figures};
}

std::string text_report(const std::vector<Candidate>& candidates, const std::vector<Comparison>& comparisons) {
  Table main({"", "mode", "accuracy", "precision", "recall", "AUC", "avg. precision", "loss", "calib. error"});
  Table by_example({"accuracy by example", "mean", "10 %", "25 %", "50 %", "75 %", "90 %", "all right", "0 ... 100"});
  for (const Candidate& c : candidates) {
    const BinaryMetrics& m = c.figures.binary;
    main.add({c.name, c.mode, percent(m.accuracy), percent(m.precision), percent(m.recall), percent(m.auc),
              percent(m.average_precision), fmt::format("{:.4f}", m.loss), percent(c.figures.calibrated.error)});
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
  for (const Candidate& c : candidates) {
    std::vector<std::string> row = {c.name + ": was"};
    for (const CalibrationBin& bin : c.figures.calibrated.bins)
      row.push_back(bin.items == 0 ? "-" : fmt::format("{:.1f}", 100 * bin.was));
    calibrated.add(row);
  }
  text += '\n' + calibrated.text();
  if (comparisons.empty()) return text;
  Table tests({"McNemar's test", "only first right", "only second right", "p", "", "test"});
  for (const Comparison& each : comparisons)
    tests.add({candidates[each.first].name + " : " + candidates[each.second].name,
               fmt::format("{}", each.test.only_first), fmt::format("{}", each.test.only_second),
               p_text(each.test), each.test.p_value < 0.01 ? "*" : "",
               each.test.exact ? "exact" : "chi-square"});
  return text + '\n' + tests.text() + "* p < 0.01\n";
}

void run(const Options& options) {
  Store store = Store::open(options.scoring.data);
  std::vector<ExampleId> examples = split_examples(store, options.scoring.data, options.scoring.split);
  Answers truth = answers(store, examples);
  if (truth.useful.empty())
    throw InputError(Place{options.scoring.data}, fmt::format("the split '{}' has no premises", options.scoring.split));
  if (!options.scoring.mode.empty()) mode_of(options.scoring.mode);
  std::vector<Candidate> candidates;
  for (const std::string& file : options.models)
    candidates.push_back(candidate(options, file, store, examples, truth));
  if (candidates.size() > 1) {
    std::vector<std::vector<float>> members;
    std::string mode = candidates.front().mode;
    for (const Candidate& c : candidates) {
      members.push_back(c.logits);
      if (c.mode != mode) mode = "mixed";
    }
    std::vector<float> mean = mean_logits(members);
    Evaluation figures = evaluate(mean, truth);
    candidates.push_back({"ensemble", mode, std::move(mean), figures});
  }
  std::vector<Comparison> comparisons;
  for (std::size_t a = 0; a < candidates.size(); ++a)
    for (std::size_t b = a + 1; b < candidates.size(); ++b)
      comparisons.push_back({a, b, mcnemar(candidates[a].logits, candidates[b].logits, truth.useful)});

  auto useful = static_cast<std::uint64_t>(std::ranges::count(truth.useful, true));
  if (!options.json) {
    write_out(fmt::format("{}, split {}: {} examples, {} premises, {} of them useful\n\n{}", options.scoring.data,
                          options.scoring.split, with_commas(examples.size()), with_commas(truth.useful.size()),
                          with_commas(useful), text_report(candidates, comparisons)));
    return;
  }
  nlohmann::ordered_json json = {{"data", options.scoring.data}, {"split", options.scoring.split},
                                 {"examples", examples.size()}, {"premises", truth.useful.size()},
                                 {"useful", useful}};
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    nlohmann::ordered_json each = {{"name", candidates[i].name}, {"mode", candidates[i].mode}};
    if (i < options.models.size()) each["file"] = options.models[i];
    each.update(to_json(candidates[i].figures));
    json["models"].push_back(std::move(each));
  }
  json["comparisons"] = nlohmann::ordered_json::array();
  for (const Comparison& each : comparisons) {
    nlohmann::ordered_json test = {{"first", candidates[each.first].name}, {"second", candidates[each.second].name}};
    test.update(to_json(each.test));
    json["comparisons"].push_back(std::move(test));
  }
  write_out(json.dump() + "\n");
}

}  // namespace

void add_eval_command(CLI::App& app) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("eval", "say how good models are, alone, together, compared");
  command->add_option("--model", options->models, "a model file; give several to compare them")
      ->required()->allow_extra_args(false);
  add_scoring_options(*command, options->scoring);
  command->add_flag("--json", options->json, "one JSON object");
  command->footer(kExamples);
  command->callback([options] { run(*options); });
}

}  // namespace winnow
