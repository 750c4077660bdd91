// prover/numbers.h - how numbers are read, and what may be believed of a prover that reads them.
// in: a prover, what the formulas contain, what the user says     out: how to write the problem
// In TPTP numbers are themselves: 1 and 2 differ, and there is always another one. Libraries such
// as Mizar's in FOF use them as names of constants. A prover that takes them for constants proves
// nothing wrong, but what it refutes may be true.
#pragma once

#include "prover/problem_text.h"
#include "prover/prover.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace winnow {

enum class Numbers : std::uint8_t {
  automatic,    // interpreted, unless the command itself has the prover's flag for free ones
  interpreted,  // as TPTP says
  free,         // constants like others; FOF and CNF only
};
Numbers parse_numbers(std::string_view text);  // throws InputError

// How a problem is written for a prover.
struct ProblemRendering {
  ProverCommand command;  // with a flag for numbers where it is right
  NumbersAs numbers = NumbersAs::written;
  std::string prefix;  // of the names of numbers
  VariableTypes types = VariableTypes::written;
  std::string doubt;  // why a refutation by this prover is none, "" if it is one

  // `name`: instead of its own; "": it keeps that.
  void add(std::string& problem, std::string_view formula, std::string_view name = {}) const {
    add_formulas(problem, formula, numbers, prefix, name, types);
  }
  std::string restore(const std::string& proof) const {
    return numbers == NumbersAs::written ? proof : restore_numbers(proof, prefix);
  }
};

// All that may become a part of the problem, read once for every prover.
struct ProblemContents : FormulaContents {
  explicit ProblemContents(std::span<const std::span<const std::string_view>> formulas);
  std::string number_prefix;  // no formula has it
};

// Throws InputError if numbers of TFF or THF are to be free.
ProblemRendering make_rendering(const ProverCommand& command, Numbers numbers,
                                const ProblemContents& contents);

}  // namespace winnow
