#include "model/feature_bags.h"

#include <cmath>

namespace winnow {

void BagReader::add(TermId formula, FeatureBags& bags) {
  std::size_t first = bags.rows.size();
  double square = 0;
  for (std::uint64_t hash : reader_.hashes(formula, FeatureKind::shapes)) {
    std::uint32_t row = features_.row(hash);
    if (row == 0) continue;
    float rarity = rarities_[row];
    bags.rows.push_back(row);
    bags.weights.push_back(rarity);
    square += static_cast<double>(rarity) * static_cast<double>(rarity);
  }
  if (square > 0) {
    auto scale = static_cast<float>(1 / std::sqrt(square));
    for (std::size_t i = first; i < bags.rows.size(); ++i) bags.weights[i] *= scale;
  }
  bags.ends.push_back(static_cast<std::uint32_t>(bags.rows.size()));
}

}  // namespace winnow
