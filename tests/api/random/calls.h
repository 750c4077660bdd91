// tests/api/random/calls.h - a run of the random tester: a list of calls, made by a seed.
#pragma once

#include "plain_formula.h"
#include "tiny_files.h"

#include <cstdint>
#include <string>
#include <vector>

namespace winnow::random_tester {

enum class CallKind : std::uint8_t {
  add,        // formulas
  add_wrong,  // a text that cannot be read: nothing may change
  size,
  rank,        // the conjecture and axioms beside it
  rank_wrong,  // a ranker that there is not, or without what it needs
  save,        // what there is becomes an index; the run goes on with a selector that has opened it
  open,        // the same, with other proofs, and with a model or without
  corrupt,     // the same, with one byte of the file changed: refused, or the same ranking
  prove,       // by a prover that answers once it sees certain axioms
  cancel,      // the same, cancelled before it begins
  plant,       // the plain model loses a formula: to see that the tester sees it
};

struct PlainCase {  // an earlier proof
  PlainFormula conjecture;
  std::vector<PlainFormula> premises;
};

struct Call {
  CallKind kind = CallKind::size;
  std::vector<PlainFormula> formulas;  // of rank: the conjecture comes last
  std::string ranker;
  std::size_t k = 1;
  std::vector<std::string> required;  // of prove: the axioms that the prover wants to see
  std::string says;                   // what it says then
  std::size_t byte = 0;               // of corrupt: which one, counted modulo the file's size
  std::vector<PlainCase> proofs;      // of open
  bool model = false;                 // of open
};

using Calls = std::vector<Call>;

std::vector<TinyProof> tiny_proofs(const Call& call);
Calls random_calls(std::uint64_t seed, bool planted = false);

}  // namespace winnow::random_tester
