// A model with random weights whose vocabulary is that of some formulae.
#pragma once

#include "model/model.h"

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
  file.weights = random_weights(
      parameter_specs(config, file.labels.rows(), file.labels.edge_labels()), seed);
  return file;
}

}  // namespace winnow
