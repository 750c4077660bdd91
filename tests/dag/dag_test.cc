// The rules of "from a formula to a graph", one sentence each.
#include "dag/dag.h"

#include "tests/dag/formulas.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace winnow {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

TEST(Dag, SharesEqualSubterms) {
  EXPECT_EQ(dag_of("p(f(a), f(a))").size(), 3u);  // a, f(a), p(f(a),f(a))
}

TEST(Dag, TellsAFunctionFromAPredicateOfTheSameName) {
  EXPECT_EQ(dag_of("p(p)").size(), 2u);
  EXPECT_EQ(dag_of("p & q(p)").size(), 4u);
}

TEST(Dag, HasTwoEdgesWhereAnArgumentIsRepeated) {
  EXPECT_THAT(dag_of("p(f(a,a))").edges(),
              ElementsAre("f function0 a", "f function1 a", "p predicate0 f"));
}

TEST(Dag, HasOneNodeForAVariable) {
  EXPECT_THAT(dag_of("! [X] : p(X,X)").labels(), ElementsAre("VAR", "p", "!"));
}

TEST(Dag, HasOneVariableNodePerBinder) {
  EXPECT_EQ(dag_of("(! [X] : p(X)) & (! [X] : q(X))").size(), 7u);  // same name, two variables
  EXPECT_EQ(dag_of("! [X] : (p(X) & (? [X] : q(X)))").size(), 7u);  // one hides the other
}

TEST(Dag, MergesClosedFormulasThatDifferInNamesOnly) {
  Drawn drawn = dag_of("(! [X] : p(X)) & (! [Y] : p(Y))");
  EXPECT_EQ(drawn.size(), 4u);
  EXPECT_THAT(drawn.edges(),
              UnorderedElementsAre("p predicate0 VAR", "! !0 VAR", "! !1 p", "& &0 !", "& &0 !"));
}

TEST(Dag, MergesClosedFormulasAtDifferentDepths) {
  EXPECT_EQ(dag_of("(! [X] : p(X)) => (q & ~ ! [Y] : p(Y))").size(), 7u);
  EXPECT_EQ(dag_of("(? [X] : p(X)) & (! [Z] : (r(Z) => ? [Y] : p(Y)))").size(), 8u);
}

TEST(Dag, KeepsOpenFormulasApart) {  // X, Y, Z, q(X,Y), q(X,Z), two ?, &, !
  EXPECT_EQ(dag_of("! [X] : ((? [Y] : q(X,Y)) & (? [Z] : q(X,Z)))").size(), 9u);
}

TEST(Dag, SharesOpenTermsWithinTheirScope) {
  EXPECT_EQ(dag_of("! [X] : (p(f(X)) & (? [Y] : q(f(X),Y)))").size(), 8u);
}

TEST(Dag, DoesNotShareOpenTermsBetweenScopes) {  // f(X) belongs to two variables
  EXPECT_EQ(dag_of("(! [X] : p(f(X))) & (! [X] : q(f(X)))").size(), 9u);
}

TEST(Dag, FlattensConjunctionsAndDisjunctions) {
  EXPECT_THAT(dag_of("(a & b) & (c & d)").labels(), ElementsAre("a", "b", "c", "d", "&"));
  EXPECT_THAT(dag_of("a | (b | (c | d))").labels(), ElementsAre("a", "b", "c", "d", "|"));
  EXPECT_EQ(dag_of("(a & b) | c").size(), 5u);
  EXPECT_EQ(dag_of("a => (b => c)").size(), 5u);
}

TEST(Dag, FlattensNestedEqualQuantifiers) {
  EXPECT_EQ(dag_of("! [X] : ! [Y] : q(X,Y)").edges(), dag_of("! [X,Y] : q(X,Y)").edges());
  EXPECT_EQ(dag_of("! [X] : ? [Y] : q(X,Y)").size(), 5u);
}

