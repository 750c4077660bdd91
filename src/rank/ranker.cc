#include "rank/ranker.h"

#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <optional>

namespace winnow {

namespace {

constexpr std::array kKindsOfRankers = {RankerKind::tfidf, RankerKind::knn, RankerKind::sine,
                                        RankerKind::vectors, RankerKind::winnow, RankerKind::guided,
                                        RankerKind::clues};

// The first stage of guided and clues, with and without proofs.
const Ranker kVoted = {{1, RankerKind::vectors}, {2, RankerKind::knn}};
const Ranker kAlike = {{1, RankerKind::vectors}, {2, RankerKind::tfidf}, {2, RankerKind::sine}};
// No premise is farther from a goal than this cosine, or the model could never bring it near.
constexpr float kFarthest = 0.1f;
// The logit of a candidate that attention did not look at.
constexpr float kUnseen = -6;
// Of the candidates that no ranker places well, one in so many is worth learning from.
constexpr std::uint32_t kOrdinary = 16;

// Rankers of one question share what is costly.
class Judge {
 public:
  Judge(const Evidence& evidence, const RankOptions& options)
      : evidence_(evidence), options_(options) {}

  Ranking together(const Ranker& ranker) {
    std::vector<WeightedRanking> rankings;
    for (const RankerPart& part : ranker) rankings.push_back({part.weight, alone(part.kind)});
    return fuse(rankings);
  }

  Clues clues() {
    require_model(static_cast<bool>(evidence_.quick));
    bool voted = evidence_.proofs != nullptr;
    std::vector<float> logits_of_all(evidence_.candidates, kUnseen);
    std::vector<std::uint32_t> chosen = first_choice(voted ? kVoted : kAlike);
    std::vector<float> logits_of_chosen = logits(chosen);
    for (std::size_t i = 0; i < chosen.size(); ++i) logits_of_all[chosen[i]] = logits_of_chosen[i];
    std::vector<float> rings = ring_scores();
    std::span<const float> near = voted ? votes() : cosines();
    Ranking before = rank_by_score(with_odds(near, chosen, logits_of_chosen));
    for (Ranked& each : before) each.candidate = chosen[each.candidate];
    Clues clues{gather_clues({.candidates = evidence_.candidates,
                              .documents = evidence_.documents,
                              .sets = *evidence_.symbols,
                              .symbols = symbols(),
                              .goal = evidence_.goal_symbols,
                              .cosines = cosines(),
                              .rings = rings,
                              .votes = voted ? near : std::span<const float>(),
                              .proofs = evidence_.proofs,
                              .quick = quick(),
                              .logits = logits_of_all,
                              .looked_at = chosen,
                              .before = before}),
                std::move(chosen)};
    Ranking nearest = of_candidates(near);
    for (const Ranked& each : best(nearest, options_.rerank))
      clues.notable.push_back(each.candidate);
    for (std::uint32_t i = 0; i < evidence_.candidates; i += kOrdinary) clues.notable.push_back(i);
    std::ranges::sort(clues.notable);
    auto [first, last] = std::ranges::unique(clues.notable);
    clues.notable.erase(first, last);
    return clues;
  }

 private:
  Ranking alone(RankerKind kind) {
    switch (kind) {
      case RankerKind::tfidf: return of_candidates(cosines());
      case RankerKind::knn: return of_candidates(votes());
      case RankerKind::sine: return by_rings();
      case RankerKind::vectors:
        require_model(static_cast<bool>(evidence_.quick));
        return rank_by_score(quick());
      case RankerKind::winnow: return by_model();
      case RankerKind::guided: return by_proofs_and_model();
      case RankerKind::clues: return by_clues();
    }
    return {};
  }

  Ranking of_candidates(std::span<const float> scores) const {
    return rank_by_score(scores.first(evidence_.candidates));
  }

  const TfIdf& symbols() {
    if (!symbols_) symbols_.emplace(*evidence_.symbols, evidence_.documents, evidence_.features);
    return *symbols_;
  }
  const std::vector<float>& cosines() {
    if (cosines_.empty()) cosines_ = symbols().cosines(evidence_.goal_symbols);
    return cosines_;
  }

