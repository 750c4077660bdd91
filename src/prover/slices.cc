#include "prover/slices.h"

#include "prover/misfits.h"
#include "prover/profile.h"
#include "prover/slice_budget.h"
#include "prover/slice_names.h"
#include "prover/used_axioms.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace winnow {
namespace {

constexpr double kShortest_s = 0.02;  // a share below this starts no prover

// The axioms that a step gives to its prover.
std::vector<std::string_view> axioms_of(const SliceTask& task, const ProverStep& step) {
  std::vector<std::string_view> axioms(task.always.begin(), task.always.end());
  const std::span premises = std::span(task.rankings[step.ranking]).first(step.k);
  axioms.insert(axioms.end(), premises.begin(), premises.end());
  return axioms;
}

std::string problem_text(const SliceTask& task, const ProverStep& step,
                         const ProblemRendering& rendering) {
  const std::vector<std::string_view> axioms = axioms_of(task, step);
  const SliceNames names(axioms, task.conjecture);
  std::string text;
  for (const std::string_view formula : axioms)
    rendering.add(text, formula, names.replaced(formula));
  if (!task.conjecture.empty()) rendering.add(text, task.conjecture);
  return text;
}

// One call of run_slices.
class SliceLoop {
 public:
  SliceLoop(std::span<const ProverCommand> provers, const SliceTask& task,
            std::span<const ProverStep> steps, const SliceOptions& options,
            const Cancellation* interrupt)
      : task_(task),
        steps_(steps),
        options_(options),
        interrupt_(interrupt),
        premises_(task.rankings.front().size()),
        budget_(options, steps.size()),
        group_(interrupt) {
    const ProblemContents contents = task.contents();
    for (const ProverCommand& prover : provers)
      renderings_.push_back(make_rendering(prover, options.numbers, contents));
  }

  SlicesResult run(const std::function<void(const SliceResult&)>& on_slice,
                   const std::function<void(const SliceResult&)>& on_start) {
    for (;;) {
      while (next_ < steps_.size() && (options_.every || !result_.decided_by) && !stopped() &&
             group_.running() < static_cast<std::size_t>(options_.jobs))
        if (start_next() && on_start) on_start(result_.slices.back());
      auto finished = group_.wait();
      if (!finished) break;
      const std::size_t number = finished->number;
      take(std::move(*finished));
      if (on_slice) on_slice(result_.slices[number]);
    }
    if (!result_.decided_by) {
      if (stopped()) {
        result_.verdict = Verdict::cancelled;
      } else {
        summarize();
      }
    }
    result_.status = status_of(result_.verdict, task_.has_conjecture(), contradictory_axioms_);
    warn();
    result_.cpu_s = budget_.used_s();
    result_.wall_s = budget_.wall_s();
    return std::move(result_);
  }

 private:
  bool stopped() const { return interrupt_ != nullptr && interrupt_->requested(); }

  bool brings_nothing_new(const ProverStep& step) const {
    for (const SliceResult& slice : result_.slices) {
      const bool same_premises = slice.step.ranking == step.ranking || slice.all;
      if (!same_premises || !slice.ended) continue;
      if (slice.verdict == Verdict::refuted && slice.step.k >= step.k &&
          renderings_[slice.step.prover].doubt.empty())
        return true;  // premises with a model: so have fewer of them
      if (slice.step.prover != step.prover || slice.step.k != step.k) continue;
      if (slice.verdict != Verdict::out_of_time || slice.limit_s >= step.seconds) return true;
    }
    return false;
  }

  // False if no prover was started: the step is not worth it, or there is no time.
  bool start_next() {
    ProverStep step = steps_[next_];
    const std::size_t wanted = step.k;
    step.k = std::min(step.k, premises_);
    if (step.k == premises_) step.ranking = 0;  // all premises are the same by any ranking
    if (!options_.every && brings_nothing_new(step)) {
      ++next_;
      return false;
    }
    const double share_s = budget_.share(step, steps_.size() - next_);
    if (share_s < kShortest_s) {
      untried_ = true;
      next_ = steps_.size();
      return false;
    }
    ++next_;
    const ProblemRendering& rendering = renderings_[step.prover];
    ProverLimits limits{.time_s = share_s,
                        .cpu_time = budget_.by_cpu_time(step),
                        .memory_bytes = options_.memory_bytes,
                        .memory_limit = options_.memory_limit};
    std::string text = problem_text(task_, step, rendering);
    if (!options_.cpu_time && !options_.every) limits.wall_s = budget_.left_wall_s();
    group_.start(make_prover_job(rendering.command, std::move(text), limits));
    budget_.promise(share_s);
    SliceResult slice;
    slice.step = step;
    slice.wanted = wanted;
    slice.all = step.k == premises_;
    slice.limit_s = share_s;
    result_.slices.push_back(std::move(slice));  // in the order of the group's numbers
    return true;
  }

