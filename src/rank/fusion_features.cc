#include "rank/fusion_features.h"

#include "rank/sine.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace winnow {

namespace {

constexpr std::array<std::string_view, kFusionFeatures> kFeatureNames = {"cosine",
                                                                         "log cosine",
                                                                         "rank by cosine",
                                                                         "goal covered",
                                                                         "covered by goal",
                                                                         "rarest shared",
                                                                         "rarest is goal's",
                                                                         "symbols",
                                                                         "new symbols",
                                                                         "rarest count",
                                                                         "mean rarity",
                                                                         "narrow ring",
                                                                         "ring",
                                                                         "wide ring",
                                                                         "rank by ring",
                                                                         "rank by wide ring",
                                                                         "expanded cosine",
                                                                         "rank by expanded",
                                                                         "walk",
                                                                         "rank by walk",
                                                                         "explains",
                                                                         "simplest",
                                                                         "simplest raised",
                                                                         "rank before",
                                                                         "introduces",
                                                                         "introduces raised",
                                                                         "nearby",
                                                                         "wide nearby",
                                                                         "after",
                                                                         "from the end",
                                                                         "candidates",
                                                                         "goal symbols",
                                                                         "coherence",
                                                                         "best cosine",
                                                                         "votes",
                                                                         "few votes",
                                                                         "rank by votes",
                                                                         "wide votes",
                                                                         "narrow votes",
                                                                         "nearest use",
                                                                         "uses",
                                                                         "proved itself",
                                                                         "retrieve",
                                                                         "rank by retrieve",
                                                                         "known",
                                                                         "goal known"};

constexpr std::array<double, 3> kTolerances = {1.0, 1.5, 4.0};  // of the three kinds of rings
constexpr std::uint32_t kDepth = 8;                             // rings
constexpr double kTolerance = 1.2;     // how common a symbol is that counts as the rarest
constexpr std::size_t kSpeakers = 24;  // of the ranking before: their symbols are raised
constexpr float kFading = 0.93f;       // how much less each of them counts than the one before
constexpr int kSteps = 3;              // of the walk
constexpr float kOnward = 0.6f;        // what a step counts, compared with the one before
constexpr float kNearby = 0.75f, kWideNearby = 0.96f;  // how fast neighbours in the order fade
constexpr float kSharedRarity = 0.4f;  // symbols this rare make neighbours in the order coherent
constexpr std::size_t kLongest = 63;   // formulas with more symbols count as equally long

class Gatherer {
  using enum FusionFeature;

 public:
  explicit Gatherer(const FusionSources& sources)
      : from_(sources),
        n_(sources.candidates),
        log_documents_(
            std::log(static_cast<float>(std::max<std::size_t>(2, sources.symbols.documents())))),
        rows_(n_ * kFusionFeatures),
        goal_marks_(sources.symbols.features(), 0) {
    for (FeatureId id : from_.goal)
      if (index(id) < goal_marks_.size()) goal_marks_[index(id)] = 1;
    positions_.assign(from_.order.begin(), from_.order.end());
    if (positions_.empty()) {
      positions_.resize(n_);
      std::iota(positions_.begin(), positions_.end(), 0);
    }
    in_order_.resize(n_);
    for (std::uint32_t i = 0; i < n_; ++i) in_order_[positions_[i]] = i;
  }

  std::vector<float> gather() {
    if (n_ == 0) return {};
    add_symbols();
    add_rings();
    if (from_.proofs != nullptr) {
      add_votes();
      add_uses();
    }
    if (!from_.retrieve.empty()) add_retrieval();
    add_rank_before();
    raise();
    add_expansion();
    add_walk();
    add_explanations();
    add_order();
    return std::move(rows_);
  }

