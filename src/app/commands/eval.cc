// app/commands/eval.cc - `winnow eval`: how good models are on a split, alone, together, compared.
// in: model files, a store     out: tables for people, or one JSON object for machines.
#include "app/cli/json.h"
#include "app/cli/next_step.h"
#include "app/cli/option_value.h"
#include "app/cli/progress.h"
#include "app/cli/table.h"
#include "app/cli/terminal.h"
#include "app/commands/commands.h"
#include "app/report/figures.h"
#include "app/report/split_scores.h"
#include "winnow/error.h"
#include "winnow/model.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace winnow {

namespace {

constexpr const char* kEvalExamples =
    "Examples:\n"
    "  winnow eval --model runs/first/best.safetensors --data mizar.store\n"
    "  winnow eval --model a.safetensors --model b.safetensors --data mizar.store --json\n"
    "  winnow eval --model a.safetensors --data mizar.store --unknown-symbols --examples 500\n\n"
    "Several models are also an ensemble (the mean of their logits), and are compared pairwise by "
    "a\n"
    "permutation test over whole examples. Intervals are 95 %, by bootstrap over examples. A "
    "premise\n"
    "counts as called useful when its logit is above zero. Unseen premises are those that no "
    "example\n"
    "of the split train has: what is said of them is not known by heart.\n\n"
    "--unknown-symbols asks what is left where the vocabulary is new: every predicate, function "
    "and\n"
    "constant gets a name outside of it, equal names staying equal. Its vector is that of (kind,\n"
    "arity) then. Formulas that a model knows by heart (--memory, --precedents) are unknown, too;\n"
    "nearest examples are those that lie near by the vectors that remain.";

struct EvalCommand {
  std::vector<std::string> models;
  ScoringCommand scoring;
  bool json = false;
};

// On premises that no training example has.
struct EvaluatedUnseen {
  SplitScores scores;
  Evaluation figures;
};

struct EvaluatedModel {
  std::string name;
  SplitScores scores;
  Evaluation figures;
  std::optional<EvaluatedUnseen> unseen = {};  // none: the store has no training examples
};

struct Pair {
  std::size_t first, second;
  Comparison comparison;
  std::optional<Comparison> unseen = {};
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

EvaluatedModel evaluated(std::string name, SplitScores scores) {
  EvaluatedModel model{std::move(name), std::move(scores), {}};
  model.figures = evaluate(model.scores);
  if (model.scores.unseen.empty()) return model;
  SplitScores unseen = only_unseen(model.scores);
  Evaluation figures = evaluate(unseen);
  model.unseen = EvaluatedUnseen{std::move(unseen), figures};
  return model;
}

Comparison compared(const SplitScores& first, const SplitScores& second) {
  return compare(first.logits, second.logits, first.useful, first.item_ends);
}

std::string interval_text(const AccuracyInterval& interval) {
  return fmt::format("{}-{}", percent(interval.low), percent(interval.high));
}

// Accuracy on what training saw as well, and on what it did not.
std::string unseen_report(const std::vector<EvaluatedModel>& candidates) {
  Table table({"unseen premises", "accuracy", "95 %", "AUC", "premises", "seen: accuracy"});
  for (const EvaluatedModel& c : candidates) {
    if (!c.unseen) continue;
    const BinaryMetrics &all = c.figures.binary, &unseen = c.unseen->figures.binary;
    const auto right = [](const BinaryMetrics& m) {
      return m.accuracy * static_cast<double>(m.items);
    };
    const std::uint64_t seen = all.items - unseen.items;
    const bool any = unseen.items != 0;
    table.add(
        {c.name, any ? percent(unseen.accuracy) : "-",
         any ? interval_text(c.unseen->figures.interval) : "-", any ? percent(unseen.auc) : "-",
         with_commas(unseen.items),
         seen == 0 ? "-" : percent((right(all) - right(unseen)) / static_cast<double>(seen))});
  }
  return table.text();
}

std::string text_report(const std::vector<EvaluatedModel>& candidates,
                        const std::vector<Pair>& pairs) {
  Table main({"", "mode", "accuracy", "95 %", "precision", "recall", "AUC", "avg. precision",
              "loss", "calib. error"});
  Table by_example({"accuracy by example", "mean", "10 %", "25 %", "50 %", "75 %", "90 %",
                    "all right", "0 ... 100"});
  for (const EvaluatedModel& c : candidates) {
    const BinaryMetrics& m = c.figures.binary;
    main.add({c.name, c.scores.mode, percent(m.accuracy), interval_text(c.figures.interval),
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
  if (candidates.front().unseen) text += '\n' + unseen_report(candidates);
  if (pairs.empty()) return text;
  std::vector<std::string> columns = {
      "permutation test", "only first right", "only second right", "difference", "p", "",
      "McNemar's p"};
  if (pairs.front().unseen) columns.insert(columns.end(), {"unseen: difference", "p", ""});
  Table tests(columns);
  for (const Pair& each : pairs) {
    const auto& [premises, examples] = each.comparison;
    std::vector<std::string> row = {
        candidates[each.first].name + " : " + candidates[each.second].name,
        fmt::format("{}", premises.only_first),
        fmt::format("{}", premises.only_second),
        fmt::format("{:+.2f}", 100 * examples.difference),
        p_text(examples.p_value),
        each.comparison.differs() ? "*" : "",
        p_text(premises.p_value)};
    if (each.unseen)
      row.insert(row.end(),
                 {fmt::format("{:+.2f}", 100 * each.unseen->examples.difference),
                  p_text(each.unseen->examples.p_value), each.unseen->differs() ? "*" : ""});
    tests.add(row);
  }
  return text + '\n' + tests.text() + fmt::format("* p < {}\n", Comparison::kLevel);
}

// The mean of the models' logits.
EvaluatedModel ensemble(const std::vector<EvaluatedModel>& members) {
  SplitScores scores = members.front().scores;
  std::vector<std::vector<float>> logits;
  for (const EvaluatedModel& member : members) {
    logits.push_back(member.scores.logits);
    if (member.scores.mode != scores.mode) scores.mode = "mixed";
  }
  scores.logits = mean_logits(logits);
  return evaluated("ensemble", std::move(scores));
}

nlohmann::ordered_json json_report(const EvalCommand& options,
                                   const std::vector<EvaluatedModel>& candidates,
                                   const std::vector<Pair>& pairs, std::uint64_t useful) {
  const SplitScores& truth = candidates.front().scores;
  nlohmann::ordered_json json = {{"data", options.scoring.data},
                                 {"split", options.scoring.split},
                                 {"examples", truth.item_ends.size()},
                                 {"premises", truth.useful.size()},
                                 {"useful", useful},
                                 {"unknown_symbols", options.scoring.options.unknown_symbols}};
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const EvaluatedModel& candidate = candidates[i];
    nlohmann::ordered_json each = {{"name", candidate.name}, {"mode", candidate.scores.mode}};
    if (i < options.models.size()) each["file"] = options.models[i];
    each.update(to_json(candidate.figures));
    if (candidate.unseen) {
      each["unseen"] = {{"premises", candidate.unseen->scores.logits.size()}};
      if (!candidate.unseen->scores.logits.empty())
        each["unseen"].update(to_json(candidate.unseen->figures));
    }
    json["models"].push_back(std::move(each));
  }
  json["comparisons"] = nlohmann::ordered_json::array();
  for (const Pair& each : pairs) {
    nlohmann::ordered_json test = {{"first", candidates[each.first].name},
                                   {"second", candidates[each.second].name}};
    test.update(to_json(each.comparison));
    if (each.unseen) test["unseen"] = to_json(*each.unseen);
    json["comparisons"].push_back(std::move(test));
  }
  return json;
}

void run(const EvalCommand& options) {
  DataStore store = DataStore::open(options.scoring.data);
  std::vector<EvaluatedModel> candidates;
  for (const std::string& file : options.models) {
    SplitScores scores = score_split(model_file(file), store, options.scoring);
    if (scores.useful.empty())
      throw InputError(Place{options.scoring.data},
                       fmt::format("the split '{}' has no premises", options.scoring.split));
    candidates.push_back(evaluated(model_name(file), std::move(scores)));
  }
  if (candidates.size() > 1) candidates.push_back(ensemble(candidates));
  std::vector<Pair> pairs;
  for (std::size_t a = 0; a < candidates.size(); ++a)
    for (std::size_t b = a + 1; b < candidates.size(); ++b) {
      Pair& pair =
          pairs.emplace_back(Pair{a, b, compared(candidates[a].scores, candidates[b].scores)});
      const auto &first = candidates[a].unseen, &second = candidates[b].unseen;
      if (first && second && !first->scores.logits.empty())
        pair.unseen = compared(first->scores, second->scores);
    }

  const SplitScores& truth = candidates.front().scores;
  auto useful = static_cast<std::uint64_t>(std::ranges::count(truth.useful, true));
  if (options.json) {
    write_out(print_json(json_report(options, candidates, pairs, useful)) + "\n");
    return;
  }
  write_out(fmt::format("{}, split {}{}: {} examples, {} premises, {} of them useful\n\n{}",
                        options.scoring.data, options.scoring.split,
                        options.scoring.options.unknown_symbols ? ", every symbol unknown" : "",
                        with_commas(truth.item_ends.size()), with_commas(truth.useful.size()),
                        with_commas(useful), text_report(candidates, pairs)));
  say_next(fmt::format("winnow report DIR --data {} -o report.html", options.scoring.data));
}

}  // namespace

void add_eval_command(CLI::App& app) {
  auto options = std::make_shared<EvalCommand>();
  CLI::App* command =
      app.add_subcommand("eval", "say how good models are, alone, together, compared");
  add_input(*command, "--model", options->models,
            "a model file, or the name of a shipped model; give several to compare them")
      ->required()
      ->allow_extra_args(false);
  add_scoring_options(*command, options->scoring);
  command->add_flag("--json", options->json, "one JSON object");
  command->footer(kEvalExamples);
  command->callback([options] { run(*options); });
}

}  // namespace winnow
