// prover/szs.h - what a prover's output says, in the words of the SZS ontology.
// in: anything a program may print     out: a verdict, the proof, the axioms it uses
// Sutcliffe, The SZS Ontologies for Automated Reasoning Software, LPAR workshops 2008.
#pragma once

#include "winnow/verdict.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

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

// Whether a TSTP proof names axioms of the input, and none of its formulas comes from the goal.
bool needs_no_goal(std::string_view proof);

// The names of the input formulas, other than the conjecture, on which a TSTP proof stands: those
// annotated file('problem.p', name). In the order of the proof, each once, without quotes.
std::vector<std::string> used_axioms(std::string_view proof);

// The same from provers that name what they used and no more, the conjecture included: a list of
// names between SZS output lines (an unsat core), or SPASS's "Formulas used in the proof".
std::vector<std::string> names_of_core(std::string_view core);
std::vector<std::string> names_of_spass(std::string_view output);

// The proof with the file of each input formula as `file_of` says; "" leaves it as it is. Provers
// name the file that they were given, which is gone.
std::string with_files(std::string_view proof,
                       const std::function<std::string(const std::string& name)>& file_of);

}  // namespace winnow