 private:
  float& at(std::size_t candidate, FusionFeature feature) {
    return rows_[candidate * kFusionFeatures + static_cast<std::size_t>(feature)];
  }
  std::span<const FeatureId> set(std::size_t candidate) const {
    return from_.sets[from_.documents[candidate]];
  }
  float rarity(FeatureId id) const { return from_.symbols.weight(id) / log_documents_; }
  bool in_goal(FeatureId id) const {
    return index(id) < goal_marks_.size() && goal_marks_[index(id)] != 0;
  }

  // Ranks for all candidates, and what they add to the ranking before.
  void add_ranks(std::span<const float> scores, FusionFeature feature, float weight = 0) {
    Ranking ranking = rank_by_score(scores.first(n_));
    if (weight > 0 && before_.empty()) before_.assign(n_, 0);
    for (std::size_t rank = 0; rank < ranking.size(); ++rank) {
      at(ranking[rank].candidate, feature) = std::log1p(static_cast<float>(rank));
      if (weight > 0)
        before_[ranking[rank].candidate] += weight / (60 + static_cast<float>(rank + 1));
    }
  }

  void add_symbols() {
    float goal_weight = 0, best = 0;
    for (FeatureId id : from_.goal) goal_weight += from_.symbols.weight(id);
    for (std::size_t i = 0; i < n_; ++i) best = std::max(best, from_.cosines[i]);
    rarest_.resize(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      float shared = 0, all = 0, rarest_shared_weight = 0;
      std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max(), others = 0;
      for (FeatureId id : set(i)) {
        float weight = from_.symbols.weight(id);
        all += weight;
        fewest = std::min(fewest, from_.symbols.count(id));
        if (in_goal(id)) {
          shared += weight;
          rarest_shared_weight = std::max(rarest_shared_weight, weight);
        } else {
          ++others;
        }
      }
      rarest_[i] = set(i).empty() ? 0 : fewest;
      auto size = static_cast<float>(set(i).size());
      at(i, cosine) = from_.cosines[i];
      at(i, log_cosine) = std::log(from_.cosines[i] + 0.02f);
      at(i, goal_covered) = goal_weight > 0 ? shared / goal_weight : 0;
      at(i, covered_by_goal) = all > 0 ? shared / all : 0;
      at(i, rarest_shared) = rarest_shared_weight / log_documents_;
      at(i, rarest_is_goals) = std::ranges::any_of(set(i), [&](FeatureId id) {
        return in_goal(id) && from_.symbols.count(id) <= kTolerance * rarest_[i];
      });
      at(i, symbols) = std::log1p(size);
      at(i, new_symbols) = std::log1p(static_cast<float>(others));
      at(i, rarest_count) = std::log1p(static_cast<float>(rarest_[i]));
      at(i, mean_rarity) = size > 0 ? all / size / log_documents_ : 0;
      at(i, FusionFeature::candidates) = std::log1p(static_cast<float>(n_));
      at(i, goal_symbols) = std::log1p(static_cast<float>(from_.goal.size()));
      at(i, best_cosine) = best;
    }
    add_ranks(from_.cosines, rank_by_cosine, 1);
  }

  void add_rings() {
    constexpr std::array kRings = {narrow_ring, ring, wide_ring};
    for (std::size_t t = 0; t < kTolerances.size(); ++t) {
      std::vector<std::uint32_t> rings =
          sine_rings(from_.sets, from_.documents, from_.symbols, from_.goal,
                     {.tolerance = kTolerances[t], .depth = kDepth});
      for (std::size_t i = 0; i < n_; ++i) at(i, kRings[t]) = static_cast<float>(rings[i]);
      if (kRings[t] == narrow_ring) continue;
      std::vector<float> scores = sine_scores(rings, from_.cosines);
      if (kRings[t] == ring)
        add_ranks(scores, rank_by_ring, 1);
      else
        add_ranks(scores, rank_by_wide_ring);
    }
  }

  void add_votes() {
    for (std::size_t i = 0; i < n_; ++i) {
      at(i, votes) = std::log(from_.votes[i] + 0.01f);
      at(i, few_votes) = std::log(from_.votes[i] + 0.0001f);
    }
    add_ranks(from_.votes, rank_by_votes, 4);
  }

