// app/commands/experiment.cc - `winnow experiment`: how good rankings are, measured on a data set.
// in: a store with a chronology, problems of it     out: recall tables; proofs found, and a report
#include "app/cli/json.h"
#include "app/cli/next_step.h"
#include "app/cli/option_value.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/shard_option.h"
#include "app/cli/terminal.h"
#include "app/commands/commands.h"
#include "app/commands/experiment_schedule.h"
#include "app/experiment/fit.h"
#include "app/experiment/lists.h"
#include "app/experiment/prover_runs.h"
#include "app/experiment/questions.h"
#include "app/experiment/result_lines.h"
#include "app/experiment/setup.h"
#include "data/table_text.h"
#include "data/text_file.h"
#include "prover/slice_sizes.h"
#include "prover/slices.h"
#include "term/hash.h"
#include "winnow/error.h"
#include "winnow/options.h"
#include "winnow/prove.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <memory>
#include <set>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kExperimentExamples =
    "Examples:\n"
    "  winnow experiment recall --data mizar.store --problems names.txt --rankers tfidf,knn\n"
    "  winnow experiment prove --data mizar.store --problems 100 --arms e,knn --out results\n"
    "  winnow experiment prove ... --out results --shard 3/16    one of 16 parts, anywhere\n"
    "  winnow experiment report results                          all parts together\n"
    "  winnow experiment recall --tptp problems --needs needs.jsonl --rankers sine,fusion\n"
    "  winnow experiment features --data mizar.store --problems 300 -o mizar.rows\n"
    "  winnow experiment fit mizar.rows -o model.fusion.json";

struct RecallOptions {
  ExperimentOptions common;
  std::string slices{kDefaultSlices};
  std::vector<std::string> rankers = {"tfidf", "knn"};
  std::string order = "kept";
  bool without_proofs = false, json = false;
  std::uint32_t most_proofs = 0;  // 0: all
};

LibraryOrder order_of(const std::string& name) {
  return name == "kept"       ? LibraryOrder::kept
         : name == "reversed" ? LibraryOrder::reversed
                              : LibraryOrder::shuffled;
}

void run_recall(const RecallOptions& options) {
  std::vector<std::size_t> ks = parse_slices(options.slices);
  if (options.most_proofs > 0 && options.common.data.empty())
    throw UsageError("--most-proofs: problems of --tptp have no proofs",
                     "a store with a chronology (--data) has some");
  ExperimentQuestions questions(options.common, options.rankers);
  std::size_t problems = questions.size();
  std::vector<std::vector<double>> sums(options.rankers.size(), std::vector<double>(ks.size()));
  double candidates = 0;
  Progress progress("ranking", "problems", options.common.quiet);
  for (std::size_t n = 0; n < problems; ++n) {
    questions.ask(
        n, order_of(options.order), [&](Evidence& evidence, std::span<const std::uint32_t> useful) {
          if (options.without_proofs) evidence.proofs = nullptr;
          Proofs few;
          if (options.most_proofs > 0 && evidence.proofs != nullptr) {
            few = some_proofs(*evidence.proofs, options.most_proofs, mix(options.common.seed, n));
            evidence.proofs = &few;
          }
          candidates += evidence.candidates;
          for (std::size_t r = 0; r < options.rankers.size(); ++r) {
            Ranking ranking = rank(evidence, questions.rank_options(options.rankers[r]));
            std::vector<double> recall = recall_at(ranking, useful, ks);
            for (std::size_t i = 0; i < ks.size(); ++i) sums[r][i] += recall[i];
          }
        });
    progress.update(n + 1, problems);
  }
  progress.finish();
  double count = problems == 0 ? 1 : static_cast<double>(problems);
  if (options.json) {
    Json json = {{"problems", problems}, {"candidates", candidates / count}, {"k", ks}};
    for (std::size_t r = 0; r < options.rankers.size(); ++r) {
      for (double& sum : sums[r]) sum /= count;
      json["recall"][options.rankers[r]] = sums[r];
    }
    write_out(print_json(json) + "\n");
    return;
  }
  std::string text = fmt::format("{} problems, {:.0f} candidates on average\n{:<24}", problems,
                                 candidates / count, "recall at k =");
  for (std::size_t k : ks) text += k == kAllPremises ? "    all" : fmt::format("{:>7}", k);
  text += '\n';
  for (std::size_t r = 0; r < options.rankers.size(); ++r) {
    fmt::format_to(std::back_inserter(text), "{:<24}", options.rankers[r]);
    for (double sum : sums[r]) fmt::format_to(std::back_inserter(text), "{:>7.3f}", sum / count);
    text += '\n';
  }
  if (questions.missing() > 0)
    fmt::format_to(std::back_inserter(text), "{} needed statements are no candidates, first {}\n",
                   questions.missing(), escaped(questions.first_missing()));
  write_out(text);
}