TEST(Dag, LabelsEdgesByTheSymbolsOfLogic) {
  EXPECT_THAT(dag_of("a & b").edges(), ElementsAre("& &0 a", "& &0 b"));
  EXPECT_THAT(dag_of("a | b").edges(), ElementsAre("| |0 a", "| |0 b"));
  EXPECT_THAT(dag_of("a <=> b").edges(), ElementsAre("<=> <=>0 a", "<=> <=>0 b"));
  EXPECT_THAT(dag_of("a <~> b").edges(), ElementsAre("<~> <~>0 a", "<~> <~>0 b"));
  EXPECT_THAT(dag_of("a => b").edges(), ElementsAre("=> =>0 a", "=> =>1 b"));
  EXPECT_THAT(dag_of("~ a").edges(), ElementsAre("~ ~0 a"));
  EXPECT_THAT(dag_of("a = b").edges(), ElementsAre("= =0 a", "= =0 b"));
  EXPECT_THAT(dag_of("a != b").edges(), ElementsAre("!= !=0 a", "!= !=0 b"));
  EXPECT_THAT(
      dag_of("! [X,Y] : q(X,Y)").edges(),
      ElementsAre("q predicate0 VAR", "q predicate1 VAR", "! !0 VAR", "! !0 VAR", "! !1 q"));
}

TEST(Dag, LabelsAllOtherEdgesByTheParentsKind) {
  EXPECT_THAT(dag_of("p(f(a,b))").edges(),
              ElementsAre("f function0 a", "f function1 b", "p predicate0 f"));
}

TEST(Dag, KnowsNumbersAndDistinctObjects) {
  Drawn drawn = dag_of_problem("tff(f, axiom, p(3, \"three\")).");
  EXPECT_THAT(drawn.dag.kinds, ElementsAre(Kind::number, Kind::distinct_object, Kind::predicate));
}

TEST(Dag, HasNoNodesForTypes) {
  Drawn drawn = dag_of_problem(
      "tff(t, type, p: ($int * $int) > $o)."
      "tff(f, axiom, ! [X: $int, Y: $int] : p(X,Y)).");
  EXPECT_EQ(drawn.edges(), dag_of("! [X,Y] : p(X,Y)").edges());
}

TEST(Dag, AppliesAVariableByAnApplicationNode) {
  EXPECT_THAT(dag_of_problem("thf(f, axiom, ! [F: $i > $o, X: $i] : (F @ X)).").edges(),
              UnorderedElementsAre("@ application0 VAR", "@ application1 VAR", "! !0 VAR",
                                   "! !0 VAR", "! !1 @"));
}

TEST(Dag, GivesAllVariablesOneLabelUnlessAsked) {
  EXPECT_THAT(dag_of("! [X,Y] : ? [Z] : r(X,Y,Z)").labels(),
              ElementsAre("VAR", "VAR", "VAR", "r", "?", "!"));
  EXPECT_EQ(dag_of("! [X,Y] : q(X,Y)").edges(), dag_of("! [X,Y] : q(Y,X)").edges());
  EXPECT_THAT(dag_of("! [X,Y] : ? [Z] : r(X,Y,Z)", VariableLabels::indexed).labels(),
              ElementsAre("BOUND0", "BOUND1", "BOUND2", "r", "?", "!"));
  EXPECT_EQ(dag_of("! [X,Y] : q(Y,X)", VariableLabels::indexed).edges(),
            dag_of("! [A,B] : q(B,A)", VariableLabels::indexed).edges());
  EXPECT_NE(dag_of("! [X,Y] : q(X,Y)", VariableLabels::indexed).edges(),
            dag_of("! [X,Y] : q(Y,X)", VariableLabels::indexed).edges());
}

TEST(Dag, CountsTheDepthOfABinderFromItsScope) {  // a closed formula is one node wherever it is
  Drawn drawn = dag_of("(! [X] : p(X)) & (! [Z] : (r(Z) & ! [Y] : p(Y)))", VariableLabels::indexed);
  EXPECT_EQ(drawn.size(), 8u);
  EXPECT_EQ(std::ranges::count(drawn.labels(), "BOUND0"), 2);
}

TEST(Dag, NumbersFreeVariablesByFirstOccurrence) {
  Drawn drawn = dag_of_problem("cnf(c, axiom, q(Y,X) | p(Y)).", VariableLabels::indexed);
  EXPECT_THAT(drawn.labels(), ElementsAre("FREE0", "FREE1", "q", "p", "|"));
}

TEST(Dag, CapsIndexedVariables) {
  std::string bound = "V0";
  for (int i = 1; i < 20; ++i) bound += ",V" + std::to_string(i);
  Drawn drawn = dag_of("! [" + bound + "] : p(" + bound + ")", VariableLabels::indexed);
  EXPECT_EQ(std::ranges::count(drawn.labels(), "BOUND15"), 5);
}

