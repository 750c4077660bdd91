#include "score/example_batch.h"

#include "tests/learn/tiny_store.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

class ExampleBatches : public ::testing::TestWithParam<ExampleMode> {
 protected:
  ExampleBatch build(const BatchDraws& draws) {
    return BatchBuilder(store_, labels_, formulas_, VariableLabels::generic, GetParam())
        .build(train(), draws);
  }
  std::vector<ExampleId> train() const {
    auto examples = store_.examples(*store_.find_split("train"));
    return {examples.begin(), examples.end()};
  }

  Store store_ = tiny::store();
  LabelTable table_ = LabelCounter().table();
  BoundLabels labels_{table_, store_.terms().symbols};
  BoundFormulas formulas_;
};

TEST_P(ExampleBatches, PremisesLeftOutAreNeitherItemsNorTargetsNorPartOfAGraph) {
  ExampleBatch all = build({});
  BatchDraws draws;
  std::size_t left_out = 0;
  draws.drops_premise = [&](ExampleId, FormulaId premise) { return index(premise) % 2 == 0; };
  ExampleBatch some = build(draws);
  for (ExampleId example : train())
    left_out += store_.premises(example).size() - kept_premises(store_, example, draws).size();
  EXPECT_GT(left_out, 0u);
  EXPECT_EQ(some.items.size(), all.items.size() - left_out);
  EXPECT_EQ(some.targets.size(), some.items.size());
  EXPECT_EQ(some.item_ends.back(), some.items.size());
  EXPECT_LT(some.forest.nodes(), all.forest.nodes());
}

TEST_P(ExampleBatches, OnePremiseAlwaysStays) {
  BatchDraws draws;
  draws.drops_premise = [](ExampleId, FormulaId) { return true; };
  ExampleBatch least = build(draws);
  EXPECT_EQ(least.items.size(), least.item_ends.size());
}

INSTANTIATE_TEST_SUITE_P(Modes, ExampleBatches,
                         ::testing::Values(ExampleMode::joint, ExampleMode::pair));

}  // namespace
}  // namespace winnow