  // Votes of all proofs instead of the nearest: the many weigh more, or the very similar do.
  void add_uses() {
    struct Uses {
      float wide = 0, narrow = 0, nearest = 0, count = 0;
    };
    std::vector<Uses> used(n_);
    for (std::uint32_t proof = 0; proof < from_.proofs->size(); ++proof) {
      std::uint32_t conjecture = from_.proofs->conjectures[proof];
      float similarity = from_.cosines[conjecture];
      float square = similarity * similarity, fourth = square * square;
      float twelfth = fourth * fourth * fourth;
      for (PremiseUse use : (*from_.proofs)[proof]) {
        if (!use.useful() || use.formula() >= n_) continue;
        Uses& its = used[use.formula()];
        its.wide += fourth;
        its.narrow += twelfth;
        its.nearest = std::max(its.nearest, similarity);
        its.count += 1;
      }
      if (conjecture < n_) at(conjecture, proved_itself) = similarity;
    }
    for (std::size_t i = 0; i < n_; ++i) {
      at(i, wide_votes) = std::log(used[i].wide + 0.001f);
      at(i, narrow_votes) = std::log(used[i].narrow + 0.00001f);
      at(i, nearest_use) = used[i].nearest;
      at(i, uses) = std::log1p(used[i].count);
    }
  }

  // Logarithms of a softmax over all candidates: comparable between libraries of any size.
  void add_retrieval() {
    float best = *std::ranges::max_element(from_.retrieve);
    double sum = 0;
    for (float score : from_.retrieve) sum += std::exp(static_cast<double>(score - best));
    float all = best + static_cast<float>(std::log(sum));
    auto goal_share = static_cast<float>(known_share(from_.goal, from_.known, from_.symbols));
    for (std::size_t i = 0; i < n_; ++i) {
      at(i, retrieve) = from_.retrieve[i] - all;
      at(i, known) = static_cast<float>(known_share(set(i), from_.known, from_.symbols));
      at(i, goal_known) = goal_share;
    }
    add_ranks(from_.retrieve, rank_by_retrieve, 4 * goal_share);
  }

  void add_rank_before() {
    ranking_ = rank_by_score(before_);
    for (std::size_t rank = 0; rank < n_; ++rank)
      at(ranking_[rank].candidate, FusionFeature::rank_before) =
          std::log1p(static_cast<float>(rank));
  }

  // Symbols that the goal does not have and the best so far do.
  void raise() {
    raised_.assign(from_.symbols.features(), 0);
    float weight = 1;
    for (const RankedCandidate& speaker : best_candidates(ranking_, kSpeakers)) {
      for (FeatureId id : set(speaker.candidate))
        if (index(id) < raised_.size() && !in_goal(id) && raised_[index(id)] == 0) {
          raised_[index(id)] = weight;
          raised_ids_.push_back(id);
        }
      weight *= kFading;
    }
  }

  // Cosines with the goal and the best so far together: relevance feedback without anybody's
  // judgement (Rocchio).
  void add_expansion() {
    std::vector<float> query(from_.symbols.features(), 0);
    std::vector<FeatureId> ids;
    auto add = [&](std::span<const FeatureId> from, float share) {
      float square = 0;
      for (FeatureId id : from) square += from_.symbols.weight(id) * from_.symbols.weight(id);
      if (square == 0) return;
      for (FeatureId id : from) {
        if (index(id) >= query.size()) continue;
        if (query[index(id)] == 0) ids.push_back(id);
        query[index(id)] += share * from_.symbols.weight(id) / std::sqrt(square);
      }
    };
    add(from_.goal, 1);
    float share = 0.3f;
    for (const RankedCandidate& speaker : best_candidates(ranking_, kSpeakers)) {
      add(set(speaker.candidate), share);
      share *= kFading;
    }
    std::vector<float> scores(n_, 0);
    float square = 0;
    for (FeatureId id : ids) square += query[index(id)] * query[index(id)];
    for (std::size_t i = 0; i < n_ && square > 0; ++i) {
      float dot = 0, own = 0;
      for (FeatureId id : set(i)) {
        float weight = from_.symbols.weight(id);
        own += weight * weight;
        dot += weight * query[index(id)];
      }
      if (own > 0) scores[i] = dot / std::sqrt(own * square);
      at(i, expanded_cosine) = scores[i];
    }
    add_ranks(scores, rank_by_expanded);
  }

