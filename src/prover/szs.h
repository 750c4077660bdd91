// prover/szs.h - what a prover's output says, in the words of the SZS ontology.
// in: anything a program may print     out: a verdict and the proof
// Sutcliffe, The SZS Ontologies for Automated Reasoning Software, LPAR workshops 2008.
#pragma once

#include "winnow/verdict.h"

#include <string>
#include <string_view>

namespace winnow {

// The verdict of a status such as "Theorem"; unknown words give gave_up.
Verdict verdict_of_status(std::string_view status);

struct SzsAnswer {
  std::string status;  // "" where the output has no status line
  Verdict verdict = Verdict::failed;
  std::string contradiction;  // a second status that denies the first; then `failed`
  std::string proof;          // between the SZS output lines, if the end was printed
};

// Takes time linear in the output. Of several status lines the first that decides counts, else
// the last: a portfolio prover reports the failures of its parts, too. If one line proves and
// another refutes, neither is believed. What SPASS says ("SPASS beiseite: Proof found.") is a
// status line, too; with `smt_words`, so are lines with nothing but sat, unsat or unknown.
SzsAnswer read_szs(std::string_view output, bool smt_words = false);

// Whether a prover says that it went on without a formula, as SPASS does (on stderr) where it does
// not know the role: what it refutes then is another problem.
bool skips_formulas(std::string_view said);

// Whether a status says that the axioms alone are contradictory.
bool says_contradictory_axioms(std::string_view status);

}  // namespace winnow
