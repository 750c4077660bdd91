#include "prover/proof_graph.h"

#include "winnow/prove.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kProof =
    "fof(a, axiom, ( p ), file('x.p', a)).\n"
    "fof('the goal', conjecture, (! [X] : q(X)), file('x.p', 'the goal')).\n"
    "fof(c1, negated_conjecture, (~! [X] : q(X)), inference(assume_negation, [], ['the goal'])).\n"
    "cnf(c2, plain, ($false), inference(rw, [status(thm)], [inference(pm, [], [c1, a])])).\n";

TEST(Derivation, StepsKnowWhatTheyFollowFrom) {
  const std::vector<DerivationStep> steps = read_derivation(kProof);
  ASSERT_EQ(steps.size(), 4u);
  EXPECT_EQ(steps[0].formula, " p ");
  EXPECT_EQ(steps[1].name, "the goal");
  EXPECT_THAT(steps[0].parents, ElementsAre());
  EXPECT_THAT(steps[2].parents, ElementsAre(1));
  EXPECT_THAT(steps[3].parents, ElementsAre(2, 0));
}

TEST(Derivation, WhatIsNoFormulaEndsIt) {
  EXPECT_EQ(read_derivation("fof(a, axiom, p). and then").size(), 1u);
  EXPECT_EQ(read_derivation("").size(), 0u);
}

TEST(Derivation, IsDrawnWithItsNamesAndQuotes) {
  const std::string dot = derivation_dot(read_derivation("fof(a, axiom, p(\"x\"))."));
  EXPECT_THAT(dot, HasSubstr("p(\\\"x\\\")"));
  EXPECT_THAT(derivation_dot(read_derivation(kProof)), HasSubstr("s2 -> s3"));
  EXPECT_THAT(derivation_dot(read_derivation(kProof)), HasSubstr("{ rank=source; s0; s1; }"));
}

TEST(Derivation, ALargePictureScalesToThePage) {
  std::string wide;
  for (int i = 0; i < 20; ++i)
    wide += "fof(axiom_" + std::to_string(i) + ", axiom, a_predicate_with_a_long_name(c)).\n";
  EXPECT_THAT(proof_svg(wide), StartsWith("<svg width=\"100%\" viewBox=\"0 0 "));
  EXPECT_THAT(proof_svg("fof(a, axiom, p)."), HasSubstr("height=\""));
}

}  // namespace
}  // namespace winnow
