#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace winnow {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kProblem =
    "fof(reflexive, axiom, ! [X] : leq(X,X)).\n"
    "fof(goal, conjecture, leq(a,a)).\n";

TEST(GraphCommand, PrintsOneJsonObjectALineInAFixedOrder) {
  Scratch scratch;
  scratch.write("order.p", kProblem);
  Ran ran = scratch.run("winnow graph order.p --format json");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.out,
            R"({"name":"reflexive","role":"axiom",)"
            R"("nodes":[{"label":"VAR","kind":"variable","variable":"X0"},)"
            R"({"label":"leq","kind":"predicate"},)"
            R"({"label":"!","kind":"quantifier"}],)"
            R"("edges":[[1,0,"predicate0"],[1,0,"predicate1"],[2,0,"!0"],[2,1,"!1"]],)"
            R"("root":2,"levels_up":[0,1,2],"levels_down":[2,1,0]})"
            "\n"
            R"({"name":"goal","role":"conjecture",)"
            R"("nodes":[{"label":"a","kind":"function"},{"label":"leq","kind":"predicate"}],)"
            R"("edges":[[1,0,"predicate0"],[1,0,"predicate1"]],)"
            R"("root":1,"levels_up":[0,1],"levels_down":[1,0]})"
            "\n");
  EXPECT_EQ(scratch.run("winnow graph order.p --format json").out, ran.out);
}

TEST(GraphCommand, EscapesNamesInJson) {
  Scratch scratch;
  scratch.write("odd.p", "fof('it\\'s', axiom, 'say \"x\" \\\\'(a)).\n");
  Ran ran = scratch.run("winnow graph odd.p --format json");
  ASSERT_TRUE(nlohmann::json::accept(ran.out)) << ran.out << ran.err;
  const auto graph = nlohmann::json::parse(ran.out);
  EXPECT_EQ(graph["name"], "it's");
  EXPECT_EQ(graph["nodes"][1]["label"], "'say \"x\" \\\\'");
}

TEST(GraphCommand, ShowsATableWithTheRootMarked) {
  Scratch scratch;
  scratch.write("order.p", kProblem);
  Ran ran = scratch.run("winnow graph order.p --formula reflexive");
  EXPECT_THAT(ran.out, HasSubstr("reflexive  fof, axiom; 3 nodes, 4 edges\n"));
  EXPECT_THAT(ran.out, HasSubstr(">      2  quantifier  !        2     0  !0: 0  !1: 1\n"));
  EXPECT_THAT(ran.out, Not(HasSubstr("goal")));
}

TEST(GraphCommand, LabelsVariablesAsAsked) {
  Scratch scratch;
  scratch.write("order.p", kProblem);
  Ran ran = scratch.run("winnow graph order.p --variables indexed --format json");
  EXPECT_THAT(ran.out, HasSubstr("\"BOUND0\""));
  EXPECT_THAT(ran.out, Not(HasSubstr("\"VAR\"")));
}

TEST(GraphCommand, DrawsTheConjecture) {
  Scratch scratch;
  scratch.write("order.p", kProblem);
  Ran ran = scratch.run("winnow graph order.p --format svg -o goal.svg");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out, "");
  std::string svg = contents(scratch.path("goal.svg"));
  EXPECT_THAT(svg, testing::StartsWith("<svg "));
  EXPECT_THAT(svg, HasSubstr("<title>goal</title>"));
  EXPECT_THAT(svg, HasSubstr("function · 1"));  // the legend
  EXPECT_EQ(scratch.run("winnow graph order.p --format svg").out, svg);
}

// A formula's X0 ... X3 could not be found in its picture: all variables were called VAR.
TEST(GraphCommand, VariablesCarryTheirNames) {
  Scratch scratch;
  scratch.write("f.p", "fof(f, axiom, ! [A,B,C,D] : (p(A,B) => q(C,D))).\n");
  std::string svg = scratch.run("winnow graph f.p --format svg").out;
  std::string table = scratch.run("winnow graph f.p").out;
  for (const char* name : {"X0", "X1", "X2", "X3"}) {
    EXPECT_THAT(svg, HasSubstr(std::string(">") + name + "</text>"));
    EXPECT_THAT(table, HasSubstr(std::string("VAR ") + name + " "));
  }
  EXPECT_THAT(svg, Not(HasSubstr(">VAR</text>")));
}

// Where a node stands: the x of its <text>.
double place_of(const std::string& svg, const std::string& text) {
  std::size_t end = svg.find(">" + text + "</text></g>");
  std::size_t begin = svg.rfind("x=\"", end);
  return std::stod(svg.substr(begin + 3));
}

