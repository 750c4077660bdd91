#include "term/ragged.h"
#include "tests/plan/plans.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace winnow {
namespace {

TEST(LstmPlanner, ComputesEqualSubtermsOfTwoGraphsOnce) {
  LstmPlan plan = PlanTest({{"p(f(a))"}, {"q(f(a))"}}).pass(Direction::up);
  EXPECT_EQ(plan.rows, 4u);  // a, f(a), p(f(a)), q(f(a))
  EXPECT_EQ(plan.levels(), 3u);
}

TEST(LstmPlanner, UpwardGenericVariablesAreOneRow) {
  PlanTest test({{"![X,Y]: p(X,Y)"}, {"![X]: p(X,X)"}});
  // X and Y are one row and so are both atoms; the quantifiers bind two variables and one.
  EXPECT_EQ(test.pass(Direction::up).rows, 4u);
}

TEST(LstmPlanner, IndexedVariablesTellWhatGenericOnesCannot) {
  PlanTest test({{"![X,Y]: p(X,Y)"}, {"![X]: p(X,X)"}}, VariableLabels::indexed);
  EXPECT_EQ(test.pass(Direction::up).rows, 6u);  // two variables, two atoms, two quantifiers
}

TEST(LstmPlanner, DownwardRowsDependOnParents) {
  PlanTest test({{"p(a) & q(a)"}, {"p(b) & q(b)"}});
  // &, p and q are equal from above; a and b have different labels.
  EXPECT_EQ(test.pass(Direction::down).rows, 5u);
}

TEST(LstmPlanner, CountsEqualEdgesInsteadOfRepeatingThem) {
  PlanTest test({{"f(X) = f(Y)"}});  // unordered: two equal edges to one row
  LstmPlan plan = test.pass(Direction::up);
  EXPECT_EQ(plan.rows, 3u);
  EXPECT_EQ(plan.edges(), 2u);
  EXPECT_EQ(plan.edge_counts.back(), 2.f);
}

TEST(LstmPlanner, TheOrderOfUnorderedArgumentsIsNoDifference) {
  EXPECT_EQ(PlanTest({{"p & q & r"}, {"r & p & q"}}).pass(Direction::up).rows, 4u);
}

TEST(LstmPlanner, TheOrderOfOrderedArgumentsIsOne) {
  EXPECT_EQ(PlanTest({{"p(a,b)"}, {"p(b,a)"}}).pass(Direction::up).rows, 4u);
}

TEST(LstmPlanner, OneProductServesAllParentsOfALabel) {
  // a is the first argument of two functions: one pair (a, function0), two edges to it.
  LstmPlan plan = PlanTest({{"p(f(a), g(a))"}}).pass(Direction::up);
  EXPECT_EQ(plan.edges(), 4u);
  EXPECT_EQ(plan.pairs(), 3u);
}

// What lstm_plan.h promises the kernels.
TEST(LstmPlanner, KeepsThePromisesOfItsFormat) {
  PlanTest test({{"![X]: (p(X, f(X, a)) => ?[Y]: (q(Y) & p(Y, f(a, a))))"},
                 {"![X,Y]: (p(X,Y) <=> p(Y,X)) & q(f(f(a,b),b))"}});
  for (Direction direction : {Direction::up, Direction::down}) {
    LstmPlan plan = test.pass(direction);
    auto level = [&](std::uint32_t row) {
      return std::ranges::upper_bound(plan.level_ends, row) - plan.level_ends.begin();
    };
    ASSERT_EQ(plan.level_ends.back(), plan.rows);
    ASSERT_EQ(plan.edge_ends.back(), plan.edges());
    for (std::uint32_t row = 0; row < plan.rows; ++row) {
      std::set<std::uint32_t> seen;
      for (std::uint32_t e = Ends(plan.edge_ends).begin(row); e < plan.edge_ends[row]; ++e) {
        EXPECT_TRUE(seen.insert(plan.edge_pairs[e]).second) << "a pair twice in a row";
        EXPECT_LT(level(plan.pair_rows[plan.edge_pairs[e]]), level(row));
      }
    }
    std::uint32_t covered = 0, block = 0;
    for (std::uint32_t l = 0; l < plan.levels(); ++l)
      for (; block < plan.block_ends[l]; ++block) {
        const LstmPlan::Block& each = plan.blocks[block];
        ASSERT_LT(each.first, each.last);
        covered += each.last - each.first;
        for (std::uint32_t pair = each.first; pair < each.last; ++pair) {
          EXPECT_EQ(level(plan.pair_rows[pair]), l);
          EXPECT_EQ(std::ranges::upper_bound(plan.label_ends, pair) - plan.label_ends.begin(),
                    each.label);
        }
      }
    EXPECT_EQ(covered, plan.pairs());
  }
}

TEST(LstmPlanner, PrintsItself) {
  EXPECT_EQ(to_string(PlanTest({{"p(a)"}}).pass(Direction::up)).substr(0, 36),
            "2 rows, 1 pairs, 1 edges, 2 levels\nl");
}

TEST(LstmPlanner, IsDeterministic) {
  auto text = [] {
    return to_string(PlanTest({{"![X]: (p(X) | q(f(X)))"}, {"q(f(a))"}}).pass(Direction::down));
  };
  EXPECT_EQ(text(), text());
}

TEST(LstmPlanner, FiftyThousandArgumentsAreNoProblem) {
  std::string formula = "p0(a)";
  for (int i = 1; i < 50000; ++i) formula += " & p" + std::to_string(i % 7) + "(a)";
  LstmPlan plan = PlanTest({{formula}}).pass(Direction::up);
  EXPECT_EQ(plan.rows, 9u);
}

}  // namespace
}  // namespace winnow
