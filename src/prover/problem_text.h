// prover/problem_text.h - formulas as all provers read them alike.
// in: annotated formulas, one or more to a text     out: the text of a problem
// Provers differ in what they make of rare roles (SPASS skips a `plain` formula and goes on) and of
// numbers in FOF (to E they are of another sort than variables, to SPASS constants like others).
// Here both are written so that there is one way to read them. So are variables without a type
// beside types: E 2.6 takes X in ! [X] : p(X) to be of the type of another formula's X: s.
#pragma once

#include "prover/logic.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

// How numbers of FOF and CNF are written. (In TFF and THF they are typed, and stay.)
enum class NumbersAs : std::uint8_t {
  written,
  constants,  // prefix12
  distinct,   // "prefix12" for integers, which TPTP's distinct objects tell apart; else constants
};

// How variables without a type are written in a typed problem. They are individuals.
enum class VariableTypes : std::uint8_t {
  written,
  all,  // X: $i, and fof becomes tff; clauses stay
};

// What stands in formulas that not every prover understands.
struct FormulaContents {
  Logic logic;  // that a prover needs
  bool numbers = false;
  bool defined = false;  // distinct objects, $int, $less, ...: what TPTP gives a meaning

  bool typed() const { return logic.tf0 || logic.th0; }
  FormulaContents& operator|=(const FormulaContents& other);
};
FormulaContents contents_of(std::string_view formulas);

// Text that is no TPTP is added as it is: the prover will say what is wrong. `name`: of the first
// one, instead of its own.
void add_formulas(std::string& problem, std::string_view formulas, NumbersAs numbers,
                  std::string_view prefix, std::string_view name = {},
                  VariableTypes types = VariableTypes::written);

// A proof with the numbers as they were before they became `prefix`...
std::string restore_numbers(std::string_view proof, std::string_view prefix);

// Whether an annotated formula declares a type: it has no truth value and stands in every problem.
bool is_declaration(std::string_view formula);

// Those declarations whose symbols or types stand in the formulas, or in such declarations.
std::vector<std::string_view> needed_declarations(std::span<const std::string_view> declarations,
                                                  std::span<const std::string_view> formulas);

// The name of an annotated formula without quotes, "" if it has none.
std::string formula_name(std::string_view formula);
std::vector<std::string> formula_names(std::string_view formulas);  // of each

}  // namespace winnow