  void take(ProcessGroup::Finished finished) {
    SliceResult& slice = result_.slices[finished.number];
    const ProblemRendering& rendering = renderings_[slice.step.prover];
    ProverResult ran =
        read_prover_result(rendering.command, finished.result, task_.has_conjecture());
    slice.verdict = ran.verdict;
    slice.status = std::move(ran.status);
    slice.message = std::move(ran.message);
    slice.cpu_s = ran.cpu_s;
    slice.wall_s = ran.wall_s;
    slice.ended = true;
    budget_.settle(slice.limit_s, slice.cpu_s);
    const bool decides =
        slice.verdict == Verdict::proved || (slice.verdict == Verdict::refuted && slice.all &&
                                             task_.complete && rendering.doubt.empty());
    if (!decides) return;
    if (result_.decided_by) {
      if (slice.verdict != result_.verdict) result_.verdict = Verdict::disputed;
      return;
    }
    result_.decided_by = finished.number;
    result_.verdict = slice.verdict;
    if (slice.verdict == Verdict::proved) keep_proof(slice.step, rendering, std::move(ran));
    if (!options_.every) group_.end_all();
  }

  void keep_proof(const ProverStep& step, const ProblemRendering& rendering, ProverResult ran) {
    const std::vector<std::string_view> axioms = axioms_of(task_, step);
    const SliceNames given(axioms, task_.conjecture);
    const std::set<std::string> names(ran.used.begin(), ran.used.end());
    const std::vector<std::string> goals = formula_names(task_.conjecture);
    std::set<std::string> in_proof = names;
    if (!names.empty()) in_proof.insert(goals.begin(), goals.end());
    result_.proof =
        rendering.restore(given.restore(with_sources_of(axioms, given, ran.proof), in_proof));
    std::set<std::string> known(goals.begin(), goals.end());
    const auto take_from = [&](std::span<const std::string_view> formulas) {
      for (const std::string_view formula : formulas)
        if (std::string name = given.name_of(formula); names.contains(name)) {
          result_.used.push_back(formula);
          known.insert(std::move(name));
        }
    };
    take_from(std::span(task_.rankings[step.ranking]).first(step.k));
    take_from(task_.always);
    const bool listed = lists_the_goal(rendering.command) && !names.empty();
    // A name that nobody has may be that of the goal or of an axiom, written in another way.
    const bool core = listed && std::ranges::includes(known, names);
    if (listed && !core) result_.used.clear();
    result_.axioms_known = !result_.used.empty() || ((!names.empty() || !ran.proof.empty()) &&
                                                     std::ranges::includes(known, names));
    contradictory_axioms_ =
        task_.has_conjecture() &&
        (!ran.needs_goal || (core && !names.contains(formula_name(task_.conjecture))));
  }

  std::string with_sources_of(std::span<const std::string_view> axioms, const SliceNames& given,
                              const std::string& proof) const {
    if (!task_.file_of) return proof;
    std::map<std::string, std::string_view> by_name;
    for (const std::string_view axiom : axioms) by_name.emplace(given.name_of(axiom), axiom);
    return with_sources(proof, [&](const std::string& name) -> ProofSource {
      const auto found = by_name.find(name);
      if (found == by_name.end()) return {task_.file_of({}, name), name};
      return {task_.file_of(found->second, name), formula_name(found->second)};
    });
  }

  // The word for the whole run where no step decided: the most hopeful thing that happened.
  void summarize() {
    const auto any = [&](Verdict verdict) {
      return std::ranges::any_of(
          result_.slices, [&](const SliceResult& slice) { return slice.verdict == verdict; });
    };
    const bool failures_alone =
        !result_.slices.empty() && std::ranges::all_of(result_.slices, [](const auto& slice) {
          return slice.verdict == Verdict::failed;
        });
    if (!failures_alone && (untried_ || any(Verdict::out_of_time))) {
      result_.verdict = Verdict::out_of_time;
    } else if (any(Verdict::out_of_memory)) {
      result_.verdict = Verdict::out_of_memory;
    } else if (any(Verdict::gave_up) || any(Verdict::refuted)) {
      result_.verdict = Verdict::gave_up;
    } else if (result_.slices.empty()) {
      result_.verdict = Verdict::out_of_time;
    } else {
      result_.verdict = Verdict::failed;
      for (const SliceResult& slice : result_.slices)
        if (result_.message.empty()) result_.message = message_of(slice);
    }
  }