  // A walk from the goal's symbols to the formulas that are about them, to the symbols of these,
  // and so on. A formula is about a symbol as far as it has no rarer ones.
  void add_walk() {
    std::vector<float> all(n_, 0);                            // the rarities of a formula together
    std::vector<float> offered(from_.symbols.features(), 0);  // the shares in all formulas
    for (std::size_t i = 0; i < n_; ++i) {
      for (FeatureId id : set(i)) all[i] += from_.symbols.weight(id);
      for (FeatureId id : set(i))
        if (all[i] > 0) offered[index(id)] += from_.symbols.weight(id) / all[i];
    }
    std::vector<float> at_symbols(offered.size(), 0), next(offered.size()), total(n_, 0);
    float goal_weight = 0, counts = 1;
    for (FeatureId id : from_.goal) goal_weight += from_.symbols.weight(id);
    for (FeatureId id : from_.goal)
      if (index(id) < at_symbols.size() && goal_weight > 0)
        at_symbols[index(id)] = from_.symbols.weight(id) / goal_weight;
    for (int step = 0; step < kSteps; ++step) {
      std::ranges::fill(next, 0.f);
      for (std::size_t i = 0; i < n_; ++i) {
        if (all[i] <= 0) continue;
        float arrived = 0;
        for (FeatureId id : set(i))
          if (at_symbols[index(id)] > 0)
            arrived +=
                at_symbols[index(id)] * from_.symbols.weight(id) / all[i] / offered[index(id)];
        if (arrived == 0) continue;
        total[i] += counts * arrived;
        for (FeatureId id : set(i)) next[index(id)] += arrived * from_.symbols.weight(id) / all[i];
      }
      at_symbols.swap(next);
      counts *= kOnward;
    }
    for (std::size_t i = 0; i < n_; ++i) at(i, FusionFeature::walk) = std::log(total[i] + 1e-6f);
    add_ranks(total, rank_by_walk);
  }

  // An axiom in which a raised symbol is the rarest is likely to say what it means; so is one of
  // the simplest that have a symbol.
  void add_explanations() {
    for (std::size_t i = 0; i < n_; ++i) {
      float most = 0;
      for (FeatureId id : set(i))
        if (from_.symbols.count(id) <= kTolerance * rarest_[i])
          most = std::max(most, raised_[index(id)]);
      // A symbol that many axioms explain says less about each.
      at(i, explains) = most / (1 + std::log(static_cast<float>(std::max(1u, rarest_[i]))) / 3);
    }
    for (FeatureId id : from_.goal) add_simplest(id, 1, simplest);
    for (FeatureId id : raised_ids_) add_simplest(id, raised_[index(id)], simplest_raised);
  }
  void add_simplest(FeatureId id, float weight, FusionFeature feature) {
    auto size = [&](std::uint32_t i) { return std::min(set(i).size(), kLongest); };
    std::array<std::uint32_t, kLongest + 1> shorter{};
    for (std::uint32_t i : from_.symbols.with(id))
      if (i < n_) ++shorter[size(i)];
    std::exclusive_scan(shorter.begin(), shorter.end(), shorter.begin(), 0u);
    for (std::uint32_t i : from_.symbols.with(id)) {
      if (i >= n_) continue;
      float value = weight / (1 + std::log1p(static_cast<float>(shorter[size(i)])));
      at(i, feature) = std::max(at(i, feature), value);
    }
  }

