#include "model/transfer.h"

#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace winnow {

namespace {

constexpr std::uint32_t kNone = ~0u;

// [rows of the new table] the old row of the same name
template <class Name>
std::vector<std::uint32_t> same_rows(const std::vector<Name>& old_names,
                                     const std::vector<Name>& names) {
  std::map<Name, std::uint32_t> old_rows;
  for (std::uint32_t row = 0; row < old_names.size(); ++row) old_rows.emplace(old_names[row], row);
  std::vector<std::uint32_t> rows;
  for (const Name& name : names) {
    auto found = old_rows.find(name);
    rows.push_back(found == old_rows.end() ? kNone : found->second);
  }
  return rows;
}

std::vector<std::string> symbol_names(const LabelTable& labels) {
  std::vector<std::string> names;
  for (std::uint32_t row = 0; row < kFallbackRows; ++row) names.push_back(fmt::format("{}", row));
  for (const LabelTable::Symbol& symbol : labels.symbols)
    names.push_back(fmt::format("{} {}", static_cast<int>(symbol.kind), symbol.name));
  for (std::uint32_t row = 0; row < kRarityRows * labels.rarities; ++row)
    names.push_back(fmt::format("rarity {} of {}", row, labels.rarities));
  return names;
}

std::vector<std::string> edge_names(const LabelTable& labels) {
  std::vector<std::string> names;
  for (std::uint32_t label = 0; label < labels.edge_labels(); ++label)
    names.push_back(labels.edge_label_name(label));
  return names;
}

std::vector<std::uint64_t> key_names(const FormulaTable& table) {
  std::vector<std::uint64_t> names(1, 0);  // row 0 is for all others
  names.insert(names.end(), table.keys().begin(), table.keys().end());
  return names;
}

bool same_row_shape(const ModelWeights::Tensor& a, const ModelWeights::Tensor& b) {
  return std::equal(a.shape.begin() + 1, a.shape.end(), b.shape.begin() + 1, b.shape.end());
}

}  // namespace

ModelWeights transfer_weights(const ModelFile& from, const ModelFile& to,
                              const ModelWeights& fresh) {
  auto symbols = same_rows(symbol_names(from.labels), symbol_names(to.labels));
  auto edges = same_rows(edge_names(from.labels), edge_names(to.labels));
  auto premises = same_rows(key_names(from.memory), key_names(to.memory));
  auto features = same_rows(key_names(from.features), key_names(to.features));
  auto used = same_rows(key_names(from.used), key_names(to.used));
  auto rows_of = [&](std::string_view name) -> const std::vector<std::uint32_t>* {
    if (name == "start.table") return &symbols;
    if (name == "memory.table") return &premises;
    if (name == "retrieve.own.table" || name == "retrieve.term.table") return &used;
    if (name == "retrieve.rarity" || (name.starts_with("retrieve.") && name.ends_with(".table")))
      return &features;
    if (name == "edge.table" || name.ends_with(".u")) return &edges;
    return nullptr;
  };
  ModelWeights result;
  bool knows_symbols = false, has_symbols = false;
  for (const auto& [name, tensor] : fresh.tensors()) {
    ModelWeights::Tensor made = tensor;
    has_symbols |= name == "start.table";
    if (from.weights.has(name)) {
      const ModelWeights::Tensor& old = from.weights.tensor(name);
      const std::vector<std::uint32_t>* rows = rows_of(name);
      if (rows == nullptr) {
        if (old.shape == made.shape) made.values = old.values;
      } else if (same_row_shape(old, made)) {
        knows_symbols |= name == "start.table";
        std::size_t size = made.values.size() / made.shape.front();
        for (std::size_t row = 0; row < rows->size(); ++row)
          if ((*rows)[row] != kNone)
            std::copy_n(old.values.data() + (*rows)[row] * size, size,
                        made.values.data() + row * size);
      }
    }
    result.set(name, std::move(made));
  }
  if (has_symbols && from.weights.has("start.table") && !knows_symbols)
    throw InputError("the model to begin with has vectors of another length",
                     fmt::format("its width is {}", from.options.width));
  return result;
}

}  // namespace winnow
