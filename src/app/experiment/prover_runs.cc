#include "app/experiment/prover_runs.h"

#include "app/cli/exit_code.h"
#include "app/cli/jobs.h"
#include "app/cli/progress.h"
#include "app/cli/shard_option.h"
#include "app/cli/terminal.h"
#include "app/experiment/comparison.h"
#include "app/experiment/division.h"
#include "app/experiment/result_lines.h"
#include "data/json_text.h"
#include "data/output_file.h"
#include "data/store_text.h"
#include "data/text_file.h"
#include "prover/check.h"
#include "prover/schedule.h"
#include "prover/slice_sizes.h"
#include "prover/slices.h"
#include "term/hash.h"
#include "term/seconds.h"
#include "winnow/error.h"
#include "winnow/prove.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <mutex>
#include <set>

namespace winnow {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// A prover by itself, with all candidates or with the known premises.
bool is_plain_arm(std::string_view arm) {
  return arm == "known" || find_profile(arm.substr(0, arm.find(':'))) != nullptr;
}

std::vector<std::string> rankers_of(const std::vector<std::string>& arms) {
  std::vector<std::string> rankers;
  for (const std::string& arm : arms)
    if (!is_plain_arm(arm)) std::ranges::copy(split_rankers(arm), std::back_inserter(rankers));
  // What a schedule may ask for where it says "auto".
  if (std::erase(rankers, "auto") != 0) rankers.insert(rankers.end(), {"fusion", "knn"});
  return rankers;
}

// The k of slices at which recall is told.
std::vector<std::size_t> recall_ks(std::span<const std::size_t> slices) {
  std::vector<std::size_t> ks;
  for (std::size_t k : slices)
    if (k != kAllPremises) ks.push_back(k);
  return ks;
}

// What must be the same when an arm goes on: all that decides about its results, and no more, so
// that E alone need not run again for another model.
Json settings(const std::string& arm, const ProveExperimentOptions& options,
              const ExperimentSetup& setup) {
  const ExperimentOptions& common = options.common;
  const LoadedModel* model = setup.model();
  Json json = {{"data", common.data}, {"time_s", options.time_s}};
  if (options.check) json["check"] = true;
  if (is_plain_arm(arm)) return json;
  json["slices"] = options.slices;
  json["schedule"] = options.schedule;
  json["provers"] = options.provers;
  if (options.without_proofs) json["without_proofs"] = true;
  if (options.every_slice) json["every_slice"] = true;
  if (model != nullptr && std::ranges::any_of(rankers_of({arm}), [&](const std::string& ranker) {
        return takes_model(setup.rank_options(ranker));
      })) {
    json["model"] = fmt::format("{:016x}", fingerprint(model->model.file()));
    json["mode"] = model->network.mode() == ExampleMode::pair ? "pair" : "joint";
    json["first_stage"] = common.rank.first_stage;
    json["rerank"] = common.rank.rerank_all ? -1 : static_cast<std::int64_t>(common.rank.rerank);
    json["trust"] = common.rank.trust;
  }
  if ((arm == "auto" || arm.find("fusion") != std::string::npos) && setup.fusion() != nullptr)
    json["fusion"] = fmt::format("{:016x}", hash_text(to_json(*setup.fusion())));
  return json;
}

// What this process has to do of all problems, and what decides about its results.
struct Share {
  std::vector<ExampleId> problems;
  RunPlan plan;
};

Share share_of(const ProveExperimentOptions& options, const ExperimentSetup& setup,
               const std::vector<std::size_t>& ks) {
  Share share;
  share.plan.arms = options.arms;
  share.plan.ks = ks;
  for (const std::string& arm : options.arms)
    share.plan.settings[arm] = print_json(settings(arm, options, setup));
  std::vector<ShardTask> tasks;
  const auto arms = static_cast<double>(options.arms.size());
  const Store& store = setup.store();
  for (ExampleId example : setup.problems()) {
    // Candidates are what is earlier.
    const std::size_t candidates = store.position(store.conjecture(example)).value_or(0);
    tasks.push_back(
        {std::string(store.name(example)), arms * cost_of_candidates(candidates, options.time_s)});
  }
  const Portion portion = portion_of(tasks, options.shard.value_or(Shard{}));
  share.plan.shard = options.shard;
  share.plan.division = portion.division;
  share.plan.all_problems = portion.all;
  for (std::size_t place : portion.tasks) {
    share.problems.push_back(setup.problems()[place]);
    share.plan.problems.push_back(std::move(tasks[place].name));
  }
  return share;
}

void check_outputs(const fs::path& folder) {
  check_folder_output(folder / "report.txt", FileKind::experiment_report);
  check_folder_output(folder / "cactus.svg", FileKind::picture);
}

// Runs one arm on one problem. Used by several threads at once.
class Arms {
 public:
  Arms(const ExperimentSetup& setup, const ProveExperimentOptions& options)
      : setup_(setup),
        options_(options),
        slices_(parse_slices(options.slices.empty() ? kDefaultSlices : options.slices)),
        schedule_(options.schedule.empty() ? default_schedule()
                                           : parse_schedule(options.schedule, "schedule")),
        provers_(choose_provers(options.provers)) {
    const Store& store = setup.store();
    texts_.reserve(store.formulas());
    for (std::uint32_t i = 0; i < store.formulas(); ++i)
      texts_.push_back(annotated_text(store, FormulaId{i}, "axiom"));
  }

