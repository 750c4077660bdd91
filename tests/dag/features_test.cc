#include "tests/rank/formulas.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

std::vector<FeatureId> set(const FeatureSets& sets, std::size_t i) {
  return {sets[i].begin(), sets[i].end()};
}

TEST(Features, SymbolsStandOnceAndVariablesAndConnectivesNever) {
  Featured f({"![X]: (p(f(a, a)) & p(X))"});
  EXPECT_EQ(f.symbols[0].size(), 3u);  // p, f, a
}

TEST(Features, OrderOfFormulasDoesNotMatter) {
  Featured f({"p(a) & q(b)", "q(b) | ~p(a)"});
  EXPECT_EQ(set(f.symbols, 0), set(f.symbols, 1));
}

TEST(Features, PredicateAndFunctionOfOneNameDiffer) {
  Featured f({"p(f)", "f(p)"});
  EXPECT_NE(set(f.symbols, 0), set(f.symbols, 1));
}

TEST(Features, ShapesTellWhoStandsBelowWhom) {
  Featured f({"p(f(g(a)))", "p(g(f(a)))", "![X, Y]: q(X, Y)", "![X]: q(X, X)"});
  EXPECT_EQ(set(f.symbols, 0), set(f.symbols, 1));
  EXPECT_NE(set(f.shapes, 0), set(f.shapes, 1));
  EXPECT_EQ(set(f.shapes, 2), set(f.shapes, 3));  // variables are all equal
}

TEST(Features, HashesAreTheSameInEveryBank) {
  Featured one({"![X]: p(X)", "q(a)"}), other({"r(b, c)", "![Y]: p(Y)"});
  FeatureReader first(one.bank.view()), second(other.bank.view());
  EXPECT_EQ(first.hash(one.terms[0]), second.hash(other.terms[1]));
  EXPECT_NE(first.hash(one.terms[1]), second.hash(other.terms[0]));
  Featured variables({"![X, Y]: q(X, Y)", "![X, Y]: q(Y, X)", "![X, Y]: q(X, X)"});
  FeatureReader reader(variables.bank.view());
  EXPECT_NE(reader.hash(variables.terms[0]), reader.hash(variables.terms[1]));
  EXPECT_NE(reader.hash(variables.terms[0]), reader.hash(variables.terms[2]));
}

}  // namespace
}  // namespace winnow
