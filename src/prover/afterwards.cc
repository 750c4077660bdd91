#include "prover/afterwards.h"

#include "prover/choice.h"
#include "prover/profile.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace winnow {
namespace {

constexpr double kAnswering_s = 0.2;  // of the time is kept to say what was found
constexpr double kLeast_s = 2;        // for a proof without one of its axioms
constexpr double kPatience = 5;       // times what the proof with all of them took

}  // namespace

std::vector<std::string_view> axioms_of_proof(const SliceTask& task, const SlicesResult& proved) {
  const ProverStep& step = proved.slices[*proved.decided_by].step;
  std::vector<std::string_view> axioms;
  std::ranges::remove_copy_if(task.always, std::back_inserter(axioms), is_declaration);
  std::ranges::copy(std::span(task.rankings[step.ranking]).first(step.k),
                    std::back_inserter(axioms));
  if (proved.used.empty()) return axioms;
  std::set<const char*> used;
  for (const std::string_view formula : proved.used) used.insert(formula.data());
  std::erase_if(axioms, [&](std::string_view axiom) { return !used.contains(axiom.data()); });
  return axioms;
}

SlicesResult run_once(const ProverCommand& prover, const SliceTask& task,
                      const std::vector<std::string_view>& axioms, const SliceOptions& options,
                      const Cancellation* interrupt) {
  std::vector<std::string_view> declarations;
  std::ranges::copy_if(task.always, std::back_inserter(declarations), is_declaration);
  SliceTask again = task;
  again.rankings = std::span(&axioms, 1);
  again.always = declarations;
  again.complete = true;  // of these axioms, it sees all
  SliceOptions once = options;
  once.every = false;
  const ProverStep step{.k = kAllPremises};
  return run_slices(std::span(&prover, 1), again, std::span(&step, 1), once, interrupt);
}

bool has_derivation(const ProverCommand& prover) {
  const UsedAxioms how = profile_of(prover).used_axioms;
  return how == UsedAxioms::derivation || how == UsedAxioms::unknown;
}

SlicesResult Afterwards::again(const ProverCommand& prover,
                               const std::vector<std::string_view>& axioms, double most_s) const {
  SliceOptions once = options_;
  once.cpu_time = false;  // the clock decides when there must be an answer
  once.time_limit_s = std::min(most_s, stop_.deadline().left_s() - kAnswering_s);
  if (once.time_limit_s <= 0) return {};
  return run_once(prover, task_, axioms, once, interrupt_);
}

bool Afterwards::minimise(const ProverCommand& prover, SlicesResult& result) const {
  const double limit_s = std::max(kLeast_s, kPatience * result.slices[*result.decided_by].wall_s);
  std::vector<std::string_view> kept = axioms_of_proof(task_, result);
  const auto prove_from = [&](const std::vector<std::string_view>& fewer) {
    SlicesResult found = again(prover, fewer, limit_s);
    if (found.verdict != Verdict::proved) return;
    const std::set<std::string_view> named(found.used.begin(), found.used.end());
    kept = fewer;
    if (!named.empty())
      std::erase_if(kept, [&](std::string_view axiom) { return !named.contains(axiom); });
    result.proof = std::move(found.proof);
    result.status = found.status;
    result.used = kept;
    result.axioms_known = true;
  };
  prove_from(kept);  // which often needs fewer already
  // The worst in the ranking first: it is the likeliest to be superfluous. What was required is the
  // last.
  for (std::size_t i = kept.size(); i-- > 0;) {
    if (interrupt_ != nullptr && interrupt_->requested()) return false;
    if (stop_.deadline().left_s() <= kAnswering_s) return false;
    std::vector<std::string_view> fewer = kept;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    prove_from(fewer);
    i = std::min(i, kept.size());
  }
  return true;
}

void Afterwards::derive(SlicesResult& result) const {
  for (const ProverProfile& profile : prover_profiles()) {
    const std::string program = find_prover(profile);
    if (profile.used_axioms != UsedAxioms::derivation || program.empty() ||
        !profile.reads.covers(task_.contents().logic))
      continue;
    for (const Strategy& strategy : profile.strategies) {
      if (stop_.deadline().left_s() <= kAnswering_s) break;
      SlicesResult found =
          again(parse_prover_command(command_template(program, profile, strategy)),
                axioms_of_proof(task_, result), std::max(kLeast_s, stop_.deadline().left_s() / 3));
      if (found.verdict != Verdict::proved || found.proof.empty()) continue;
      result.proof = std::move(found.proof);
      return;
    }
  }
  result.warnings.push_back(
      "no prover that writes derivations finds this proof again; the axioms used are known");
}

}  // namespace winnow
