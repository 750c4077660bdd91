// prover/szs.h - what a prover's output says, in the words of the SZS ontology.
// in: anything a program may print     out: a verdict, the proof, the axioms it uses
// Sutcliffe, The SZS Ontologies for Automated Reasoning Software, LPAR workshops 2008.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

enum class Verdict : std::uint8_t {
  proved,          // the conjecture follows, or the clauses are unsatisfiable
  refuted,         // it does not follow from these premises
  gave_up,
  out_of_time,
  out_of_memory,
  cancelled,       // winnow ended it, because it no longer mattered
  failed,          // the prover rejects its input, crashes, or says nothing
};
std::string_view to_string(Verdict verdict);
std::string_view szs_status(Verdict verdict);  // "Theorem", "CounterSatisfiable", "GaveUp", ...
int exit_code(Verdict verdict);                // as E's: 0 proved, 1 refuted, 8 out of time, ...

// The verdict of a status such as "Theorem"; unknown words give gave_up.
Verdict verdict_of_status(std::string_view status);

struct SzsAnswer {
  std::string status;                  // "" where the output has no status line
  Verdict verdict = Verdict::failed;
  std::string proof;                   // between the SZS output lines, if the end was printed
};

// Takes time linear in the output. Of several status lines the first that decides counts, else
// the last: a portfolio prover reports the failures of its parts, too.
SzsAnswer read_szs(std::string_view output);

// The names of the input formulae, other than the conjecture, on which a TSTP proof stands: those
// annotated file('problem.p', name). In the order of the proof, each once, without quotes.
std::vector<std::string> used_axioms(std::string_view proof);

}  // namespace winnow
