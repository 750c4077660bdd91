#include "tests/plan/plans.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numeric>

namespace winnow {
namespace {

using testing::ElementsAre;

Architecture make(Embedder embedder, Pooling pooling) {
  Architecture architecture;
  architecture.embedder = embedder;
  architecture.pooling = pooling;
  return architecture;
}

TEST(BatchPlan, WeighsRowsByTheNodesTheyStandFor) {
  PlanTest test({{"p(a) & q(a)"}, {"p(a)"}});
  test.forest.counts = {1, 3};  // the second graph occurs three times
  BatchPlan plan = test.plan({{1, 0, 0}}, make(Embedder::daglstm, Pooling::dag));
  float nodes = std::accumulate(plan.state_counts.begin(), plan.state_counts.end(), 0.f);
  EXPECT_EQ(nodes, 4 + 3 * 2);
  EXPECT_EQ(nodes, std::accumulate(plan.start_counts.begin(), plan.start_counts.end(), 0.f));
}

TEST(BatchPlan, AMaximumGoesOverWhatItsRootReaches) {
  PlanTest test({{"q"}, {"p(a)", "r(b)"}});  // the premises are one joint graph
  BatchPlan plan = test.plan({{1, 0, 0}, {1, 1, 0}}, make(Embedder::daglstm, Pooling::max));
  EXPECT_THAT(plan.max_ends, ElementsAre(2u, 3u, 5u));  // p(a): 2 states; q: 1; r(b): 2
}

TEST(BatchPlan, NodesAttendToEqualLabelsOfTheOtherSideOnly) {
  PlanTest test({{"p(a) & p(b)"}, {"p(a)"}});
  BatchPlan plan = test.plan({{1, 0, 0}}, make(Embedder::daglstm, Pooling::attdag));
  // The conjecture's &, b attend to nothing; its two p and its a do; the premise's p and a do.
  EXPECT_EQ(plan.rows_without_attention, 2u);
  EXPECT_EQ(plan.attention[kConjectureSide].queries.size(), 3u);
  EXPECT_EQ(plan.attention[kPremiseSide].queries.size(), 2u);
  const AttentionSide& premise = plan.attention[kPremiseSide];
  std::uint32_t keys = 0;
  for (std::uint32_t end : premise.set_ends) keys = std::max(keys, end);
  EXPECT_EQ(keys, 3u);  // a sees one a; p sees p(a) and p(b)
}

TEST(BatchPlan, KeysCountWithMultiplicity) {
  PlanTest test({{"p(X) & q(Y)"}, {"r(Z)"}});
  BatchPlan plan = test.plan({{1, 0, 0}}, make(Embedder::daglstm, Pooling::attdag));
  const AttentionSide& premise = plan.attention[kPremiseSide];
  EXPECT_THAT(premise.key_counts, ElementsAre(2.f));  // upward, X and Y are one state
}

TEST(BatchPlan, UnknownSymbolsAttendByName) {
  PlanTest known({{"p"}});
  TermBank bank;
  auto dag = [&](const std::string& formula) {
    TermId root = parse_tptp("fof(x, axiom, " + formula + ").", bank).formulas.at(0).term;
    return DagBuilder().build(bank.view(), std::span(&root, 1));
  };
  Dag goal = dag("new1(c)"), same = dag("new1(d)"), other = dag("new2(d)");
  BoundLabels labels(known.table, bank.symbols().view());
  Forest forest;
  for (const Dag* each : {&goal, &same, &other}) forest.add(*each, labels);
  Architecture architecture = make(Embedder::daglstm, Pooling::attdag);
  std::vector<PremiseItem> first = {{1, 0, 0}}, second = {{2, 0, 0}};
  auto queries = [&](std::span<const PremiseItem> items) {
    return plan_batch(forest, items, labels.edge_labels(), architecture)
        .attention[kPremiseSide]
        .queries.size();
  };
  EXPECT_EQ(queries(first), 1u);
  EXPECT_EQ(queries(second), 0u);
}

TEST(BatchPlan, AGraphIsPooledAnewBesideEveryOther) {
  PlanTest test({{"p(a)"}, {"p(b)"}, {"q(a)"}});
  BatchPlan plan = test.plan({{1, 0, 0}, {2, 0, 0}}, make(Embedder::daglstm, Pooling::attdag));
  EXPECT_EQ(plan.conjectures.size(), 2u);
  BatchPlan without = test.plan({{1, 0, 0}, {2, 0, 0}}, make(Embedder::daglstm, Pooling::dag));
  EXPECT_EQ(without.conjectures.size(), 1u);
}

TEST(BatchPlan, MessagesAreDistinctTriples) {
  PlanTest test({{"p(a) & q(a)"}, {"p(a) & q(a)"}});
  Architecture architecture = make(Embedder::mpnn, Pooling::max);
  architecture.rounds = 1;
  BatchPlan plan = test.plan({{1, 0, 0}}, architecture);
  ASSERT_EQ(plan.rounds.size(), 1u);
  EXPECT_EQ(plan.rounds[0].rows, 4u);
  EXPECT_EQ(plan.rounds[0].from_children.receivers.size(), 4u);
  EXPECT_THAT(plan.rounds[0].from_children.counts, testing::Each(2.f));  // two graphs
}

TEST(BatchPlan, GraphConvolutionRowsDependOnDegrees) {
  PlanTest test({{"p(a)"}, {"p(a) & q(a)"}});
  BatchPlan plan = test.plan({{1, 0, 0}}, make(Embedder::gcn, Pooling::max));
  EXPECT_EQ(plan.rounds.front().rows, 6u);  // a and p once with degree 1, once with 2; q; &
}

TEST(BatchPlan, PrintsItself) {
  PlanTest test({{"p(a)"}, {"p(b)"}});
  std::string text = to_string(test.plan({{1, 0, 0}}, make(Embedder::bidir, Pooling::attdag)));
  EXPECT_THAT(text, testing::HasSubstr("conjecture query 0: state"));
  EXPECT_THAT(text, testing::HasSubstr("item 0: premise row"));
}

}  // namespace
}  // namespace winnow
