// prover/prove.cc - the public prove(): rank once, then provers on slices of the rankings.
#include "winnow/prove.h"

#include "prover/afterwards.h"
#include "prover/check.h"
#include "prover/numbers.h"
#include "prover/prove_plan.h"
#include "prover/reading.h"
#include "prover/slice_sizes.h"
#include "prover/slices.h"
#include "prover/used_axioms.h"
#include "select/ranker_choice.h"
#include "select/selector.h"
#include "term/seconds.h"
#include "winnow/error.h"
#include "winnow/options.h"

#include <algorithm>
#include <chrono>
#include <iterator>

namespace winnow {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kRankingShare = 0.5;  // of the time; a cheaper ranking then has to do

// What is left of a ranked problem when its selector may grow again. The texts point into the
// problem and the selector, both of which outlive the call.
struct RankedTask {
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
  notes.insert(notes.end(), ranked.notes().begin(), ranked.notes().end());
  return notes;
}

RankedTask make_task(const RankedProblem& ranked) {
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
  if (!second) return {.opinion = std::string(to_string(SecondOpinion::unconfirmed))};
  how.time_limit_s = std::max(0.1, stop.deadline().left_s() - kAnswering_s);
  how.cpu_time = false;  // the clock decides when there must be an answer
  CheckResult said = check_proof(*second, task, result, how, options.cancel);
  if (said.opinion == SecondOpinion::contradicted) {
    result.verdict = Verdict::disputed;
    result.status = szs_status(Verdict::disputed);
  }
  const bool same = said.prover == program_of(first);
  return {std::string(to_string(said.opinion)),
          said.prover + (same ? " with another strategy" : ""),
          said.status,
          said.message,
          said.axioms,
          said.cpu_s};
}

// Of an axiom, or of the goal of this name. What is not of the problem is of the library.
std::string file_of(std::string_view axiom, const std::string& name, const Formulas& problem) {
  for (const FormulaInfo& formula : problem)
    if (axiom.empty() ? formula.name == name : formula.text.data() == axiom.data())
      return std::string(formula.file);
  return "index";
}

UsedAxiom describe_axiom(std::string_view text, const Formulas& problem) {
  UsedAxiom axiom{.name = formula_name(text), .text = std::string(text)};
  for (const FormulaInfo& formula : problem)
    if (formula.text.data() == text.data()) {
      axiom.file = formula.file;
      axiom.line = formula.line;
    }
  return axiom;
}

const ProveOptions& checked(const ProveOptions& options) {
  check_value("time", options.time_limit_s, kTimeLimit_s);
  check_value("jobs", options.jobs, kJobs);
  check_value("memory", static_cast<double>(options.memory_mib), kMemoryMib);
  needs_model(options.rank.ranker);
  check_ranking(options.rank);
  return options;
}

// One call of prove(): ranks, runs the slices, and looks at the proof again.
class ProveCall {
 public:
  ProveCall(const Selector& selector, const Formulas& problem, const ProveOptions& options)
      : selector_(selector),
        problem_(problem),
        options_(options),
        how_{.jobs = checked(options).jobs,
             .time_limit_s = options.time_limit_s,
             .cpu_time = options.cpu_time,
             .numbers = parse_numbers(options.numbers),
             .every = options.every,
             .memory_bytes = options.memory_mib << 20},
        chosen_(choose_provers(options.provers)),
        plan_(plan_of(options, chosen_)) {}

  Proof run() {
    rank();
    SliceTask slices{.rankings = task_.rankings,
                     .always = task_.always,
                     .conjecture = task_.goal_text,
                     .goal = task_.goal_kind,
                     .complete = task_.complete,
                     .file_of = [&](std::string_view axiom, const std::string& name) {
                       return file_of(axiom, name, problem_);
                     }};
    const ProblemContents contents = slices.contents();
    slices.known_contents = &contents;
    const std::size_t before = chosen_.size();
    ReadingProvers readers = those_that_read(std::move(chosen_), contents.logic);
    chosen_ = std::move(readers.provers);
    if (!options_.provers.empty() && !chosen_.empty() && !readers.others.empty())
      proof_.notes.push_back(readers.others);  // somebody who was named does not take part
    proof_.ranking_s = seconds_since(start_);
    if (options_.on_ranked)
      options_.on_ranked({proof_.goal, proof_.ranker, proof_.candidates, proof_.ranking_s,
                          has_goal(), proof_.notes});
    if (chosen_.empty()) {
      proof_.verdict = Verdict::failed;
      proof_.status = szs_status(proof_.verdict);
      proof_.message = readers.others + who_reads(contents.logic);
    } else {
      place_steps(chosen_.size() < before);
      SlicesResult result = run_all(slices);
      if (result.verdict == Verdict::proved && !cancelled()) improve(slices, result);
      tell(result);
    }
    proof_.wall_s = seconds_since(start_);
    return std::move(proof_);
  }

 private:
  bool has_goal() const { return task_.goal_kind != RoleKind::other; }
  bool cancelled() const { return options_.cancel != nullptr && options_.cancel->requested(); }

  std::vector<std::string> resolved_rankers() const {
    return resolve_rankers(plan_.rankers, selector_, options_.rank.ranker == "auto");
  }