  // Libraries are written in an order: what stands together belongs together, and the first
  // statement that has a symbol is about it.
  void add_order() {
    std::vector<std::uint8_t> seen(from_.symbols.features(), 0);
    float latest = 0;
    for (std::uint32_t position = 0; position < n_; ++position) {
      std::uint32_t i = in_order_[position];
      for (FeatureId id : set(i)) {
        if (seen[index(id)] != 0) continue;
        seen[index(id)] = 1;
        if (in_goal(id)) {
          at(i, introduces) = std::max(at(i, introduces), 0.3f + rarity(id));
          latest = static_cast<float>(position);
        }
        at(i, introduces_raised) = std::max(at(i, introduces_raised), raised_[index(id)]);
      }
    }
    std::uint32_t together = 0;
    for (std::uint32_t position = 0; position + 1 < n_; ++position)
      if (share_rare_symbol(in_order_[position], in_order_[position + 1])) ++together;
    auto pairs = static_cast<float>(std::max(1u, n_ - 1));
    for (std::uint32_t i = 0; i < n_; ++i) {
      auto position = static_cast<float>(positions_[i]);
      at(i, coherence) = static_cast<float>(together) / pairs;
      at(i, after) = (position - latest) / static_cast<float>(n_);
      at(i, from_the_end) = std::log1p(static_cast<float>(n_) - 1 - position);
    }
    add_neighbours(nearby, kNearby);
    add_neighbours(wide_nearby, kWideNearby);
  }
  bool share_rare_symbol(std::uint32_t a, std::uint32_t b) const {
    return std::ranges::any_of(set(a), [&](FeatureId id) {
      return rarity(id) >= kSharedRarity && std::ranges::binary_search(set(b), id);
    });
  }
  // How near the goal the neighbours are, the nearest counting most; compared with the best.
  void add_neighbours(FusionFeature feature, float fading) {
    std::vector<float> sums(n_, 0);
    float sum = 0;
    for (std::uint32_t position = 0; position < n_; ++position) {
      sums[position] = sum;
      sum = fading * (sum + from_.cosines[in_order_[position]]);
    }
    sum = 0;
    for (std::uint32_t position = n_; position-- > 0;) {
      sums[position] += sum;
      sum = fading * (sum + from_.cosines[in_order_[position]]);
    }
    float most = *std::ranges::max_element(sums);
    for (std::uint32_t i = 0; i < n_ && most > 0; ++i) at(i, feature) = sums[positions_[i]] / most;
  }

  const FusionSources& from_;
  std::uint32_t n_;
  float log_documents_;
  std::vector<float> rows_;
  std::vector<std::uint8_t> goal_marks_;  // [features]
  std::vector<std::uint32_t> positions_;  // [candidates]
  std::vector<std::uint32_t> in_order_;   // [positions] candidates
  std::vector<std::uint32_t> rarest_;     // [candidates] formulas with the rarest symbol
  std::vector<float> before_;             // [candidates] sums of reciprocal ranks
  Ranking ranking_;                       // by them
  std::vector<float> raised_;             // [features]
  std::vector<FeatureId> raised_ids_;
};

}  // namespace

std::string_view to_string(FusionFeature feature) {
  return kFeatureNames[static_cast<std::size_t>(feature)];
}

std::vector<float> fusion_features(const FusionSources& sources) {
  return Gatherer(sources).gather();
}

double known_share(std::span<const FeatureId> ids, std::span<const std::uint8_t> known,
                   const TfIdf& symbols) {
  double all = 0, found = 0;
  for (FeatureId id : ids) {
    all += symbols.weight(id);
    if (index(id) < known.size() && known[index(id)] != 0) found += symbols.weight(id);
  }
  return all > 0 ? found / all : 1;
}

}  // namespace winnow