  std::string message_of(const SliceResult& slice) const {
    const std::string program = program_of(renderings_[slice.step.prover].command);
    return renderings_.size() == 1 ? slice.message : fmt::format("{}: {}", program, slice.message);
  }

  // What is wrong with the formulas that made a prover fail, in their words instead of its own.
  std::string why_refused() const {
    for (const SliceResult& slice : result_.slices)
      if (slice.verdict == Verdict::failed) {
        std::vector<std::string_view> formulas = axioms_of(task_, slice.step);
        if (!task_.conjecture.empty()) formulas.push_back(task_.conjecture);
        return misfit_of(formulas);
      }
    return {};
  }

  // Refutations that decided nothing, and errors of a prover that the verdict does not show.
  void warn() {
    if (std::string misfit = why_refused(); !misfit.empty())
      result_.warnings.push_back("no prover reads all of it: " + std::move(misfit));
    std::set<std::string> told;
    for (const SliceResult& slice : result_.slices)
      if (slice.verdict == Verdict::failed && result_.verdict != Verdict::failed &&
          told.insert(program_of(renderings_[slice.step.prover].command)).second)
        result_.warnings.push_back("the prover failed: " + message_of(slice));
    if (result_.verdict == Verdict::disputed)
      result_.warnings.push_back("one prover proves what another refutes");
    if (result_.decided_by) return;
    for (const SliceResult& slice : result_.slices)
      if (slice.verdict == Verdict::refuted && slice.all) {
        const std::string& doubt = renderings_[slice.step.prover].doubt;
        result_.warnings.push_back(
            fmt::format("the prover says {}, which is no refutation: {}", slice.status,
                        doubt.empty() ? "it did not see all axioms" : doubt));
        return;
      }
  }

  const SliceTask& task_;
  std::span<const ProverStep> steps_;
  const SliceOptions& options_;
  const Cancellation* interrupt_;
  std::size_t premises_;
  std::vector<ProblemRendering> renderings_;  // by each prover
  SlicesResult result_;
  bool contradictory_axioms_ = false;
  SliceBudget budget_;
  bool untried_ = false;
  std::size_t next_ = 0;
  ProcessGroup group_;
};

}  // namespace

std::vector<ProverStep> equal_steps(std::span<const std::size_t> slices, std::size_t premises,
                                    std::size_t rankings, std::size_t provers) {
  std::vector<ProverStep> steps;
  for (const std::size_t k : slices)
    for (std::size_t ranking = 0; ranking < rankings; ++ranking)
      for (std::size_t prover = 0; prover < provers; ++prover) {
        ProverStep step{.prover = prover, .ranking = ranking, .k = std::min(k, premises)};
        if (step.k == premises) step.ranking = 0;  // all premises are the same by any ranking
        if (std::ranges::find(steps, step) == steps.end()) steps.push_back(step);
      }
  return steps;
}

ProblemContents SliceTask::contents() const {
  if (known_contents != nullptr) return *known_contents;
  const std::span<const std::string_view> parts[] = {
      rankings.front(), always, std::span(&conjecture, conjecture.empty() ? 0 : 1)};
  return ProblemContents(parts);
}

std::string_view status_of(Verdict verdict, bool has_conjecture, bool contradictory_axioms) {
  if (verdict == Verdict::proved && !has_conjecture) return "Unsatisfiable";
  if (verdict == Verdict::proved && contradictory_axioms) return "ContradictoryAxioms";
  if (verdict == Verdict::refuted && !has_conjecture) return "Satisfiable";
  return szs_status(verdict);
}

SlicesResult run_slices(std::span<const ProverCommand> provers, const SliceTask& task,
                        std::span<const ProverStep> steps, const SliceOptions& options,
                        const Cancellation* interrupt,
                        const std::function<void(const SliceResult&)>& on_slice,
                        const std::function<void(const SliceResult&)>& on_start) {
  require(options.jobs >= 1, "slices need at least one job");
  require(!task.rankings.empty(), "slices need a ranking");
  require(std::ranges::all_of(steps,
                              [&](const ProverStep& step) {
                                return step.prover < provers.size() &&
                                       step.ranking < task.rankings.size();
                              }),
          "a step without its prover or ranking");
  return SliceLoop(provers, task, steps, options, interrupt).run(on_slice, on_start);
}

}  // namespace winnow
