// prover/used_axioms.h - which formulas of the input a proof stands on.
// in: a proof, as TSTP, as an unsatisfiable core or as SPASS prints it     out: names
// All of them take anything a program may print, in linear time.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

// Whether a TSTP proof names axioms of the input, and none of its formulas comes from the goal.
bool needs_no_goal(std::string_view proof);

// The names of the input formulas, other than the conjecture, on which a TSTP proof stands: those
// annotated file('problem.p', name). In the order of the proof, each once, without quotes.
std::vector<std::string> used_axioms(std::string_view proof);

// The same from provers that name what they used and no more, the conjecture included: a list of
// names between SZS output lines (an unsat core), or SPASS's "Formulae used in the proof".
std::vector<std::string> names_of_core(std::string_view core);
std::vector<std::string> names_of_spass(std::string_view output);

// Where an input formula stands, and what it is called there.
struct ProofSource {
  std::string file, name;
};

// The proof with the source of each input formula as `source_of` says; a file "" leaves it as it
// is. Provers name the file that they were given, which is gone.
std::string with_sources(std::string_view proof,
                         const std::function<ProofSource(const std::string& name)>& source_of);

}  // namespace winnow