  Outcome run(const Corpus::Question& question, const std::string& arm,
              const Cancellation& interrupt) const {
    using Clock = std::chrono::steady_clock;
    const KnownBefore& known = question.known;
    Outcome outcome;
    outcome.problem = setup_.store().name(question.example);
    outcome.arm = arm;
    outcome.candidates = known.candidates.size();
    std::vector<std::string> rankers = {arm};
    std::vector<std::vector<std::string_view>> rankings(1);
    SliceOptions slices{
        .time_limit_s = options_.time_s, .cpu_time = true, .every = options_.every_slice};
    auto text = [&](std::uint32_t candidate) {
      return std::string_view(texts_[index(known.candidates[candidate])]);
    };
    ProverPlan plan;
    if (arm == "known") {
      plan = plan_for({}, known.useful.size());
      for (std::uint32_t each : known.useful) rankings[0].push_back(text(each));
    } else if (is_plain_arm(arm)) {
      plan = make_equal_plan(choose_provers(std::span(&arm, 1)), {});
      plan.steps = equal_steps(std::array{kAllPremises}, known.candidates.size());
      for (std::uint32_t i = 0; i < known.candidates.size(); ++i) rankings[0].push_back(text(i));
    } else {
      auto start = Clock::now();
      plan = plan_for(arm == "auto" ? std::vector<std::string>{} : split_rankers(arm),
                      known.candidates.size());
      rankers = plan.rankers;
      Evidence evidence = setup_.corpus().evidence(question);
      if (options_.without_proofs) evidence.proofs = nullptr;
      std::vector<Ranking> ranked;
      for (const std::string& ranker : rankers)
        ranked.push_back(rank(evidence, setup_.rank_options(resolved(ranker))));
      outcome.ranking_s = seconds_since(start);
      rankings.resize(ranked.size());
      for (std::size_t r = 0; r < ranked.size(); ++r)
        for (const RankedCandidate& each : ranked[r]) rankings[r].push_back(text(each.candidate));
      outcome.recall = recall_at(ranked.front(), known.useful, recall_ks(slices_));
    }
    std::string conjecture =
        annotated_text(setup_.store(), setup_.store().conjecture(question.example), "conjecture");
    // In data sets such as Mizar's, numbers of FOF are names of constants.
    Language language = setup_.store().language(setup_.store().conjecture(question.example));
    if (language == Language::fof || language == Language::cnf) slices.numbers = Numbers::free;
    SliceTask task{.rankings = rankings, .always = {}, .conjecture = conjecture};
    if (arm == "known")
      for (ProverStep& step : plan.steps) step.ranking = 0;
    SlicesResult result = run_slices(plan.commands, task, plan.steps, slices, &interrupt);
    outcome.proved = result.verdict == Verdict::proved;
    if (options_.check && outcome.proved) {
      const ProverCommand& first = plan.commands[result.slices[*result.decided_by].step.prover];
      std::optional<ProverCommand> second = second_prover(first, task.contents().logic);
      SecondOpinion opinion = second
                                  ? check_proof(*second, task, result, slices, &interrupt).opinion
                                  : SecondOpinion::unconfirmed;
      outcome.check = to_string(opinion);
      outcome.proved = opinion != SecondOpinion::contradicted;
    }
    for (const SliceResult& slice : result.slices) {
      outcome.slices.push_back({slice.step.k, slice.all, std::string(to_string(slice.verdict)),
                                slice.cpu_s, rankers[slice.step.ranking],
                                plan.names[slice.step.prover]});
      if (!result.decided_by || outcome.slices.size() <= *result.decided_by + 1)
        outcome.cpu_s += slice.cpu_s;
    }
    return outcome;
  }

