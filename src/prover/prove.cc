// prover/prove.cc - the public prove(): rank once, then provers on slices of the rankings.
#include "winnow/prove.h"

#include "data/text_file.h"
#include "prover/afterwards.h"
#include "prover/check.h"
#include "prover/numbers.h"
#include "prover/schedule.h"
#include "prover/slices.h"
#include "select/ranker_choice.h"
#include "select/selector.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace winnow {

namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

constexpr double kRankingShare = 0.5;  // of the time; a cheaper ranking then has to do

// CPU time of the provers may take longer by the clock, but not without end.
double clock_limit_s(const ProveOptions& options) {
  return options.cpu_time ? 6 * options.time_limit_s + 10 : options.time_limit_s;
}

// What is left of a ranked problem when its selector may grow again. The texts point into the
// problem and the selector, both of which outlive the call.
struct Task {
  std::vector<std::string> rankers;
  std::vector<std::vector<std::string_view>> rankings;
  std::vector<std::string_view> always;
  std::string goal, goal_text, ranker;
  std::vector<std::string> notes;
  std::size_t candidates = 0;
  RoleKind goal_kind = RoleKind::conjecture;
  bool complete = true;
};

std::vector<std::string> notes_of(const RankedProblem& ranked) {
  std::vector<std::string> notes(ranked.question().notes().begin(),
                                 ranked.question().notes().end());
  if (!ranked.late().empty()) notes.push_back(ranked.late());
  return notes;
}

Task make_task(const RankedProblem& ranked) {
  return {ranked.rankers(),
          ranked.premises(),
          ranked.always(),
          ranked.question().goal_name(),
          ranked.question().goal_text(),
          ranked.ranker(),
          notes_of(ranked),
          ranked.question().candidates().size(),
          ranked.question().goal_kind(),
          ranked.question().complete()};
}

// What the second prover makes of a proof: a disagreement becomes the verdict.
ProofCheck check_by_another(const ProverCommand& first, const SliceTask& task, SliceOptions how,
                            const Stop& stop, SlicesResult& result, const ProveOptions& options) {
  constexpr double kAnswering_s = 0.2;  // of the time is kept to say what was found
  std::optional<ProverCommand> second = second_prover(first, task.contents().logic);
  if (!second) return {.opinion = std::string(to_string(Opinion::unconfirmed))};
  how.time_limit_s = std::max(0.1, stop.deadline().left_s() - kAnswering_s);
  how.cpu_time = false;  // the clock decides when there must be an answer
  CheckResult said = check_proof(*second, task, result, how, options.cancel);
  if (said.opinion == Opinion::contradicted) {
    result.verdict = Verdict::disputed;
    result.status = szs_status(Verdict::disputed);
  }
  return {std::string(to_string(said.opinion)),
          said.prover,
          said.status,
          said.message,
          said.axioms,
          said.cpu_s};
}

struct Readers {
  std::vector<ChosenProver> provers;  // that read what the problem is written in
  std::string others;                 // what the others read instead, as a sentence
};

Readers those_that_read(std::vector<ChosenProver> chosen, const Logic& demanded) {
  Readers readers;
  for (ChosenProver& prover : chosen) {
    if (prover.reads().covers(demanded)) {
      readers.provers.push_back(std::move(prover));
      continue;
    }
    readers.others += fmt::format("{}{} reads {}", readers.others.empty() ? "" : "; ",
                                  prover.profile->title, to_string(prover.reads()));
  }
  if (!readers.others.empty())
    readers.others =
        fmt::format("the problem is in {}, but {}", to_string(demanded), readers.others);
  return readers;
}

// For a problem that nobody reads: who would.
std::string who_reads(const Logic& demanded) {
  std::string names;
  for (const ProverProfile& profile : prover_profiles())
    if (profile.reads.covers(demanded))
      names += fmt::format("{}{}", names.empty() ? "" : ", ", profile.title);
  return names.empty() ? "" : fmt::format(" (it could be given to: {})", names);
}