  void rank() {
    RankOptions ranking = options_.rank;
    ranking.ranker = join_rankers(resolved_rankers());
    ranking.stop = stop_.by(Deadline::in(stop_.deadline().left_s() * kRankingShare));
    task_ = selector_.impl().rank(problem_, ranking, true, make_task);
    proof_.goal = task_.goal;
    proof_.ranker = task_.ranker;
    proof_.notes = task_.notes;
    if (std::string absent = absent_provers(options_, chosen_); !absent.empty())
      proof_.notes.push_back(std::move(absent));
    proof_.candidates = task_.candidates;
  }

  // The steps of the plan, now that the rankings and the number of premises are known.
  void place_steps(bool fewer_provers) {
    if (!has_goal()) {
      plan_ = make_whole_plan(chosen_, options_.time_limit_s * options_.jobs);
      for (ProverStep& step : plan_.steps) step.ranking = 0;
      return;
    }
    if (fewer_provers) plan_ = plan_of(options_, chosen_);
    plan_.steps = options_.slices.empty()
                      ? with_rankings(plan_, resolved_rankers(), task_.rankers)
                      : equal_steps(parse_slices(options_.slices), task_.rankings.front().size(),
                                    task_.rankers.size(), plan_.names.size());
  }

  SlicesResult run_all(const SliceTask& slices) {
    // The time is the user's: ranking is a part of it.
    if (!options_.cpu_time) how_.time_limit_s = std::max(0.0, stop_.deadline().left_s());
    return run_slices(
        plan_.commands, slices, plan_.steps, how_, options_.cancel,
        [&](const SliceResult& slice) {
          if (options_.on_slice) options_.on_slice(told(slice));
        },
        [&](const SliceResult& slice) {
          if (options_.on_start) options_.on_start(told(slice));
        });
  }

  void improve(const SliceTask& slices, SlicesResult& result) {
    const ProverCommand& decided = plan_.commands[result.slices[*result.decided_by].step.prover];
    Afterwards after(slices, how_, stop_, options_.cancel);
    if (options_.minimise) proof_.minimal = after.minimise(decided, result);
    if (!has_derivation(decided)) result.proof.clear();  // a list of names, which `used` has
    if (result.proof.empty() && options_.derivation) after.derive(result);
    if (options_.check)
      proof_.check = check_by_another(decided, slices, how_, stop_, result, options_);
  }

  ProofSlice told(const SliceResult& slice) const {
    return {plan_.names[slice.step.prover],
            slice.step.k,
            slice.wanted,
            slice.all,
            task_.rankers[slice.step.ranking],
            slice.verdict,
            slice.status,
            slice.message,
            slice.limit_s,
            slice.cpu_s,
            slice.wall_s};
  }

  void tell(const SlicesResult& result) {
    proof_.verdict = result.verdict;
    proof_.status = result.status;
    proof_.warnings = result.warnings;
    proof_.message = result.message;
    proof_.text = result.proof;
    for (const std::string_view text : result.used) {
      proof_.used.push_back(describe_axiom(text, problem_));
      proof_.axioms.push_back(proof_.used.back().name);
    }
    if (result.verdict == Verdict::proved) declare(result);
    proof_.axioms_known = result.axioms_known;
    if (!result.axioms_known)
      proof_.warnings.emplace_back("the prover does not say which axioms it used");
    for (const SliceResult& slice : result.slices) proof_.slices.push_back(told(slice));
    proof_.decided_by = result.decided_by;
    if (result.decided_by) proof_.prover = proof_.slices[*result.decided_by].prover;
    proof_.cpu_s = result.cpu_s;
  }

  void declare(const SlicesResult& result) {
    std::vector<std::string_view> declarations, formulas = result.used;
    std::ranges::copy_if(task_.always, std::back_inserter(declarations), is_declaration);
    formulas.push_back(task_.goal_text);
    for (const std::string_view each : needed_declarations(declarations, formulas))
      proof_.declarations.emplace_back(each);
  }

  const Selector& selector_;
  const Formulas& problem_;
  const ProveOptions& options_;
  SliceOptions how_;
  Clock::time_point start_ = Clock::now();
  Stop stop_{Deadline::in(clock_limit_s(options_)), options_.cancel};
  std::vector<ChosenProver> chosen_;
  ProverPlan plan_;
  RankedTask task_;
  Proof proof_;
};

}  // namespace

void check_slices(std::string_view slices) { parse_slices(slices); }

void check(const ProveOptions& options) {
  checked(options);
  if (!options.slices.empty()) parse_slices(options.slices);
  const std::vector<ChosenProver> chosen = choose_provers(options.provers);
  plan_of(options, chosen);
  absent_provers(options, chosen);
  parse_numbers(options.numbers);
}

Proof prove(const Selector& selector, std::string_view goal, const ProveOptions& options) {
  checked(options);
  Stop stop(Deadline::in(clock_limit_s(options)), options.cancel);
  Formulas problem = Formulas::parse(goal, {.stop = stop});
  if (problem.size() != 1 || !options.rank.goal.empty()) return prove(selector, problem, options);
  ProveOptions alone = options;  // a formula that comes alone is what is asked about
  alone.rank.goal = problem[0].name;
  return prove(selector, problem, alone);
}

Proof prove(const Selector& selector, const Formulas& problem, const ProveOptions& options) {
  return ProveCall(selector, problem, options).run();
}

}  // namespace winnow