void add_recall(CLI::App& command) {
  auto options = std::make_shared<RecallOptions>();
  CLI::App* sub = command.add_subcommand(
      "recall", "which share of the premises of known proofs is among the best k");
  add_experiment_options(*sub, options->common, true);
  check_with(sub->add_option("--rankers", options->rankers, "which, as in 'winnow rank --ranker'")
                 ->delimiter(',')
                 ->capture_default_str(),
             [](const std::string& text) { parse_ranker(text, "rankers"); });
  check_with(sub->add_option("--k", options->slices, "how many premises")->capture_default_str(),
             [](const std::string& text) { parse_slices(text); });
  CLI::Option* without = sub->add_flag("--without-proofs", options->without_proofs,
                                       "as in a library of which no proofs are known");
  add_value(*sub, "--most-proofs", options->most_proofs,
            "as in a library of which so few proofs are known, drawn for each problem; 0: all",
            any_value())
      ->excludes(without);
  add_value(*sub, "--order", options->order,
            "of the candidates, as rankers are told: kept, reversed, shuffled",
            one_of("kept, reversed, shuffled"));
  sub->add_flag("--json", options->json, "one JSON object");
  sub->callback([options] {
    run_recall(*options);
    if (!options->common.data.empty())
      say_next(fmt::format("winnow experiment prove --data {} --arms {} --out DIR",
                           options->common.data, fmt::join(options->rankers, ",")));
  });
}

void add_prove(CLI::App& command) {
  auto options = std::make_shared<ProveExperimentOptions>();
  CLI::App* sub = command.add_subcommand(
      "prove",
      "which conjectures a prover proves from all earlier statements, with and without ranking");
  add_experiment_options(*sub, options->common);
  CLI::Option* arms =
      sub->add_option("--arms", options->arms,
                      "a prover with all candidates (e, e:plain, cvc5), known "
                      "(the known premises only), or a ranker; auto/knn: both in turn");
  check_with(arms->delimiter(',')->capture_default_str(),
             [](const std::string& arm) { check_arm(arm); });
  add_seconds(*sub, "--time", options->time_s,
              "CPU time for a problem and an arm: 500ms, 10s, 2m, 1h", kTimeLimit_s, "90s");
  check_with(sub->add_option("--prover", options->provers,
                             "for rankers, as in 'winnow prove'; may be repeated")
                 ->allow_extra_args(false),
             check_prover_name);
  add_input(*sub, "--schedule", options->schedule, "as in 'winnow prove'");
  check_with(sub->add_option("--slices", options->slices,
                             "how many premises; each an equal share of the time, instead of a "
                             "schedule"),
             [](const std::string& text) { parse_slices(text); });
  sub->add_flag("--without-proofs", options->without_proofs,
                "as in a library of which no proofs are known");
  sub->add_flag("--every-slice", options->every_slice,
                "run all slices although one has found a proof, to choose slices by the report");
  sub->add_flag("--check", options->check, "ask a second prover about each proof that is found");
  add_value(*sub, "--jobs", options->jobs, "problems at once", kJobs);
  sub->add_option("--out", options->out, "a folder for results.jsonl, report.txt, cactus.svg")
      ->required();
  sub->add_flag("--resume", options->resume, "go on where an earlier run was stopped");
  add_shard_option(*sub, options->shard,
                   "the I-th of N equal parts of the problems, from 0, into a file of its own; the "
                   "same command goes on");
  sub->callback([options] {
    if (!options->schedule.empty()) options->schedule = read_schedule(options->schedule);
    run_prove_experiment(*options);
    say_next(fmt::format("winnow experiment report {} OTHER_RESULTS", options->out));
  });
}