  const std::vector<float>& quick() {
    if (quick_.empty()) quick_ = evidence_.quick();
    return quick_;
  }

  const std::vector<float>& votes() {
    if (votes_.empty()) votes_ = count_votes();
    return votes_;
  }
  std::vector<float> count_votes() {
    if (evidence_.proofs == nullptr)
      throw InputError("k-NN learns from earlier proofs, and there are none",
                       "give a store of examples with --proofs, or take another --ranker");
    auto share = static_cast<float>(options_.knn.shapes);
    std::vector<float> similarities = cosines();
    if (share > 0) {
      TfIdf shapes(*evidence_.shapes, evidence_.documents, evidence_.features);
      std::vector<float> alike = shapes.cosines(evidence_.goal_shapes);
      for (std::size_t i = 0; i < alike.size(); ++i)
        similarities[i] += share * (alike[i] - similarities[i]);
    }
    return knn_scores(similarities, cosines(), *evidence_.proofs, options_.knn);
  }

  std::vector<float> ring_scores() {
    return sine_scores(sine_rings(*evidence_.symbols, evidence_.documents, symbols(),
                                  evidence_.goal_symbols, options_.sine),
                       cosines());
  }
  Ranking by_rings() { return of_candidates(ring_scores()); }

  static void require_model(bool there) {
    if (!there)
      throw InputError("this ranker needs a trained model, and there is none",
                       "give one with --model, or take --ranker tfidf+sine");
  }

  Ranking by_model() {
    if (!evidence_.exact) return alone(RankerKind::vectors);
    return in_two_stages(options_.first_stage, evidence_.exact);
  }

  // The model learned to tell useful premises from others that are near the goal, not from all the
  // rest of a library; votes know what is near, or at least shared symbols do.
  Ranking by_proofs_and_model() {
    require_model(static_cast<bool>(evidence_.quick));
    bool voted = evidence_.proofs != nullptr;
    std::span<const float> near = voted ? votes() : cosines();
    return in_two_stages(voted ? kVoted : kAlike, [&](std::span<const std::uint32_t> chosen) {
      return with_odds(near, chosen, logits(chosen));
    });
  }

  std::vector<float> with_odds(std::span<const float> near, std::span<const std::uint32_t> chosen,
                               std::vector<float> scores) const {
    auto trust = static_cast<float>(options_.trust);
    float least = kFarthest *
                  (evidence_.proofs != nullptr ? static_cast<float>(options_.knn.tfidf) : 1.f);
    for (std::size_t i = 0; i < chosen.size(); ++i)
      scores[i] = trust * scores[i] + std::log(near[chosen[i]] + least);
    return scores;
  }

  Ranking by_clues() {
    if (options_.weighers == nullptr)
      throw InputError("nobody has learned how to weigh clues for this model",
                       "'winnow experiment fit' does; or take --ranker guided");
    const Weigher& weigher = evidence_.proofs != nullptr ? options_.weighers->with_proofs
                                                         : options_.weighers->without_proofs;
    return rank_by_score(weigher.scores(clues().values));
  }

  // The best of a first stage, in the order of the candidates: equal scores will keep it.
  std::vector<std::uint32_t> first_choice(const Ranker& first) {
    return candidates_of(together(first), options_.rerank);
  }
  static std::vector<std::uint32_t> candidates_of(const Ranking& ranking, std::size_t count) {
    std::vector<std::uint32_t> chosen;
    for (const Ranked& each : std::span(ranking).first(std::min(count, ranking.size())))
      chosen.push_back(each.candidate);
    std::ranges::sort(chosen);
    return chosen;
  }

  // With attention where the model has it.
  std::vector<float> logits(std::span<const std::uint32_t> chosen) {
    if (evidence_.exact) return evidence_.exact(chosen);
    std::vector<float> result;
    for (std::uint32_t candidate : chosen) result.push_back(quick()[candidate]);
    return result;
  }

