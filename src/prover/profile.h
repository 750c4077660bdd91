// prover/profile.h - what is known of a prover by the name of its program.
// in: a command     out: how its answers and its numbers are to be taken
// One line for each prover; a prover that is not in the table is believed least.
#pragma once

#include "prover/prover.h"

#include <string_view>

namespace winnow {

struct ProverProfile {
  std::string_view program = {};       // the name begins so, in any case: "spass" is SPASS-3.9, too
  std::string_view free_numbers = {};  // the flag that makes numbers of FOF constants like others
  bool distinct_objects = false;       // knows that "a" and "b" differ
  bool arithmetic = false;             // knows what $int and $sum mean: what it refutes is refuted
  bool of_negation = false;  // says (Un)Satisfiable of axioms and negated conjecture together
  bool smt_words = false;    // answers sat, unsat, unknown
};

const ProverProfile& profile_of(const ProverCommand& command);

}  // namespace winnow
