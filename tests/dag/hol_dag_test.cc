// The rules that only HOL terms have: curried applications, sequents, free names.
#include "tests/dag/formulas.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace winnow {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

TEST(HolDag, FlattensCurriedApplicationsOfAConstant) {
  EXPECT_THAT(hol_dag_of("(((f a) b) = b)", "c= cf ca cb").edges(),
              ElementsAre("f function0 a", "f function1 b", "= =0 f", "= =0 b"));
}

TEST(HolDag, AppliesAVariableByAnApplicationNode) {
  Drawn drawn = hol_dag_of("((g a) b)", "ca cb");  // g is free
  EXPECT_EQ(drawn.dag.kinds[index(drawn.dag.roots[0])], Kind::application);
}

TEST(HolDag, FlattensConjunctionsAndDisjunctions) {
  EXPECT_EQ(hol_dag_of("(a /\\ (b /\\ c))", "c/\\ ca cb cc").size(), 4u);
  EXPECT_EQ(hol_dag_of("((a \\/ b) \\/ c)", "c\\/ ca cb cc").size(), 4u);
}

TEST(HolDag, RanksNoArgumentOfAConjunctionOrAnEquation) {
  EXPECT_THAT(hol_dag_of("(a /\\ b)", "c/\\ ca cb").edges(),
              ElementsAre("/\\ /\\0 a", "/\\ /\\0 b"));
  EXPECT_THAT(hol_dag_of("(a = b)", "c= ca cb").edges(), ElementsAre("= =0 a", "= =0 b"));
  EXPECT_THAT(hol_dag_of("(a ==> b)", "c==> ca cb").edges(),
              ElementsAre("==> ==>0 a", "==> ==>1 b"));
}

TEST(HolDag, BindsLikeAnyQuantifier) {
  EXPECT_THAT(
      hol_dag_of("(!x. (?y. ((x = y))))", "c= c? c!").edges(),
      UnorderedElementsAre("= =0 VAR", "= =0 VAR", "? ?0 VAR", "? ?1 =", "! !0 VAR", "! !1 ?"));
}

TEST(HolDag, RanksHypothesesBeforeTheConclusion) {
  Drawn drawn = hol_dag_of("a, b |- c", "ca cb cc");
  EXPECT_EQ(drawn.dag.kinds[index(drawn.dag.roots[0])], Kind::sequent);
  EXPECT_THAT(drawn.edges(),
              UnorderedElementsAre("|- sequent0 a", "|- sequent0 b", "|- sequent1 c"));
}

TEST(HolDag, OfAVariableAloneIsLabelledAsAVariable) {
  EXPECT_THAT(hol_dag_of("x", "").labels(), ElementsAre("VAR"));
}

TEST(HolDag, OfASequentWithoutHypothesesIsTheConclusion) {
  EXPECT_EQ(hol_dag_of("|- c", "cc").size(), 1u);
}

TEST(HolDag, TakesHypothesesForASet) {
  auto edges = hol_dag_of("a, b |- c", "ca cb cc").edges();
  EXPECT_EQ(hol_dag_of("a, b, a |- c", "ca cb cc").edges(), edges);
  EXPECT_EQ(hol_dag_of("b, a |- c", "ca cb cc").edges(), edges);
}

}  // namespace
}  // namespace winnow
