#include "rank/ranking.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <utility>

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

// The same as a number, the best lowest; equal for both zeros.
std::uint32_t radix_key(float score) {
  if (std::isnan(score)) return ~0u;
  const auto bits = std::bit_cast<std::uint32_t>(score + 0.f);
  return (bits & 0x80000000u) != 0 ? bits : ~(bits | 0x80000000u);
}

constexpr std::size_t kRadixFrom = 1024;  // fewer are sorted by comparison
constexpr std::uint32_t kDigitBits = 11, kDigits = 3;
constexpr std::uint32_t kBuckets = 1u << kDigitBits;

// From the lowest digit to the highest, each pass keeping the order of the one before. Candidates
// begin in ascending order, so equal scores end in it.
void sort_by_radix(Ranking& ranking) {
  std::vector<std::array<std::uint32_t, kBuckets>> counts(kDigits);
  auto digit = [](float score, std::uint32_t n) {
    return radix_key(score) >> (n * kDigitBits) & (kBuckets - 1);
  };
  for (const RankedCandidate& each : ranking)
    for (std::uint32_t n = 0; n < kDigits; ++n) ++counts[n][digit(each.score, n)];
  Ranking sorted(ranking.size());
  for (std::uint32_t n = 0; n < kDigits; ++n) {
    auto& begins = counts[n];
    if (begins[digit(ranking.front().score, n)] == ranking.size()) continue;  // one bucket
    std::exclusive_scan(begins.begin(), begins.end(), begins.begin(), 0u);
    for (const RankedCandidate& each : ranking) sorted[begins[digit(each.score, n)]++] = each;
    ranking.swap(sorted);
  }
}

}  // namespace

Ranking rank_by_score(std::span<const float> scores) {
  Ranking ranking(scores.size());
  for (std::uint32_t i = 0; i < scores.size(); ++i) ranking[i] = {i, scores[i]};
  if (ranking.size() < kRadixFrom)
    std::ranges::sort(ranking, is_better);
  else
    sort_by_radix(ranking);
  return ranking;
}

Ranking fuse_rankings(std::span<const WeightedRanking> rankings) {
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
