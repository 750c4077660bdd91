// model/feature_bags.h - what formulas talk about, as weighed rows of a model's feature tables.
// in: a model's features with their rarities, formulas     out: for each formula rows and weights
// A feature weighs its rarity in the training library; the weights of a formula have length 1
// together. Features that training did not see often enough have no row and are left out.
#pragma once

#include "dag/features.h"
#include "dag/formula_table.h"

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

struct FeatureBags {
  std::vector<std::uint32_t> ends;  // [formulas]
  std::vector<std::uint32_t> rows;  // of the feature tables
  std::vector<float> weights;
};

class BagReader {
 public:
  // `features` and `rarities` [rows of the feature tables] must outlive it.
  BagReader(const FormulaTable& features, std::span<const float> rarities, const TermView& terms)
      : features_(features), rarities_(rarities), reader_(terms) {}

  void add(TermId formula, FeatureBags& bags);

 private:
  const FormulaTable& features_;
  std::span<const float> rarities_;
  FeatureReader reader_;
};

}  // namespace winnow
