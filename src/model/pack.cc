#include "model/pack.h"

#include "model/transfer.h"

#include <algorithm>
#include <numeric>

namespace winnow {

namespace {

FormulaTable longest(const ModelFile& model, std::uint32_t rows) {
  std::span<const std::uint64_t> keys = model.memory.keys();
  if (rows >= keys.size()) return model.memory;
  ConstMatrix vectors = model.weights.matrix("memory.table");
  std::vector<float> lengths;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    auto vector = vectors.row(i + 1);  // row 0 is for premises without one
    lengths.push_back(std::inner_product(vector.begin(), vector.end(), vector.begin(), 0.f));
  }
  std::vector<std::uint32_t> order(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, std::greater(), [&](std::uint32_t i) { return lengths[i]; });
  std::vector<std::uint64_t> kept;
  for (std::uint32_t i : std::span(order).first(rows)) kept.push_back(keys[i]);
  return FormulaTable(std::move(kept));
}

}  // namespace

ModelFile pack_model(const ModelFile& model, const PackOptions& options) {
  ModelFile packed = model;
  if (options.ranks != 0)
    for (LabelTable::Head& head : packed.labels.heads)
      head.ranks = std::min(head.ranks, options.ranks);
  if (options.memory_rows) packed.memory = longest(model, *options.memory_rows);
  auto specs = parameter_specs(make_config(model.options), table_sizes(packed));
  packed.weights = transfer_weights(model, packed, random_weights(specs, 1));
  return packed;
}

}  // namespace winnow