void add_features(CLI::App& command) {
  auto options = std::make_shared<FeaturesExperimentOptions>();
  CLI::App* sub = command.add_subcommand(
      "features", "write the features of candidates of goals whose premises are known, to fit to");
  add_experiment_options(*sub, options->common, true);
  add_input(*sub, "--except", options->except, "a file of names that are kept for measuring");
  add_value(*sub, "--order", options->order,
            "of the candidates: kept, or mixed (shuffled in a fifth, reversed in a fifth)",
            one_of("kept, mixed"));
  add_output_options(*sub, options->out, "the file of rows")->required();
  sub->callback([options] {
    run_features_experiment(*options);
    say_next(fmt::format("winnow experiment fit {} -o NAME.fusion.json", options->out.path));
  });
}

void add_lists(CLI::App& command) {
  auto options = std::make_shared<ListsExperimentOptions>();
  CLI::App* sub = command.add_subcommand(
      "lists", "write a store of the best that a ranker finds, to train a second stage on");
  options->common.split = "train";
  add_experiment_options(*sub, options->common);
  add_input(*sub, "--dev-problems", options->dev_problems, "the same for every other split")
      ->capture_default_str();
  add_input(*sub, "--except", options->except, "a file of names that are kept for measuring");
  check_with(sub->add_option("--ranker", options->ranker, "the first stage")->capture_default_str(),
             [](const std::string& text) { parse_ranker(text); });
  sub->add_flag("--without-proofs", options->without_proofs,
                "as in a library of which no proofs are known");
  add_value(*sub, "--best", options->best, "how many of them the second stage sees",
            between(1, 1e6));
  add_value(*sub, "--group", options->group, "how many it sees at once", kRerankGroup);
  add_output_options(*sub, options->out, "the store")->required();
  sub->callback([options] {
    run_lists_experiment(*options);
    say_next(
        fmt::format("winnow train --preset mizar-rerank --data {} --out DIR", options->out.path));
  });
}

// Each once, however it is spelled.
std::vector<std::string> different(const std::vector<std::string>& folders) {
  std::vector<std::string> result;
  std::set<std::filesystem::path> seen;
  for (const std::string& folder : folders)
    if (std::error_code none; seen.insert(std::filesystem::weakly_canonical(folder, none)).second)
      result.push_back(folder);
  return result;
}

// Arms are compared on the problems that all of them have.
std::string left_out(const std::vector<Outcome>& outcomes, std::size_t arms) {
  std::map<std::string, std::set<std::string>> arms_of;
  for (const Outcome& outcome : outcomes) arms_of[outcome.problem].insert(outcome.arm);
  const auto count = static_cast<std::size_t>(
      std::ranges::count_if(arms_of, [&](const auto& row) { return row.second.size() < arms; }));
  if (count == arms_of.size() && count > 0)
    throw InputError("no problem is in all of these results",
                     "compare runs on the same problems, which are named alike");
  if (count == 0) return {};
  return fmt::format("{} of {} problems are not in all of these results and are left out\n", count,
                     arms_of.size());
}

