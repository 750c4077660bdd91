#include "prover/check.h"

#include "prover/process.h"
#include "prover/profile.h"
#include "winnow/error.h"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace winnow {
namespace {

std::string_view program_of(const ProverCommand& command) {
  std::string_view program = command.words.front();
  return program.substr(program.rfind('/') + 1);
}

// The premises of the deciding slice that the proof names; all of them if it names none.
std::vector<std::string_view> used_premises(const SliceTask& task, const SlicesResult& proved) {
  const SliceResult& slice = proved.slices[*proved.decided_by];
  std::span<const std::string_view> premises =
      std::span(task.rankings[slice.ranking]).first(slice.k);
  const std::vector<std::string> names = used_axioms(proved.proof);
  if (names.empty()) return {premises.begin(), premises.end()};
  const std::set<std::string> used(names.begin(), names.end());
  std::vector<std::string_view> chosen;
  for (const std::string_view premise : premises)
    if (used.contains(formula_name(premise))) chosen.push_back(premise);
  return chosen;
}

}  // namespace

std::string_view to_string(Opinion opinion) {
  switch (opinion) {
    case Opinion::confirmed:
      return "confirmed";
    case Opinion::contradicted:
      return "contradicted";
    case Opinion::unconfirmed:
      return "unconfirmed";
  }
  return "unconfirmed";
}

std::optional<ProverCommand> second_prover(const ProverCommand& first) {
  for (const std::string_view candidate : {kCvc5, kPlainProver, kDefaultProver}) {
    try {
      ProverCommand command = parse_prover_command(candidate);
      const bool same = profile_of(command).program == profile_of(first).program;
      if (same && (candidate == kCvc5 || command.words == first.words)) continue;
      return command;
    } catch (const InputError&) {  // it is not installed
    }
  }
  return std::nullopt;
}

CheckResult check_proof(const ProverCommand& second, const SliceTask& task,
                        const SlicesResult& proved, const SliceOptions& options,
                        const Cancellation* interrupt) {
  require(proved.decided_by.has_value(), "only what was decided can be checked");
  const std::vector<std::vector<std::string_view>> premises = {used_premises(task, proved)};
  SliceTask again = task;
  again.rankings = premises;
  again.complete = true;  // of these axioms, it sees all
  SliceOptions once = options;
  once.slices = {kAllPremises};
  once.every = false;
  SlicesResult said = run_slices(second, again, once, interrupt);
  CheckResult result;
  result.prover = program_of(second);
  result.axioms = premises.front().size();
  result.status = said.status;
  result.message = said.message;
  result.cpu_s = said.cpu_s;
  if (said.verdict == Verdict::proved) result.opinion = Opinion::confirmed;
  if (said.verdict == Verdict::refuted) result.opinion = Opinion::contradicted;
  return result;
}

}  // namespace winnow
