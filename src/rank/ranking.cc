#include "rank/ranking.h"

#include <algorithm>
#include <cmath>

namespace winnow {

namespace {

constexpr double kFlattening = 60;  // the constant of the paper: how much the very first count

// What is no number comes last: a model with large weights may overflow, and an order must be one
// for every score, or sorting reads beyond its array.
bool is_better(const RankedCandidate& a, const RankedCandidate& b) {
  if (std::isnan(a.score) != std::isnan(b.score)) return std::isnan(b.score);
  if (a.score > b.score || a.score < b.score) return a.score > b.score;
  return a.candidate < b.candidate;
}

}  // namespace

Ranking rank_by_score(std::span<const float> scores) {
  Ranking ranking(scores.size());
  for (std::uint32_t i = 0; i < scores.size(); ++i) ranking[i] = {i, scores[i]};
  std::ranges::sort(ranking, is_better);
  return ranking;
}

Ranking fuse(std::span<const WeightedRanking> rankings) {
  if (rankings.size() == 1) return rankings.front().ranking;
  std::vector<double> sums;
  for (const WeightedRanking& each : rankings) {
    sums.resize(std::max(sums.size(), each.ranking.size()), 0.0);
    for (std::size_t rank = 0; rank < each.ranking.size(); ++rank)
      sums[each.ranking[rank].candidate] +=
          each.weight / (kFlattening + static_cast<double>(rank + 1));
  }
  std::vector<float> scores(sums.begin(), sums.end());
  return rank_by_score(scores);
}

std::span<const RankedCandidate> best_candidates(const Ranking& ranking, std::size_t k) {
  return std::span(ranking).first(std::min(std::max<std::size_t>(k, 1), ranking.size()));
}

}  // namespace winnow