// Which premises each ranking of the plan means, by the rankings that were made.
std::vector<Step> with_rankings(const Plan& plan, const std::vector<std::string>& resolved,
                                const std::vector<std::string>& made) {
  std::vector<Step> steps = plan.steps;
  for (Step& step : steps) {
    const auto found = std::ranges::find(made, resolved[step.ranking]);
    step.ranking = found == made.end() ? 0 : static_cast<std::size_t>(found - made.begin());
  }
  return steps;
}

// Names of rankers without "auto", and without those that need proofs where there are none.
std::vector<std::string> resolve(std::vector<std::string> rankers, const Selector& selector) {
  for (std::string& ranker : rankers)
    if (ranker == "auto" || (ranker == "knn" && !selector.has_proofs()))
      ranker = selector.best_ranker();
  return rankers;
}

std::string joined(const std::vector<std::string>& rankers) {
  std::string text;
  for (const std::string& ranker : rankers) text += (text.empty() ? "" : "/") + ranker;
  return text;
}

std::vector<ScheduleRow> schedule_of(const ProveOptions& options) {
  if (options.schedule.empty()) return default_schedule();
  return parse_schedule(read_text_file(options.schedule), options.schedule);
}

std::vector<std::string> rankers_of(const ProveOptions& options) {
  if (options.rank.ranker == "auto") return {};
  return split_rankers(options.rank.ranker);
}

Plan plan_of(const ProveOptions& options, std::span<const ChosenProver> chosen) {
  if (!options.slices.empty()) return make_equal_plan(chosen, rankers_of(options));
  return make_plan(schedule_of(options), chosen, rankers_of(options),
                   options.every ? 0 : options.time_limit_s * options.jobs);
}

std::string file_of(const std::string& name, const Formulas& problem) {
  for (const FormulaInfo& formula : problem)
    if (formula.name == name) return std::string(formula.file);
  return {};
}

UsedAxiom describe(std::string_view text, const Formulas& problem) {
  UsedAxiom axiom{.name = formula_name(text), .text = std::string(text)};
  for (const FormulaInfo& formula : problem)
    if (formula.text.data() == text.data()) {
      axiom.file = formula.file;
      axiom.line = formula.line;
    }
  return axiom;
}

}  // namespace

std::vector<ProverInfo> known_provers() {
  std::vector<ProverInfo> provers;
  for (const ProverProfile& profile : prover_profiles()) {
    ProverInfo info{.name = std::string(profile.name),
                    .title = std::string(profile.title),
                    .program = find_prover(profile),
                    .version = {},
                    .languages = to_string(profile.reads),
                    .strategies = {},
                    .source = std::string(profile.source)};
    for (const Strategy& strategy : profile.strategies) info.strategies.emplace_back(strategy.name);
    if (!info.program.empty() && !profile.version_flag.empty())
      info.version = version_of(info.program, std::string(profile.version_flag));
    provers.push_back(std::move(info));
  }
  return provers;
}

void check_slices(std::string_view slices) { parse_slices(slices); }

void check(const ProveOptions& options) {
  if (!options.slices.empty()) parse_slices(options.slices);
  plan_of(options, choose_provers(options.provers));
  parse_numbers(options.numbers);
  needs_model(options.rank.ranker);
}

Proof prove(const Selector& selector, std::string_view goal, const ProveOptions& options) {
  Stop stop(Deadline::in(clock_limit_s(options)), options.cancel);
  Formulas problem = Formulas::parse(goal, {.stop = stop});
  if (problem.size() != 1 || !options.rank.goal.empty()) return prove(selector, problem, options);
  ProveOptions alone = options;  // a formula that comes alone is what is asked about
  alone.rank.goal = problem[0].name;
  return prove(selector, problem, alone);
}

