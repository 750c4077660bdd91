// learn/variants.h - the models that an ablation compares.
#pragma once

#include "winnow/options.h"

#include <string>
#include <vector>

namespace winnow {

struct Variant {
  std::string embedder, direction, pooling;

  std::string name() const;  // "bidir+attdag", "daglstm-down+dag": also the name of its folder
  ModelOptions apply(ModelOptions options) const;
};

// four: mpnn+max, gcn+max, daglstm+dag, bidir+attdag. paper: the ten rows of its second table.
// all: every embedder, both directions of daglstm, with every pooling. `direction` is that of
// daglstm in `four` and `paper`. Throws InputError for another name.
std::vector<Variant> variants(const std::string& grid, const std::string& direction);

}  // namespace winnow
