// rank/ranking.h - candidates in order, best first; what every ranker gives.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

struct RankedCandidate {
  std::uint32_t candidate;
  float score;  // comparable within one ranking only
};
using Ranking = std::vector<RankedCandidate>;

// All candidates, the highest score first; equal scores in the order of the candidates; scores that
// are no numbers last.
Ranking rank_by_score(std::span<const float> scores);

// One ranking of several, each with a weight: a candidate's score is the sum of
// weight / (60 + its rank). Ranks, unlike scores, mean the same in every ranking (reciprocal
// rank fusion: Cormack, Clarke and Buettcher, SIGIR 2009).
struct WeightedRanking {
  double weight;
  Ranking ranking;
};
Ranking fuse_rankings(std::span<const WeightedRanking> rankings);

// The best `k` of them; for k = 0 at least one, if there is one: never an empty selection.
std::span<const RankedCandidate> best_candidates(const Ranking& ranking, std::size_t k);

}  // namespace winnow