TEST(Dag, SharesSubtermsOfSeveralFormulas) {
  Drawn joint = joint_dag_of({"p(f(a))", "q(f(a))", "! [X] : p(X)", "! [Y] : p(Y)"});
  EXPECT_EQ(joint.size(), 7u);
  ASSERT_EQ(joint.dag.roots.size(), 4u);
  EXPECT_EQ(joint.dag.roots[2], joint.dag.roots[3]);
}

TEST(Dag, MayHaveARootInsideAnother) {
  Drawn joint = joint_dag_of({"p & ~ q", "~ q"});
  EXPECT_EQ(joint.size(), 4u);
  EXPECT_EQ(joint.label(index(joint.dag.roots[1])), "~");
}

TEST(Dag, KeepsFreeVariablesOfTwoClausesApart) {
  EXPECT_EQ(dag_of_problem("cnf(c, axiom, p(X)). cnf(d, axiom, p(X) | q(X)).").size(), 6u);
}

TEST(Dag, OfManyAtomsGrowsItsTable) {  // once an endless search for a free slot
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "fof(f, axiom, p" + std::to_string(i) + ").\n";
  EXPECT_EQ(dag_of_problem(text).size(), 5000u);
}

TEST(Dag, PutsArgumentsBeforeTheirParents) {
  Drawn drawn = dag_of("! [X] : (p(f(X)) => (q(X,a) & ~ p(a)))");
  for (std::uint32_t node = 0; node < drawn.size(); ++node)
    for (std::uint32_t edge = drawn.dag.first_edge(node); edge < drawn.dag.arg_ends[node]; ++edge)
      EXPECT_LT(index(drawn.dag.args[edge]), node);
}

TEST(Dag, DoesNotDependOnWhatTheBankHeldBefore) {
  std::string formula = "fof(f, axiom, ! [X] : (p(f(X)) => (q(X,a) & ~ p(a)))).";
  Drawn alone = dag_of_problem(formula);
  Drawn later;
  parse_tptp("fof(g, axiom, q(a,b) & ! [U] : ? [V] : (q(U,V) | p(f(f(V))))).", later.bank);
  TermId term = parse_tptp(formula, later.bank).formulas[0].term;
  later.dag = DagBuilder().build(later.bank.view(), std::span(&term, 1));
  EXPECT_EQ(later.labels(), alone.labels());
  EXPECT_EQ(later.edges(), alone.edges());
}

TEST(Dag, IsTheSameFromABuilderThatWasUsedBefore) {
  Drawn drawn = dag_of("! [X] : (p(f(X)) & q(a,X))");
  TermId root{drawn.bank.size() - 1};
  DagBuilder builder;
  for (int i = 0; i < 3; ++i) {
    Dag again = builder.build(drawn.bank.view(), std::span(&root, 1));
    EXPECT_EQ(again.args, drawn.dag.args);
    EXPECT_EQ(again.labels, drawn.dag.labels);
  }
}

TEST(Dag, IsNotLimitedInDepth) {
  std::string text = "p(";
  for (int i = 0; i < 1'000'000; ++i) text += "f(";
  text += "a" + std::string(1'000'001, ')');
  Drawn drawn = dag_of(text);
  EXPECT_EQ(drawn.size(), 1'000'002u);
  EXPECT_EQ(levels_up(drawn.dag).back(), 1'000'001u);
}

TEST(Levels, CountFromTheLeavesAndFromTheRoots) {
  Drawn drawn = dag_of("p(a, f(f(a)))");  // a, f(a), f(f(a)), p
  EXPECT_THAT(levels_up(drawn.dag), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(levels_down(drawn.dag), ElementsAre(3, 2, 1, 0));
}

TEST(Levels, AreLongestWaysNotShortestOnes) {
  Drawn drawn = dag_of("q(b, f(b))");
  EXPECT_THAT(drawn.labels(), ElementsAre("b", "f", "q"));
  EXPECT_THAT(levels_down(drawn.dag), ElementsAre(2, 1, 0));
}

TEST(Levels, OfAnInnerRootStillCountFromItsParent) {
  Drawn joint = joint_dag_of({"~ q", "p & ~ q"});
  EXPECT_EQ(levels_down(joint.dag)[index(joint.dag.roots[0])], 1u);
}

}  // namespace
}  // namespace winnow
