// learn/variants.h - the models that an ablation compares.
#pragma once

#include "winnow/options.h"

#include <optional>
#include <string>
#include <vector>

namespace winnow {

struct Variant {
  std::string embedder, direction, pooling;

  std::string name() const;  // "bidir+attdag", "daglstm-down+dag": also the name of its folder
  ModelOptions apply(ModelOptions options) const;
};

// four: mpnn+max, gcn+max, daglstm+dag, bidir+attdag; `direction` is that of daglstm. paper: the
// ten rows of its second table, in which daglstm goes down, and daglstm going up. all: every
// embedder, both directions of daglstm, with every pooling. Or names of variants, with commas
// between them: "bidir+attdag". Throws InputError for another name.
std::vector<Variant> variants(const std::string& grid, const std::string& direction);

// What the paper's second table says of a variant, test accuracy in percent.
struct PaperFigures {
  double mizar = 0, holstep = 0;
};
std::optional<PaperFigures> paper_figures(const Variant& variant);

}  // namespace winnow
