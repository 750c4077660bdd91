#include "model/pack.h"

#include "model/parameters.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

ModelFile with_memory() {
  ModelFile file;
  file.options.width = 4;
  file.options.memory = 1;
  file.labels = LabelCounter().table();
  file.labels.heads.insert(file.labels.heads.begin(), {{"&", 1}, {"function", 6}});
  file.memory = FormulaTable({10, 20, 30, 40});
  file.weights = random_weights(
      parameter_specs(make_config(file.options),
                      {file.labels.rows(), file.labels.edge_labels(), file.memory.rows()}),
      3);
  ModelWeights::Tensor table = file.weights.tensor("memory.table");
  float lengths[] = {0, 2, 0.1f, 3, 1};
  for (std::size_t row = 0; row < 5; ++row) table.values[row * 4] = lengths[row];
  file.weights.set("memory.table", table);
  return file;
}

TEST(Pack, KeepsTheLongestVectorsOfTheMemory) {
  ModelFile packed = pack_model(with_memory(), {.ranks = 0, .memory_rows = 2});
  ASSERT_EQ(packed.memory.rows(), 3u);
  EXPECT_EQ(packed.weights.matrix("memory.table").row(packed.memory.row(10))[0], 2.f);
  EXPECT_EQ(packed.weights.matrix("memory.table").row(packed.memory.row(30))[0], 3.f);
  EXPECT_EQ(packed.memory.row(20), 0u);
}

TEST(Pack, MayForgetAllPremises) {
  ModelFile whole = with_memory(), packed = pack_model(whole, {.ranks = 0, .memory_rows = 0});
  EXPECT_EQ(packed.memory.rows(), 1u);
  EXPECT_EQ(packed.memory.row(30), 0u);
  EXPECT_EQ(packed.weights.matrix("memory.table").rows, 1u);
}

TEST(Pack, KeepsTheFirstArgumentPlaces) {
  ModelFile whole = with_memory(), packed = pack_model(whole, {.ranks = 3, .memory_rows = {}});
  EXPECT_EQ(packed.labels.edge_labels(), whole.labels.edge_labels() - 3);
  std::size_t size = 16 * 4;
  auto matrix = [&](const ModelFile& file, std::size_t label) {
    auto first =
        file.weights.tensor("up.u").values.begin() + static_cast<std::ptrdiff_t>(label * size);
    return std::vector<float>(first, first + static_cast<std::ptrdiff_t>(size));
  };
  for (std::size_t label = 0; label < packed.labels.edge_labels(); ++label) {
    std::string name = packed.labels.edge_label_name(static_cast<std::uint32_t>(label));
    std::uint32_t old = 0;
    while (whole.labels.edge_label_name(old) != name) ++old;
    EXPECT_EQ(matrix(packed, label), matrix(whole, old)) << name;
  }
}

TEST(Pack, WithoutOptionsChangesNothing) {
  ModelFile whole = with_memory(), packed = pack_model(whole, {});
  for (const auto& [name, tensor] : whole.weights.tensors())
    EXPECT_EQ(packed.weights.tensor(name).values, tensor.values) << name;
}

}  // namespace
}  // namespace winnow
