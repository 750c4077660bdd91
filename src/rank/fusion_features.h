// rank/fusion_features.h - everything that speaks for or against a candidate, as a row of numbers.
// in: what the rankers know about one goal     out: for each candidate its features
// A feature is a score or a rank by one ranker, or something that a ranker cannot see: how long a
// premise is, whether it brings in a symbol, whether what stands near it in the library is near the
// goal. All of them mean the same in any library: shares, cosines, logarithms of ranks and counts.
// How much each counts is learned (rank/fusion.h).
#pragma once

#include "rank/knn.h"
#include "rank/ranking.h"
#include "rank/symbol_facts.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace winnow {

enum class FusionFeature : std::uint8_t {
  // Symbols shared with the goal.
  cosine,
  log_cosine,
  rank_by_cosine,
  goal_covered,
  covered_by_goal,
  rarest_shared,
  rarest_is_goals,
  symbols,
  new_symbols,
  rarest_count,
  mean_rarity,
  // Rings around the goal, at three tolerances.
  narrow_ring,
  ring,
  wide_ring,
  rank_by_ring,
  rank_by_wide_ring,
  // What the best so far bring up.
  expanded_cosine,
  rank_by_expanded,
  walk,
  rank_by_walk,
  explains,
  simplest,
  simplest_raised,
  rank_before,
  // The order of the library.
  introduces,
  introduces_raised,
  nearby,
  wide_nearby,
  after,
  from_the_end,
  // The question as a whole.
  candidates,
  goal_symbols,
  coherence,
  best_cosine,
  // Earlier proofs; 0 without them. How many there are says how much their silence means.
  proofs,
  nearest_proof,
  votes,
  few_votes,
  rank_by_votes,
  wide_votes,
  narrow_votes,
  nearest_use,
  uses,
  proved_itself,
  // The model; 0 without one.
  retrieve,
  rank_by_retrieve,
  known,
  goal_known,
  count_of_features
};
inline constexpr std::size_t kFusionFeatures =
    static_cast<std::size_t>(FusionFeature::count_of_features);
std::string_view to_string(FusionFeature feature);  // "rank by cosine"

// What features are made of. Documents are candidates first, then conjectures that can only vote.
struct FusionSources {
  std::uint32_t candidates = 0;
  const SymbolFacts& facts;              // of the documents
  std::span<const FeatureId> goal;       // its symbols
  std::span<const float> cosines;        // [documents]
  std::span<const std::uint32_t> order;  // [candidates] positions; empty: as they stand
  std::span<const float> votes;          // [documents], or empty: no proofs are known
  const Proofs* proofs = nullptr;        // or none
  std::span<const float> retrieve;       // [candidates], or empty: no model
  std::span<const std::uint8_t> known;   // [features] symbols that the model knows, or empty
  std::uint32_t threads = 1;             // features do not depend on it
};

// [candidates, kFusionFeatures]
std::vector<float> fusion_features(const FusionSources& sources);

// Of a large library most is beside the point, and a row costs more than all scores of a
// candidate. So only those get one that some score ranks well; their features are what they are
// when all get one.
struct FusionChoice {
  std::uint32_t all_up_to = 32768;       // libraries up to this size are looked at as a whole
  std::uint32_t by_rank_before = 12288;  // the best by the sum of reciprocal ranks
  std::uint32_t by_each = 4096;          // the best by each of the other ranks
};
struct ChosenFeatures {
  std::vector<std::uint32_t> candidates;  // ascending
  std::vector<float> values;              // [candidates, kFusionFeatures]
  Ranking before;                         // of all candidates, by the sum of reciprocal ranks
};
ChosenFeatures fusion_features(const FusionSources& sources, const FusionChoice& choice);

// The share of the ids that are known, each weighed by its rarity; 1 without any.
double known_share(std::span<const FeatureId> ids, std::span<const std::uint8_t> known,
                   const TfIdf& symbols);

}  // namespace winnow
