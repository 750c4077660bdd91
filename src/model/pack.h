// model/pack.h - a model with smaller tables: rare argument places share a matrix, and premises
// whose vectors are short, so that they hardly change a verdict, are forgotten.
#pragma once

#include "model/model_file.h"

namespace winnow {

struct PackOptions {
  std::uint32_t ranks = 0;        // argument places with matrices of their own; 0: as many as it has
  std::uint32_t memory_rows = 0;  // premises that keep their vectors; 0: all
};

ModelFile pack(const ModelFile& model, const PackOptions& options);

}  // namespace winnow
