// Formulas of one name, told apart for a prover.
#include "prover/slice_names.h"

#include "prover/problem_text.h"

#include <gmock/gmock.h>

#include <vector>

namespace winnow {
namespace {

TEST(SliceNames, TheFirstOfANameKeepsIt) {
  const std::vector<std::string_view> axioms = {"fof(a, axiom, p).", "fof(b, axiom, q).",
                                                "fof('a', axiom, r).", "fof(goal, axiom, s)."};
  const SliceNames names(axioms, "fof(goal, conjecture, t).");
  EXPECT_EQ(names.replaced(axioms[0]), "");
  EXPECT_EQ(names.replaced(axioms[1]), "");
  EXPECT_NE(names.replaced(axioms[2]), "");
  EXPECT_NE(names.replaced(axioms[3]), "");  // the goal is the goal's name
  EXPECT_NE(names.replaced(axioms[2]), names.replaced(axioms[3]));
  EXPECT_EQ(names.name_of(axioms[0]), "a");
  EXPECT_EQ(names.name_of(axioms[2]), names.replaced(axioms[2]));
}

TEST(SliceNames, AProofGetsTheNamesBack) {
  const std::vector<std::string_view> axioms = {"fof('a b', axiom, p).", "fof('a b', axiom, q).",
                                                "fof(winnow_same_name_1, axiom, r)."};
  const SliceNames names(axioms, "fof(g, conjecture, t).");
  const std::string given(names.replaced(axioms[1]));
  EXPECT_NE(given, "winnow_same_name_1");
  EXPECT_EQ(names.restore("[" + given + ", " + given + "0, winnow_same_name_1].", {given, "g"}),
            "['a b', " + given + "0, winnow_same_name_1].");
  EXPECT_EQ(names.restore(given, {}), "'a b'");  // who knows what it uses?
}

// Two formulas of one name would be one to whoever checks the proof.
TEST(SliceNames, OfTwoInAProofOneGetsTheNameBack) {
  const std::vector<std::string_view> axioms = {"fof(a, axiom, p).", "fof(a, axiom, q).",
                                                "fof(a, axiom, r)."};
  const SliceNames names(axioms, "fof(g, conjecture, t).");
  const std::string second(names.replaced(axioms[1])), third(names.replaced(axioms[2]));
  EXPECT_EQ(names.restore(second, {"a", second}), second);
  EXPECT_EQ(names.restore(second + "," + third, {second, third}), "a," + third);
}

TEST(SliceNames, EachClauseOfANegatedConjectureKeepsItsName) {
  const std::vector<std::string_view> axioms = {"fof(n, axiom, p)."};
  const SliceNames names(axioms, "cnf(m, negated_conjecture, t).\ncnf(n, negated_conjecture, s).");
  EXPECT_NE(names.replaced(axioms[0]), "");
}

TEST(SliceNames, StandInTheProblemInsteadOfTheOwnOne) {
  std::string problem;
  add_formulas(problem, "fof('a b', plain, p(1)).", NumbersAs::constants, "n", "other");
  EXPECT_THAT(problem,
              testing::AnyOf("fof(other, axiom, p(n1)).\n", "fof('other', axiom, p(n1)).\n"));
}

}  // namespace
}  // namespace winnow
