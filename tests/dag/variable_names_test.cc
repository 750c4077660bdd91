#include "dag/variable_names.h"

#include "tests/dag/formulas.h"
#include "text/tptp.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace winnow {
namespace {

using testing::ElementsAre;

// The names of the nodes that have some.
std::vector<std::string> names(TermBank& bank, const Formula& formula) {
  Dag dag = DagBuilder().build(bank.view(), std::span(&formula.term, 1));
  std::vector<std::string> found = variable_names(bank.view(), formula, dag);
  std::erase(found, "");
  return found;
}

std::vector<std::string> names_in(const std::string& annotated) {
  TermBank bank;
  return names(bank, parse_tptp(annotated, bank).formulas.back());
}

std::vector<std::string> names_in_hol(std::string_view text, std::string_view tokens) {
  TermBank bank;
  HolParser parser(bank);
  parser.set_constants(tokens);
  Formula formula{.name = "f", .role = "term", .language = Language::hol, .text = {}};
  formula.term = parser.parse(text);
  return names(bank, formula);
}

TEST(VariableNames, AreThoseOfThePrintedText) {
  EXPECT_THAT(names_in("fof(f, axiom, ! [A,B] : (p(A,B) => ? [C] : q(C,A)))."),
              ElementsAre("X0", "X1", "X2"));
}

TEST(VariableNames, ANodeOfTwoBindersHasBothNames) {
  EXPECT_THAT(names_in("fof(f, axiom, (! [A] : p(A)) & (! [B] : q(B)) & (! [C] : p(C)))."),
              ElementsAre("X0, X2", "X1"));
}

TEST(VariableNames, ManyNamesAreCut) {
  EXPECT_THAT(names_in("fof(f, axiom, r(a) & ((! [A] : p(A)) => ((! [A] : p(A)) => ((! [A] : p(A)) "
                       "=> ! [A] : p(A)))))."),
              ElementsAre("X0, X1, X2, ..."));
}

TEST(VariableNames, FreeVariablesHaveThemByFirstOccurrence) {
  EXPECT_THAT(names_in("cnf(c, axiom, q(Y,X) | p(Y))."), ElementsAre("X0", "X1"));
}

TEST(VariableNames, TypesOfBindersAreNoNodes) {
  EXPECT_THAT(names_in("tff(p, type, p: ($int * $i) > $o).\n"
                       "tff(f, axiom, ! [A: $int, B: $i] : p(A,B))."),
              ElementsAre("X0", "X1"));
}

TEST(VariableNames, OfHolTermsAreThoseThatItsPrinterWrites) {
  EXPECT_THAT(names_in_hol("(!n. ((n + m) = n))", "c= c+ b0 f0 b0"), ElementsAre("x0", "v0"));
  // x0 is a constant here.
  EXPECT_THAT(names_in_hol("(!n. (n = x0))", "c= b0 cx0"), ElementsAre("x_0"));
}

}  // namespace
}  // namespace winnow
