// prover/verdict.cc - verdicts, and the words of the SZS ontology for them.
#include "winnow/verdict.h"

#include "prover/szs.h"

namespace winnow {
namespace {

struct Meaning {
  std::string_view status;
  Verdict verdict;
};

constexpr Meaning kMeanings[] = {
    {"Theorem", Verdict::proved},
    {"Unsatisfiable", Verdict::proved},
    {"ContradictoryAxioms", Verdict::proved},
    {"SatisfiableConclusionContradictoryAxioms", Verdict::proved},
    {"TautologousConclusionContradictoryAxioms", Verdict::proved},
    {"WeakerConclusionContradictoryAxioms", Verdict::proved},
    {"Equivalent", Verdict::proved},
    {"EquivalentTheorem", Verdict::proved},
    {"Tautology", Verdict::proved},
    {"TautologousConclusion", Verdict::proved},
    {"WeakerConclusion", Verdict::proved},
    {"WeakerTautologousConclusion", Verdict::proved},
    {"WeakerTheorem", Verdict::proved},
    {"CounterSatisfiable", Verdict::refuted},
    {"Satisfiable", Verdict::refuted},
    {"CounterTheorem", Verdict::refuted},
    {"CounterEquivalent", Verdict::refuted},
    {"UnsatisfiableConclusion", Verdict::refuted},
    {"NoConsequence", Verdict::refuted},
    {"Timeout", Verdict::out_of_time},
    {"ResourceOut", Verdict::out_of_time},
    {"MemoryOut", Verdict::out_of_memory},
    {"Error", Verdict::failed},
    {"OSError", Verdict::failed},
    {"InputError", Verdict::failed},
    {"UsageError", Verdict::failed},
    {"SyntaxError", Verdict::failed},
    {"SemanticError", Verdict::failed},
    {"TypeError", Verdict::failed},
};

}  // namespace

std::string_view to_string(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return "proved";
    case Verdict::refuted:
      return "refuted";
    case Verdict::gave_up:
      return "gave up";
    case Verdict::out_of_time:
      return "out of time";
    case Verdict::out_of_memory:
      return "out of memory";
    case Verdict::cancelled:
      return "cancelled";
    case Verdict::failed:
      return "failed";
    case Verdict::disputed:
      return "disputed";
  }
  return "unknown";
}

std::string_view szs_status(Verdict verdict) {
  switch (verdict) {
    case Verdict::proved:
      return "Theorem";
    case Verdict::refuted:
      return "CounterSatisfiable";
    case Verdict::gave_up:
      return "GaveUp";
    case Verdict::out_of_time:
      return "Timeout";
    case Verdict::out_of_memory:
      return "MemoryOut";
    case Verdict::cancelled:
      return "User";
    case Verdict::failed:
      return "Error";
    case Verdict::disputed:
      return "Disputed";  // SZS has no word for it
  }
  return "Unknown";
}

Verdict verdict_of_status(std::string_view status) {
  for (const Meaning& meaning : kMeanings)
    if (meaning.status == status) return meaning.verdict;
  return Verdict::gave_up;
}

bool says_contradictory_axioms(std::string_view status) {
  return status.ends_with("ContradictoryAxioms") && verdict_of_status(status) == Verdict::proved;
}

}  // namespace winnow
