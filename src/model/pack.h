// model/pack.h - a model with smaller tables: arguments of rare ranks share a matrix, and the
// memory loses premises, those with short vectors first: they hardly change a verdict.
#pragma once

#include "model/model_file.h"

#include <optional>

namespace winnow {

struct PackOptions {
  std::uint32_t ranks = 0;  // argument ranks with matrices of their own; 0: as many as it has
  std::optional<std::uint32_t> memory_rows;  // premises that keep their vectors; all if not given
};

ModelFile pack_model(const ModelFile& model, const PackOptions& options);

}  // namespace winnow
