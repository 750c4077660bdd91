// rank/fusion_features.h - everything that speaks for or against a candidate, as a row of numbers.
// in: what the rankers know about one goal     out: for each candidate its features
// A feature is a score of one ranker, or something a ranker cannot see: how often a premise was
// useful at all, how long it is, whether the best premises bring up symbols that it explains. How
// much each counts is learned (rank/fusion.h).
#pragma once

#include "rank/knn.h"
#include "rank/ranking.h"
#include "rank/tfidf.h"

#include <array>
#include <span>
#include <string_view>
#include <vector>

namespace winnow {

inline constexpr std::array<std::string_view, 20> kFusionFeatureNames = {
    "votes",         "few votes",   "place by votes", "wide votes",     "narrow votes",
    "nearest use",   "uses",        "proved itself",  "logit",          "logit above -2",
    "looked at",     "first stage", "cosine",         "log cosine",     "ring",
    "place by ring", "symbols",     "known symbols",  "goal's symbols", "explains"};
inline constexpr std::size_t kFusionFeatures = kFusionFeatureNames.size();

// What features are made of. Documents are candidates first, then conjectures that can only vote.
struct FusionSources {
  std::uint32_t candidates = 0;
  std::span<const std::uint32_t> documents;  // rows of `sets`
  FeatureRows sets;                          // symbols
  const TfIdf& symbols;                      // of the documents
  std::span<const FeatureId> goal;           // its symbols
  std::span<const float> cosines;            // [documents]
  std::span<const float> rings;              // [documents] scores
  std::span<const float> votes;              // [documents], or empty: no proofs are known
  const Proofs* proofs = nullptr;            // or none
  std::span<const float> quick;              // [candidates] logits of the first stage
  std::span<const float> logits;             // [candidates] with attention for those looked at
  std::span<const std::uint32_t> looked_at;
  std::span<const RankedCandidate>
      before;  // a ranking without features, whose best bring up symbols
};

// [candidates, kFusionFeatures] in the order of kFusionFeatureNames.
std::vector<float> fusion_features(const FusionSources& sources);

}  // namespace winnow
