// prover/prove.cc - the public prove(): rank once, then a prover on slices of the ranking.
#include "winnow/prove.h"

#include "prover/check.h"
#include "prover/numbers.h"
#include "prover/slices.h"
#include "select/selector.h"
#include "winnow/error.h"

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

std::string_view command_of(const ProveOptions& options) {
  return options.prover.empty() ? kDefaultProver : std::string_view(options.prover);
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
ProofCheck check_by_another(const ProverCommand& first, const SliceTask& task, SliceOptions slices,
                            double time_left_s, SlicesResult& result, const Cancellation* cancel) {
  constexpr double kAnswering_s = 0.2;  // of the time is kept to say what was found
  std::optional<ProverCommand> second = second_prover(first);
  if (!second) return {.opinion = std::string(to_string(Opinion::unconfirmed))};
  slices.time_limit_s = std::max(0.1, time_left_s - kAnswering_s);
  slices.cpu_time = false;  // the clock decides when there must be an answer
  CheckResult said = check_proof(*second, task, result, slices, cancel);
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

ProofSlice make_slice(const SliceResult& slice, const std::vector<std::string>& rankers) {
  return {slice.k,       slice.all,    rankers[slice.ranking],
          slice.verdict, slice.status, slice.message,
          slice.limit_s, slice.cpu_s,  slice.wall_s};
}

}  // namespace

std::string_view default_prover() { return kDefaultProver; }

void check_slices(std::string_view slices) { parse_slices(slices); }

void check(const ProveOptions& options) {
  parse_slices(options.slices);
  parse_prover_command(command_of(options));
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
  SliceOptions how{.slices = parse_slices(options.slices),
                   .jobs = options.jobs,
                   .time_limit_s = options.time_limit_s,
                   .cpu_time = options.cpu_time,
                   .numbers = parse_numbers(options.numbers),
                   .memory_bytes = options.memory_mib << 20};
  ProverCommand command = parse_prover_command(command_of(options));
  Clock::time_point start = Clock::now();
  Stop stop(Deadline::in(clock_limit_s(options)), options.cancel);
  RankOptions ranking = options.rank;
  ranking.stop = stop.by(Deadline::in(stop.deadline().left_s() * kRankingShare));
  Task task = selector.impl().rank(problem, ranking, true, make_task);
  Proof proof;
  proof.goal = task.goal;
  proof.ranker = task.ranker;
  proof.notes = task.notes;
  proof.candidates = task.candidates;
  proof.prover = command_of(options);
  proof.ranking_s = seconds_since(start);
  if (options.on_ranked)
    options.on_ranked({proof.goal, proof.ranker, proof.candidates, proof.ranking_s,
                       task.goal_kind != RoleKind::other, proof.notes});
  // The time is the user's: ranking is a part of it.
  if (!options.cpu_time) how.time_limit_s = std::max(0.0, stop.deadline().left_s());
  if (task.goal_kind == RoleKind::other) how.slices = {kAllPremises};  // nothing to choose by
  SliceTask slices{.rankings = task.rankings,
                   .always = task.always,
                   .conjecture = task.goal_text,
                   .goal = task.goal_kind,
                   .complete = task.complete};
  SlicesResult result =
      run_slices(command, slices, how, options.cancel, [&](const SliceResult& slice) {
        if (options.on_slice) options.on_slice(make_slice(slice, task.rankers));
      });
  bool cancelled = options.cancel != nullptr && options.cancel->requested();
  if (options.check && result.verdict == Verdict::proved && !cancelled)
    proof.check =
        check_by_another(command, slices, how, stop.deadline().left_s(), result, options.cancel);
  proof.verdict = result.verdict;
  proof.status = result.status;
  proof.warnings = result.warnings;
  proof.message = result.message;
  proof.text = result.proof;
  if (!result.proof.empty()) proof.axioms = used_axioms(result.proof);
  for (const SliceResult& slice : result.slices)
    proof.slices.push_back(make_slice(slice, task.rankers));
  proof.decided_by = result.decided_by;
  proof.cpu_s = result.cpu_s;
  proof.wall_s = seconds_since(start);
  return proof;
}

}  // namespace winnow