 private:
  ProverPlan plan_for(const std::vector<std::string>& rankers, std::size_t premises) const {
    if (options_.slices.empty()) return make_plan(schedule_, provers_, rankers, options_.time_s);
    ProverPlan plan = make_equal_plan(provers_, rankers);
    plan.steps = equal_steps(slices_, premises, plan.rankers.size(), plan.names.size());
    return plan;
  }

  std::string resolved(const std::string& ranker) const {
    const bool proofs = !options_.without_proofs;
    if (ranker == "auto" || (ranker == "knn" && !proofs))
      return best_ranker(setup_.model(), setup_.fusion(), proofs);
    return ranker;
  }

  const ExperimentSetup& setup_;
  const ProveExperimentOptions& options_;
  std::vector<std::size_t> slices_;
  std::vector<ScheduleRow> schedule_;
  std::vector<ChosenProver> provers_;
  std::vector<std::string> texts_;  // [formulas of the store]
};

void run_all(const ExperimentSetup& setup, const ProveExperimentOptions& options,
             const std::vector<ExampleId>& problems, const Arms& arms, ResultLines& results,
             const Cancellation& interrupt) {
  std::size_t total = problems.size() * options.arms.size(), done = 0;
  std::mutex lock;
  Progress progress("proving", "runs", options.common.quiet);
  for_each_of(options.jobs, problems.size(), [&](std::size_t n) {
    ExampleId example = problems[n];
    std::string name(setup.store().name(example));
    std::optional<Corpus::Question> question;
    for (const std::string& arm : options.arms) {
      if (interrupt.requested()) return;
      {
        std::lock_guard guard(lock);
        if (results.find(name, arm) != nullptr) {
          progress.update(++done, total);
          continue;
        }
      }
      if (!question) question = setup.corpus().question(example);
      Outcome outcome = arms.run(*question, arm, interrupt);
      if (interrupt.requested()) return;
      std::lock_guard guard(lock);
      results.add(std::move(outcome));
      progress.update(++done, total);
    }
  });
  if (!interrupt.requested()) progress.finish();
}

}  // namespace

void check_arm(const std::string& arm) {
  if (arm == "known") return;
  if (is_plain_arm(arm)) {
    check_prover_name(arm);
  } else {
    check_rankers(arm, true, "arms");
  }
}

void run_prove_experiment(const ProveExperimentOptions& options) {
  std::vector<std::size_t> slices =
      parse_slices(options.slices.empty() ? kDefaultSlices : options.slices);
  for (const std::string& arm : options.arms)  // one that is not there is told before any work
    if (arm != "known" && is_plain_arm(arm)) choose_provers(std::span(&arm, 1));
  ExperimentSetup setup(options.common, rankers_of(options.arms));
  const Share share = share_of(options, setup, recall_ks(slices));
  if (!options.shard) check_outputs(options.out);
  ResultLines results(options.out, share.plan, options.resume || options.shard);
  Arms arms(setup, options);
  Cancellation interrupt;
  int signal = 0;
  {
    SignalInterrupt signals(interrupt);
    run_all(setup, options, share.problems, arms, results, interrupt);
    signal = signals.signal();
  }
  if (signal != 0) {
    fmt::print(stderr, "winnow: interrupted; {} goes on\n",
               options.shard ? "the same command" : "--resume");
    leave_by_signal(signal);
  }
  if (options.shard) {
    write_out(
        fmt::format("shard {}: {} problems are done; 'winnow experiment report {}' puts all "
                    "shards together\n{}",
                    to_string(*options.shard), share.problems.size(), options.out,
                    read_results(options.out).missing));
    return;
  }
  const std::set<std::string> chosen(share.plan.problems.begin(), share.plan.problems.end());
  std::vector<Outcome> outcomes;
  for (const Outcome& outcome : results.outcomes())
    if (chosen.contains(outcome.problem)) outcomes.push_back(outcome);
  std::string report = report_text(outcomes, options.arms, recall_ks(slices));
  if (options.every_slice) report += "\n" + best_slices_text(outcomes, options.arms, slices.size());
  write_text_file(fs::path(options.out) / "report.txt", report);
  write_text_file(fs::path(options.out) / "cactus.svg",
                  cactus_svg(outcomes, options.arms, options.time_s));
  write_out(report);
}

}  // namespace winnow