TEST(GraphCommand, AnImplicationIsDrawnAntecedentFirst) {
  Scratch scratch;
  scratch.write(
      "f.p",
      "fof(f, axiom, ! [X,Y] : ((r(Y,a) & s(Y)) => (zeta(X) => (eta(X,b) => theta(X))))).\n"
      "fof(g, axiom, zeta(f(f(a))) => eta(f(a))).\n"
      "fof(h, axiom, ! [X] : (zeta(X) => (q(b,X) & eta(a,X)))).\n");
  for (const char* formula : {"f", "g"}) {
    std::string svg =
        scratch.run(std::string("winnow graph f.p --format svg --formula ") + formula).out;
    EXPECT_LT(place_of(svg, "zeta"), place_of(svg, "eta")) << formula;
  }
  std::string svg = scratch.run("winnow graph f.p --format svg --formula h").out;
  EXPECT_LT(place_of(svg, "zeta"), place_of(svg, "∧"));
}

TEST(GraphCommand, LargeGraphsScaleToThePage) {
  Scratch scratch;
  std::string wide = "fof(wide, axiom, a0";
  for (int i = 1; i < 60; ++i) wide += " | a_long_name_" + std::to_string(i);
  scratch.write("f.p", wide + ").\nfof(small, axiom, p(a)).\n");
  EXPECT_THAT(scratch.run("winnow graph f.p --format svg --formula wide").out,
              HasSubstr("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100%\" viewBox="));
  EXPECT_THAT(scratch.run("winnow graph f.p --format svg --formula small").out,
              HasSubstr("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"460\" height="));
}

TEST(GraphCommand, WritesDotThatGraphvizReads) {
  Scratch scratch;
  scratch.write("odd.p", "fof('the \"goal\"', axiom, 'a \"b\\\\'(a)).\n");
  Ran ran = scratch.run("winnow graph odd.p --format dot | dot -Tplain");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, HasSubstr("edge n1 n0"));
}

TEST(GraphCommand, SaysThatGraphvizIsMissing) {
  Scratch scratch;
  scratch.write("order.p", kProblem);
  Ran ran = scratch.run("PATH=/nowhere '" WINNOW_BINARY_DIR "/winnow' graph order.p --format svg");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("graphviz"));
}

TEST(GraphCommand, AsksWhichFormulaToDraw) {
  Scratch scratch;
  scratch.write("axioms.p", "fof(one, axiom, p).\nfof(two, axiom, q).\n");
  Ran ran = scratch.run("winnow graph axioms.p --format svg");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("one, two"));
  EXPECT_EQ(scratch.run("winnow graph axioms.p --format dot --formula two").exit_code, 0);
}

TEST(GraphCommand, ListsNamesWhenThereIsNoSuchFormula) {
  Scratch scratch;
  scratch.write("order.p", kProblem);
  Ran ran = scratch.run("winnow graph order.p --formula gaol");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("order.p: no formula is called 'gaol'"));
  EXPECT_THAT(ran.err, HasSubstr("reflexive, goal"));
}

TEST(GraphCommand, GoesOnPastBadFormulasIfAsked) {
  Scratch scratch;
  scratch.write("mixed.p", "fof(a, axiom, p).\nfof(b, axiom, (p & )).\nfof(c, axiom, q).\n");
  EXPECT_EQ(scratch.run("winnow graph mixed.p").exit_code, 1);
  Ran ran = scratch.run("winnow graph mixed.p --keep-going --format json");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(std::ranges::count(ran.out, '\n'), 2);
  EXPECT_THAT(ran.err, testing::StartsWith("winnow: skipped mixed.p:2:"));
}

TEST(GraphCommand, ReadsHolTermsWithTheirTokenLines) {
  Scratch scratch;
  scratch.write("terms.hol", "(a = b)\nT c= ca f0\n\nN two\nC |- ((f a) = b)\nT c= cf ca cb\n");
  Ran ran = scratch.run("winnow graph terms.hol --hol --format json");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(
      ran.out,
      HasSubstr(
          R"({"name":"line1","role":"term","nodes":[{"label":"a","kind":"function"},{"label":"VAR","kind":"variable","variable":"v0"})"));
  EXPECT_THAT(ran.out, HasSubstr(R"({"name":"two","role":"conjecture")"));
}

TEST(GraphCommand, SaysThatItCannotWrite) {
  Scratch scratch;
  scratch.write("order.p", kProblem);
  Ran ran = scratch.run("winnow graph order.p -o /nowhere/x.txt");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("/nowhere/x.txt: cannot be written"));
}

}  // namespace
}  // namespace winnow