  // The best of the first stage by `judge`, then the others as the first stage had them.
  template <class Judging>
  Ranking in_two_stages(const Ranker& first, Judging&& judge) {
    std::size_t count = std::min(options_.rerank, evidence_.candidates);
    if (count == evidence_.candidates) {
      std::vector<std::uint32_t> all(count);
      std::iota(all.begin(), all.end(), 0);
      return rank_by_score(judge(all));
    }
    Ranking ranking = together(first);
    std::vector<std::uint32_t> chosen = candidates_of(ranking, count);
    Ranking again = rank_by_score(judge(chosen));
    for (std::size_t i = 0; i < count; ++i) ranking[i] = {chosen[again[i].candidate], again[i].score};
    // Scores of the two stages do not compare; those of the rest are moved below the others'.
    if (count < ranking.size()) {
      float drop = ranking[count].score - (count == 0 ? 0.f : ranking[count - 1].score);
      for (Ranked& each : std::span(ranking).subspan(count)) each.score -= std::max(drop, 0.f);
    }
    return ranking;
  }

  const Evidence& evidence_;
  const RankOptions& options_;
  std::optional<TfIdf> symbols_;
  std::vector<float> cosines_, votes_, quick_;
};

}  // namespace

std::string_view to_string(RankerKind kind) {
  switch (kind) {
    case RankerKind::tfidf: return "tfidf";
    case RankerKind::knn: return "knn";
    case RankerKind::sine: return "sine";
    case RankerKind::vectors: return "vectors";
    case RankerKind::winnow: return "winnow";
    case RankerKind::guided: return "guided";
    case RankerKind::clues: return "clues";
  }
  return "";
}

Ranker parse_ranker(std::string_view text) {
  Ranker ranker;
  auto wrong = [&](std::string_view what) {
    return InputError(fmt::format("ranker '{}': {}", text, what),
                      "tfidf, knn, sine, vectors, winnow, guided, clues, or a sum such as winnow+0.5*knn");
  };
  for (std::size_t start = 0; start <= text.size();) {
    std::size_t end = std::min(text.find('+', start), text.size());
    std::string_view item = text.substr(start, end - start);
    start = end + 1;
    RankerPart part{1, RankerKind::tfidf};
    if (std::size_t star = item.find('*'); star != std::string_view::npos) {
      auto [stop, error] = std::from_chars(item.data(), item.data() + star, part.weight);
      if (error != std::errc() || stop != item.data() + star || !(part.weight > 0))
        throw wrong(fmt::format("'{}' is no number above 0", item.substr(0, star)));
      item.remove_prefix(star + 1);
    }
    auto found = std::ranges::find(kKindsOfRankers, item,
                                   [](RankerKind kind) { return to_string(kind); });
    if (found == kKindsOfRankers.end()) throw wrong(fmt::format("no ranker is called '{}'", item));
    part.kind = *found;
    ranker.push_back(part);
  }
  return ranker;
}

bool uses(const Ranker& ranker, RankerKind kind) {
  return std::ranges::any_of(ranker, [&](const RankerPart& part) { return part.kind == kind; });
}

bool needs_model(const RankOptions& options) {
  return uses(options.ranker, RankerKind::vectors) || uses(options.ranker, RankerKind::winnow) ||
         uses(options.ranker, RankerKind::guided) || uses(options.ranker, RankerKind::clues);
}

bool needs_encodings(const RankOptions& options) {
  if (uses(options.ranker, RankerKind::vectors) || uses(options.ranker, RankerKind::clues))
    return true;
  if (options.rerank == ~0u) return false;  // attention looks at all of them at once
  return uses(options.ranker, RankerKind::guided) ||
         (uses(options.ranker, RankerKind::winnow) && uses(options.first_stage, RankerKind::vectors));
}

Clues clues_of(const Evidence& evidence, const RankOptions& options) {
  return Judge(evidence, options).clues();
}

Ranking rank(const Evidence& evidence, const RankOptions& options) {
  for (const RankerPart& part : options.first_stage)
    if (part.kind == RankerKind::winnow || part.kind == RankerKind::guided ||
        part.kind == RankerKind::clues)
      throw InputError(fmt::format("the first stage cannot be {}, which needs a first stage itself",
                                   to_string(part.kind)));
  return Judge(evidence, options).together(options.ranker);
}

}  // namespace winnow
