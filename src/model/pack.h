// model/pack.h - a model with smaller tables: rare argument places share a matrix, and premises are
// forgotten, those with short vectors, which hardly change a verdict, first.
#pragma once

#include "model/model_file.h"

#include <optional>

namespace winnow {

struct PackOptions {
  std::uint32_t ranks = 0;  // argument places with matrices of their own; 0: as many as it has
  std::optional<std::uint32_t> memory_rows;  // premises that keep their vectors; all if not given
};

ModelFile pack(const ModelFile& model, const PackOptions& options);

}  // namespace winnow