void run_report(const std::vector<std::string>& given, const OutputChoice& picture) {
  const std::vector<std::string> folders = different(given);
  std::vector<Outcome> outcomes;
  std::vector<std::string> arms;
  std::vector<std::size_t> ks;
  double longest_s = 1;
  std::vector<std::string> names, files;
  std::error_code none;
  for (const std::string& folder : folders) {
    const std::filesystem::path path = std::filesystem::path(folder).lexically_normal();
    names.push_back((path.has_filename() ? path : path.parent_path()).filename());
    for (const auto& entry : std::filesystem::directory_iterator(folder, none))
      files.push_back(entry.path());
  }
  if (!picture.path.empty()) check_output(picture, FileKind::picture, files);
  for (std::size_t i = 0; i < folders.size(); ++i) {
    const std::string& folder = folders[i];
    // Folders of one name are told apart by where they are.
    const std::string name = std::ranges::count(names, names[i]) == 1 ? names[i] : folder;
    Results results = read_results(folder);
    // Of several folders each is an arm, or what it has several of.
    auto shown = [&](const std::string& arm) {
      if (arm.empty() || (folders.size() > 1 && results.arms.size() == 1)) return escaped(name);
      return escaped(folders.size() > 1 ? fmt::format("{}/{}", name, arm) : arm);
    };
    for (const std::string& arm : results.arms) arms.push_back(shown(arm));
    for (Outcome& outcome : results.outcomes) {
      outcome.arm = shown(outcome.arm);
      longest_s = std::max(longest_s, outcome.cpu_s);
      outcomes.push_back(std::move(outcome));
    }
    ks = results.ks;
    if (!results.missing.empty())
      write_out(folders.size() > 1 ? name + ": " + results.missing : results.missing);
  }
  write_out(left_out(outcomes, arms.size()) + report_text(outcomes, arms, ks));
  if (!picture.path.empty()) write_text_file(picture.path, cactus_svg(outcomes, arms, longest_s));
}

void add_report(CLI::App& command) {
  struct Asked {
    std::vector<std::string> folders;
    OutputChoice picture;
  };
  auto asked = std::make_shared<Asked>();
  CLI::App* sub = command.add_subcommand("report",
                                         "what the results in folders say: of all shards together, "
                                         "compared by arm and by folder");
  sub->add_option("DIR", asked->folders, "--out of 'winnow prove' or 'experiment prove'")
      ->required();
  add_output_options(*sub, asked->picture, "a file for problems over time (SVG)", "--picture");
  sub->callback([asked] { run_report(asked->folders, asked->picture); });
}

void add_fit(CLI::App& command) {
  auto options = std::make_shared<FitExperimentOptions>();
  CLI::App* sub =
      command.add_subcommand("fit", "learn how much each feature counts, for --ranker fusion");
  add_input(*sub, "ROWS", options->rows, "files of 'winnow experiment features'")->required();
  add_value(*sub, "--units", options->fit.units, "hidden units of a network", between(1, 1024));
  add_value(*sub, "--epochs", options->fit.epochs, "how often each question is seen",
            between(1, 1e5));
  add_value(*sub, "--batch", options->fit.batch, "questions of a step", between(1, 1e5));
  add_value(*sub, "--learning-rate", options->fit.learning_rate, "step size of Adam",
            between(1e-6, 1));
  add_value(*sub, "--weight-decay", options->fit.weight_decay, "of all weights", between(0, 10));
  add_value(*sub, "--seeds", options->fit.seeds, "networks that are averaged", between(1, 64));
  add_value(*sub, "--seed", options->fit.seed, "of the first of them", any_value());
  add_output_options(*sub, options->out,
                     "the file: NAME.fusion.json beside NAME.safetensors is found with it")
      ->required();
  sub->callback([options] {
    run_fit_experiment(*options);
    say_next("winnow experiment recall --data STORE --rankers fusion --model NAME.safetensors");
  });
}

}  // namespace

void add_experiment_command(CLI::App& app) {
  CLI::App* command = app.add_subcommand("experiment", "measure rankings on a data set");
  command->require_subcommand(1);
  command->footer(kExperimentExamples);
  add_recall(*command);
  add_prove(*command);
  add_features(*command);
  add_fit(*command);
  add_lists(*command);
  add_schedule_experiment(*command);
  add_report(*command);
}

}  // namespace winnow
