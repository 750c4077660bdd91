#include "rank/fusion_features.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

namespace winnow {

namespace {

constexpr std::size_t kSpeakers = 12;  // of the ranking before: their symbols need explaining
constexpr double kFading = 0.95;       // how much less each of them counts than the one before
constexpr double kTolerance = 1.2;     // of triggers, as in SInE

class Gatherer {
 public:
  explicit Gatherer(const FusionSources& sources)
      : from_(sources), features_(sources.candidates * kFusionFeatures) {}

  std::vector<float> gather() {
    if (from_.proofs != nullptr) {
      add_votes();
      add_uses();
    }
    add_model();
    add_symbols();
    add_explanations();
    return std::move(features_);
  }

 private:
  enum Feature : std::size_t {
    kVotes,
    kFewVotes,
    kPlaceByVotes,
    kWideVotes,
    kNarrowVotes,
    kNearestUse,
    kUses,
    kProvedItself,
    kLogit,
    kLogitAbove,
    kLookedAt,
    kFirstStage,
    kCosine,
    kLogCosine,
    kRing,
    kPlaceByRing,
    kSymbols,
    kKnownSymbols,
    kGoalsSymbols,
    kExplains
  };

  float& at(std::size_t candidate, Feature feature) {
    return features_[candidate * kFusionFeatures + feature];
  }

  void add_places(std::span<const float> scores, Feature feature) {
    Ranking ranking = rank_by_score(scores.first(from_.candidates));
    for (std::size_t place = 0; place < ranking.size(); ++place)
      at(ranking[place].candidate, feature) = std::log1p(static_cast<float>(place));
  }

  void add_votes() {
    for (std::size_t i = 0; i < from_.candidates; ++i) {
      at(i, kVotes) = std::log(from_.votes[i] + 0.01f);
      at(i, kFewVotes) = std::log(from_.votes[i] + 0.0001f);
    }
    add_places(from_.votes, kPlaceByVotes);
  }

  // Votes of all proofs instead of the nearest: the many weigh more, or the very similar do.
  void add_uses() {
    struct Uses {
      float wide = 0, narrow = 0, nearest = 0, count = 0;
    };
    std::vector<Uses> uses(from_.candidates);
    for (std::uint32_t proof = 0; proof < from_.proofs->size(); ++proof) {
      std::uint32_t conjecture = from_.proofs->conjectures[proof];
      float similarity = from_.cosines[conjecture];
      float square = similarity * similarity, fourth = square * square;
      float twelfth = fourth * fourth * fourth;
      for (std::uint32_t premise : (*from_.proofs)[proof]) {
        if (premise >= from_.candidates) continue;
        Uses& its = uses[premise];
        its.wide += fourth;
        its.narrow += twelfth;
        its.nearest = std::max(its.nearest, similarity);
        its.count += 1;
      }
      if (conjecture < from_.candidates) at(conjecture, kProvedItself) = similarity;
    }
    for (std::size_t i = 0; i < from_.candidates; ++i) {
      at(i, kWideVotes) = std::log(uses[i].wide + 0.001f);
      at(i, kNarrowVotes) = std::log(uses[i].narrow + 0.00001f);
      at(i, kNearestUse) = uses[i].nearest;
      at(i, kUses) = std::log1p(uses[i].count);
    }
  }

  void add_model() {
    for (std::size_t i = 0; i < from_.candidates; ++i) {
      at(i, kLogit) = from_.logits[i];
      at(i, kLogitAbove) = std::max(from_.logits[i], -2.f);
      at(i, kFirstStage) = from_.quick[i];
    }
    for (std::uint32_t candidate : from_.looked_at) at(candidate, kLookedAt) = 1;
  }

  void add_symbols() {
    std::vector<bool> in_goal = marked(from_.goal);
    auto goal = static_cast<float>(std::max<std::size_t>(1, from_.goal.size()));
    for (std::size_t i = 0; i < from_.candidates; ++i) {
      std::span<const FeatureId> symbols = from_.sets[from_.documents[i]];
      auto shared = static_cast<float>(std::ranges::count_if(
          symbols, [&](FeatureId id) { return index(id) < in_goal.size() && in_goal[index(id)]; }));
      auto size = static_cast<float>(symbols.size());
      at(i, kCosine) = from_.cosines[i];
      at(i, kLogCosine) = std::log(from_.cosines[i] + 0.02f);
      at(i, kRing) = from_.rings[i];
      at(i, kSymbols) = std::log1p(size);
      at(i, kKnownSymbols) = shared / std::max(1.f, size);
      at(i, kGoalsSymbols) = shared / goal;
    }
    add_places(from_.rings, kPlaceByRing);
  }

  // The best premises bring up symbols that the goal does not have; an axiom in which such a symbol
  // is the rarest is likely to say what it means.
  void add_explanations() {
    std::vector<bool> in_goal = marked(from_.goal);
    std::unordered_map<FeatureId, double> raised;
    double weight = 1;
    for (const RankedCandidate& speaker :
         from_.before.first(std::min(kSpeakers, from_.before.size()))) {
      for (FeatureId id : from_.sets[from_.documents[speaker.candidate]])
        if (index(id) >= in_goal.size() || !in_goal[index(id)]) raised.emplace(id, weight);
      weight *= kFading;
    }
    for (std::size_t i = 0; i < from_.candidates; ++i) {
      std::span<const FeatureId> symbols = from_.sets[from_.documents[i]];
      std::uint32_t rarest = std::numeric_limits<std::uint32_t>::max();
      for (FeatureId id : symbols) rarest = std::min(rarest, from_.symbols.count(id));
      double most = 0;
      for (FeatureId id : symbols)
        if (from_.symbols.count(id) <= kTolerance * rarest)
          if (auto found = raised.find(id); found != raised.end())
            most = std::max(most, found->second);
      if (most > 0)  // a symbol that many axioms explain says less about each
        at(i, kExplains) = static_cast<float>(most / (1 + std::log(std::max(1u, rarest)) / 3));
    }
  }

  static std::vector<bool> marked(std::span<const FeatureId> ids) {
    std::vector<bool> marks;
    for (FeatureId id : ids) {
      if (marks.size() <= index(id)) marks.resize(index(id) + std::size_t{1});
      marks[index(id)] = true;
    }
    return marks;
  }

  const FusionSources& from_;
  std::vector<float> features_;
};

}  // namespace

std::vector<float> fusion_features(const FusionSources& sources) {
  return Gatherer(sources).gather();
}

}  // namespace winnow
