#include "model/transfer.h"

#include "winnow/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace winnow {
namespace {

ModelFile model_of(ModelOptions options, std::vector<LabelTable::Symbol> symbols,
                   std::vector<std::uint64_t> premises, std::uint64_t seed) {
  ModelFile file;
  file.options = options;
  file.labels = LabelCounter().table();
  file.labels.symbols = std::move(symbols);
  file.memory = FormulaTable(std::move(premises));
  auto specs = parameter_specs(make_config(options),
                               {file.labels.rows(), file.labels.edge_labels(), file.memory.rows()});
  file.weights = random_weights(specs, seed);
  ModelWeights::Tensor memory = file.weights.tensor("memory.table");
  for (std::size_t i = 0; i < memory.values.size(); ++i)
    memory.values[i] = static_cast<float>(seed) + 0.001f * static_cast<float>(i);
  file.weights.set("memory.table", memory);
  return file;
}

ModelOptions small() {
  ModelOptions options;
  options.width = 4;
  options.memory = 1;
  return options;
}

std::vector<float> row(const ModelWeights& weights, const std::string& name, std::size_t index) {
  auto values = weights.matrix(name).row(index);
  return {values.begin(), values.end()};
}

TEST(Transfer, RowsGoByNameAndTensorsByNameAndShape) {
  ModelFile old = model_of(small(), {{"f", Kind::function}, {"p", Kind::predicate}}, {11, 33}, 1);
  ModelOptions options = small();
  options.match = true;
  options.mode = "pair";
  ModelFile fresh =
      model_of(options, {{"g", Kind::function}, {"p", Kind::predicate}, {"f", Kind::predicate}},
               {33, 44}, 2);
  ModelWeights made = transfer_weights(old, fresh, fresh.weights);
  EXPECT_EQ(row(made, "start.table", 0), row(old.weights, "start.table", 0));
  EXPECT_EQ(row(made, "start.table", kFallbackRows),
            row(fresh.weights, "start.table", kFallbackRows));
  EXPECT_EQ(row(made, "start.table", kFallbackRows + 1),
            row(old.weights, "start.table", kFallbackRows + 1));
  EXPECT_EQ(row(made, "start.table", kFallbackRows + 2),
            row(fresh.weights, "start.table", kFallbackRows + 2));
  EXPECT_EQ(row(made, "memory.table", 1), row(old.weights, "memory.table", 2));
  EXPECT_EQ(row(made, "memory.table", 2), row(fresh.weights, "memory.table", 2));
  EXPECT_EQ(made.tensor("up.u").values, old.weights.tensor("up.u").values);
  EXPECT_EQ(made.tensor("classifier.premise.weight").values,
            old.weights.tensor("classifier.premise.weight").values);
  EXPECT_EQ(made.tensor("match.premise.weight").values,
            fresh.weights.tensor("match.premise.weight").values);
}

TEST(Transfer, AnotherWidthIsAnError) {
  ModelFile old = model_of(small(), {}, {}, 1);
  ModelOptions wide = small();
  wide.width = 8;
  ModelFile fresh = model_of(wide, {}, {}, 2);
  EXPECT_THROW(transfer_weights(old, fresh, fresh.weights), InputError);
}

}  // namespace
}  // namespace winnow
