#include "learn/step_draws.h"

#include "tests/learn/tiny_store.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

// Whole examples at a time: either every symbol of an example is unknown, or none is.
TEST(StepDraws, UnknownExamplesKnowNoSymbolAtAll) {
  const Store store = tiny::store(tiny::json_lines(200, 8));
  std::vector<ExampleId> train;
  for (ExampleId example : store.examples(*store.find_split("train"))) train.push_back(example);
  TrainOptions options;
  options.symbol_dropout = 0;
  options.unknown_examples = 0.5;
  const ModelConfig config = make_config({});
  const StepDraws draws(store, config, options, train);
  const PieceBatch batch(store, {}, 1);
  const BatchDraws drawn = draws.of(7, batch);
  std::size_t unknown = 0;
  for (ExampleId example : train) {
    std::size_t masked = 0, named = 0;
    for (std::uint32_t i = kReservedSymbols; i < store.terms().symbols.size; ++i) {
      const Kind kind = store.terms().symbols.kind(SymbolId{i});
      const bool is_masked = drawn.drops_symbol(example, SymbolId{i});
      if (kind != Kind::predicate && kind != Kind::function)
        EXPECT_FALSE(is_masked) << store.terms().symbols.name(SymbolId{i});
      else
        (is_masked ? masked : named) += 1;
    }
    EXPECT_TRUE(masked == 0 || named == 0);
    unknown += masked > 0 ? 1 : 0;
  }
  EXPECT_GT(unknown, train.size() / 3);
  EXPECT_LT(unknown, train.size() * 2 / 3);
}

}  // namespace
}  // namespace winnow