Proof prove(const Selector& selector, const Formulas& problem, const ProveOptions& options) {
  SliceOptions how{.jobs = options.jobs,
                   .time_limit_s = options.time_limit_s,
                   .cpu_time = options.cpu_time,
                   .numbers = parse_numbers(options.numbers),
                   .every = options.every,
                   .memory_bytes = options.memory_mib << 20};
  Clock::time_point start = Clock::now();
  Stop stop(Deadline::in(clock_limit_s(options)), options.cancel);
  std::vector<ChosenProver> chosen = choose_provers(options.provers);
  Plan plan = plan_of(options, chosen);
  RankOptions ranking = options.rank;
  ranking.ranker = joined(resolve(plan.rankers, selector));
  ranking.stop = stop.by(Deadline::in(stop.deadline().left_s() * kRankingShare));
  Task task = selector.impl().rank(problem, ranking, true, make_task);
  SliceTask slices{.rankings = task.rankings,
                   .always = task.always,
                   .conjecture = task.goal_text,
                   .goal = task.goal_kind,
                   .complete = task.complete};
  const ProblemContents contents = slices.contents();
  slices.known_contents = &contents;
  Proof proof;
  proof.goal = task.goal;
  proof.ranker = task.ranker;
  proof.notes = task.notes;
  proof.candidates = task.candidates;
  const std::size_t before = chosen.size();
  Readers readers = those_that_read(std::move(chosen), contents.logic);
  chosen = std::move(readers.provers);
  if (!options.provers.empty() && !chosen.empty() && !readers.others.empty())
    proof.notes.push_back(readers.others);  // somebody who was named does not take part
  proof.ranking_s = seconds_since(start);
  const bool has_goal = task.goal_kind != RoleKind::other;
  if (options.on_ranked)
    options.on_ranked(
        {proof.goal, proof.ranker, proof.candidates, proof.ranking_s, has_goal, proof.notes});
  if (chosen.empty()) {
    proof.verdict = Verdict::failed;
    proof.status = szs_status(proof.verdict);
    proof.message = readers.others + who_reads(contents.logic);
    proof.wall_s = seconds_since(start);
    return proof;
  }
  // The time is the user's: ranking is a part of it.
  if (!options.cpu_time) how.time_limit_s = std::max(0.0, stop.deadline().left_s());
  if (!has_goal) {
    plan = make_whole_plan(chosen, options.time_limit_s * options.jobs);
    for (Step& step : plan.steps) step.ranking = 0;
  } else {
    if (chosen.size() < before) plan = plan_of(options, chosen);
    plan.steps = options.slices.empty()
                     ? with_rankings(plan, resolve(plan.rankers, selector), task.rankers)
                     : equal_steps(parse_slices(options.slices), task.rankings.front().size(),
                                   task.rankers.size(), plan.names.size());
  }
  const auto told = [&](const SliceResult& slice) {
    return ProofSlice{plan.names[slice.step.prover],
                      slice.step.k,
                      slice.wanted,
                      slice.all,
                      task.rankers[slice.step.ranking],
                      slice.verdict,
                      slice.status,
                      slice.message,
                      slice.limit_s,
                      slice.cpu_s,
                      slice.wall_s};
  };
  SlicesResult result = run_slices(
      plan.commands, slices, plan.steps, how, options.cancel,
      [&](const SliceResult& slice) {
        if (options.on_slice) options.on_slice(told(slice));
      },
      [&](const SliceResult& slice) {
        if (options.on_start) options.on_start(told(slice));
      });
  const auto cancelled = [&] { return options.cancel != nullptr && options.cancel->requested(); };
  if (result.verdict == Verdict::proved && !cancelled()) {
    const ProverCommand& decided = plan.commands[result.slices[*result.decided_by].step.prover];
    Afterwards after(slices, how, stop, options.cancel);
    if (options.minimise) proof.minimal = after.minimise(decided, result);
    if (!has_derivation(decided)) {
      result.proof.clear();  // a list of names, which `used` has
      if (options.derivation) after.derive(result);
    }
    if (options.check) proof.check = check_by_another(decided, slices, how, stop, result, options);
  }
  proof.verdict = result.verdict;
  proof.status = result.status;
  proof.warnings = result.warnings;
  proof.message = result.message;
  if (!result.proof.empty())
    proof.text =
        with_files(result.proof, [&](const std::string& name) { return file_of(name, problem); });
  for (const std::string_view text : result.used) {
    proof.used.push_back(describe(text, problem));
    proof.axioms.push_back(proof.used.back().name);
  }
  for (const SliceResult& slice : result.slices) proof.slices.push_back(told(slice));
  proof.decided_by = result.decided_by;
  if (result.decided_by) proof.prover = proof.slices[*result.decided_by].prover;
  proof.cpu_s = result.cpu_s;
  proof.wall_s = seconds_since(start);
  return proof;
}

}  // namespace winnow
