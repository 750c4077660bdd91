#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace winnow {
namespace {

using testing::HasSubstr;

nlohmann::json stats_of(const std::string& text, const std::string& options = "") {
  Scratch scratch;
  scratch.write("in.p", text);
  return nlohmann::json::parse(scratch.run("winnow stats --json in.p " + options).out);
}

TEST(StatsCommand, CountsFormulasByLanguageAndRole) {
  auto stats = stats_of("fof(a, axiom, p).\nfof(b, conjecture, q).\ncnf(c, axiom, p | q).\n");
  EXPECT_EQ(stats["formulas"], 3);
  EXPECT_EQ(stats["languages"]["fof"], 2);
  EXPECT_EQ(stats["languages"]["cnf"], 1);
  EXPECT_EQ(stats["roles"]["axiom"], 2);
}

TEST(StatsCommand, CountsSymbolsByKindAndNoVariables) {
  auto stats = stats_of("fof(a, axiom, ! [X] : (p(X) & q(f(a)) & p(a))).\n");
  EXPECT_EQ(stats["symbols"], 6);
  EXPECT_EQ(stats["symbol_kinds"]["predicate"], 2);
  EXPECT_EQ(stats["symbol_kinds"]["function"], 2);
  EXPECT_FALSE(stats["symbol_kinds"].contains("variable"));
}

TEST(StatsCommand, MeasuresSharingAgainstTheTree) {
  auto stats = stats_of("fof(a, axiom, p(f(a), f(a))).\n");
  EXPECT_EQ(stats["nodes"], 3);
  EXPECT_EQ(stats["edges"], 3);
  EXPECT_EQ(stats["max_depth"], 2);
  EXPECT_DOUBLE_EQ(stats["sharing"], 5.0 / 3.0);
}

TEST(StatsCommand, CountsTheNodesOfAFileAsOneGraph) {
  auto stats = stats_of("fof(a, axiom, p(f(a))).\nfof(b, axiom, q(f(a))).\n");
  EXPECT_EQ(stats["nodes"], 6);
  EXPECT_EQ(stats["joint_nodes"], 4);
}

TEST(StatsCommand, CountsRanksBeyondTheTable) {
  auto stats = stats_of("fof(a, axiom, p(a,a,a,a,a,a,a,a,a,a)).\n");  // ranks 8 and 9
  EXPECT_EQ(stats["far_ranks"], 2);
  EXPECT_EQ(stats_of("fof(a, axiom, a & b & c & d & e & f & g & h & i & j).\n")["far_ranks"], 0);
}

TEST(StatsCommand, NamesTheLargestFormula) {
  auto stats = stats_of("fof(small, axiom, p).\nfof(big, axiom, p(f(a))).\n");
  EXPECT_EQ(stats["largest"]["name"], "big");
  EXPECT_EQ(stats["largest"]["line"], 2);
}

TEST(StatsCommand, CountsTypeDeclarationsApart) {
  auto stats = stats_of("tff(t, type, p: $i > $o).\ntff(a, axiom, ! [X: $i] : p(X)).\n");
  EXPECT_EQ(stats["formulas"], 1);
  EXPECT_EQ(stats["type_declarations"], 1);
}

TEST(StatsCommand, ListsWhatItSkipped) {
  auto stats = stats_of("fof(a, axiom, p).\nfof(b, axiom, &).\n", "--keep-going");
  EXPECT_EQ(stats["formulas"], 1);
  ASSERT_EQ(stats["skipped"].size(), 1u);
  EXPECT_THAT(stats["skipped"][0].get<std::string>(), testing::StartsWith("in.p:2:"));
}

TEST(StatsCommand, AddsUpSeveralFiles) {
  Scratch scratch;
  scratch.write("a.p", "fof(a, axiom, p).\n");
  scratch.write("b.p", "fof(b, axiom, p & q).\n");
  Ran ran = scratch.run("winnow stats a.p b.p");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, HasSubstr("formulas             2   2 fof\n"));
  EXPECT_THAT(ran.out, HasSubstr("symbols              3   1 connective, 2 predicate\n"));
}

TEST(StatsCommand, OfAnEmptyFileIsAllZeros) {
  auto stats = stats_of("");
  EXPECT_EQ(stats["formulas"], 0);
  EXPECT_EQ(stats["nodes"], 0);
}

}  // namespace
}  // namespace winnow
