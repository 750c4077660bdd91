// A model with random weights whose vocabulary is that of some formulas.
#pragma once

#include "dag/features.h"
#include "model/model.h"
#include "term/term_keys.h"

namespace winnow {

inline ModelFile toy_model(ModelOptions options, const TermView& terms,
                           std::span<const TermId> formulas, std::uint64_t seed = 1) {
  ModelFile file;
  options.width = 8;
  options.edge_width = 4;
  file.options = options;
  ModelConfig config = make_config(options);
  LabelCounter counter;
  DagBuilder builder(config.variables);
  for (const TermId& formula : formulas)
    counter.add(builder.build(terms, std::span(&formula, 1)), terms.symbols);
  file.labels = counter.table();
  file.labels.rarities = config.rarities;
  if (config.memory != 0) {
    auto keys = term_keys(terms, symbol_keys(terms.symbols));
    file.memory = FormulaTable({keys[index(formulas.front())], keys[index(formulas.back())]});
  }
  if (config.retrieve != 0) {  // it knows the features of all of them, and the last as a premise
    FeatureReader reader(terms);
    std::vector<std::uint64_t> features;
    for (TermId formula : formulas)
      std::ranges::copy(reader.hashes(formula, FeatureKind::shapes), std::back_inserter(features));
    file.features = FormulaTable(std::move(features));
    file.used = FormulaTable({reader.hash(formulas.back())});
  }
  file.weights = random_weights(parameter_specs(config, table_sizes(file)), seed);
  if (config.retrieve_features) {
    auto rarity = file.weights.tensor("retrieve.rarity");
    for (std::size_t i = 0; i < rarity.values.size(); ++i)
      rarity.values[i] = 1 + 0.1f * static_cast<float>(i);
    file.weights.set("retrieve.rarity", rarity);
  }
  if (config.memory != 0) {  // it begins as nothing
    auto table = file.weights.tensor("memory.table");
    for (std::size_t i = 0; i < table.values.size(); ++i)
      table.values[i] = 0.1f * static_cast<float>(i % 7);
    file.weights.set("memory.table", table);
  }
  return file;
}

}  // namespace winnow
