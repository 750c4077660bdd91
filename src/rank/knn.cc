#include "rank/knn.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace winnow {

std::vector<float> knn_scores(std::span<const float> similarities, std::span<const float> tfidf,
                              const Proofs& proofs, const KnnOptions& options) {
  auto similarity = [&](std::uint32_t proof) { return similarities[proofs.conjectures[proof]]; };
  std::vector<std::uint32_t> order(proofs.size());
  std::iota(order.begin(), order.end(), 0);
  auto nearest = std::min<std::size_t>(options.nearest, order.size());
  std::ranges::partial_sort(order, order.begin() + static_cast<std::ptrdiff_t>(nearest),
                            [&](std::uint32_t a, std::uint32_t b) {
                              float x = similarity(a), y = similarity(b);
                              return x != y ? x > y : a < b;
                            });
  std::vector<float> scores(tfidf.size());
  for (std::size_t i = 0; i < scores.size(); ++i)
    scores[i] = static_cast<float>(options.tfidf) * tfidf[i];
  for (std::size_t n = 0; n < nearest; ++n) {
    auto vote = static_cast<float>(std::pow(similarity(order[n]), options.power));
    scores[proofs.conjectures[order[n]]] += vote;
    for (PremiseUse use : proofs[order[n]])
      if (use.useful()) scores[use.formula()] += vote;
  }
  return scores;
}

}  // namespace winnow
