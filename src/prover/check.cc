#include "prover/check.h"

#include "prover/afterwards.h"
#include "prover/choice.h"
#include "prover/profile.h"
#include "winnow/error.h"

#include <algorithm>
#include <vector>

namespace winnow {
std::string_view to_string(SecondOpinion opinion) {
  switch (opinion) {
    case SecondOpinion::confirmed:
      return "confirmed";
    case SecondOpinion::contradicted:
      return "contradicted";
    case SecondOpinion::unconfirmed:
      return "unconfirmed";
  }
  return "unconfirmed";
}

std::optional<ProverCommand> second_prover(const ProverCommand& first, const Logic& demanded) {
  const ProverProfile& own = profile_of(first);
  const auto command = [&](const ProverProfile& profile, const Strategy& strategy) {
    return parse_prover_command(command_template(find_prover(profile), profile, strategy));
  };
  std::vector<const ProverProfile*> others = {find_profile("cvc5")};  // it refutes best
  for (const ProverProfile& profile : prover_profiles()) others.push_back(&profile);
  for (const ProverProfile* other : others)
    if (other->name != own.name && other->reads.covers(demanded) && !find_prover(*other).empty())
      return command(*other, other->strategies.front());
  if (own.name.empty() || find_prover(own).empty()) return std::nullopt;
  for (const Strategy& strategy : own.strategies)
    if (ProverCommand other = command(own, strategy); other.words != first.words) return other;
  return std::nullopt;
}

CheckResult check_proof(const ProverCommand& second, const SliceTask& task,
                        const SlicesResult& proved, const SliceOptions& options,
                        const Cancellation* interrupt) {
  require(proved.decided_by.has_value(), "only what was decided can be checked");
  const std::vector<std::string_view> axioms = axioms_of_proof(task, proved);
  SlicesResult said = run_once(second, task, axioms, options, interrupt);
  CheckResult result;
  result.prover = program_of(second);
  result.axioms = axioms.size();
  result.status = said.status;
  result.message = said.message;
  result.cpu_s = said.cpu_s;
  if (said.verdict == Verdict::proved) result.opinion = SecondOpinion::confirmed;
  if (said.verdict == Verdict::refuted) result.opinion = SecondOpinion::contradicted;
  return result;
}

}  // namespace winnow
