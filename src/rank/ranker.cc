#include "rank/ranker.h"

#include "term/hash.h"
#include "term/in_pieces.h"
#include "term/nearest.h"
#include "winnow/error_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <vector>

namespace winnow {

namespace {

// What chooses the candidates that guided reranks with cross-attention.
const Ranker kGuidedWithProofs = {{1, RankerKind::vectors}, {2, RankerKind::knn}};
const Ranker kGuidedWithoutProofs = {
    {1, RankerKind::vectors}, {2, RankerKind::tfidf}, {2, RankerKind::sine}};
// No premise is farther from a goal than this cosine, or the model could never bring it near.
constexpr float kFarthest = 0.1f;
// Worth learning from are the best so many by any ranker, and one in so many of the others.
constexpr std::uint32_t kNotable = 256, kOrdinary = 16;
constexpr std::size_t kWeighedRows = 1024;  // rows that a thread weighs at a time

// Rankers of one question share what is costly.
class Judge {
 public:
  Judge(const Evidence& evidence, const RankerOptions& options, bool keeps_features = false)
      : evidence_(evidence), options_(options), keeps_features_(keeps_features) {}

  Ranking together(const Ranker& ranker) {
    std::vector<WeightedRanking> rankings;
    for (const RankerPart& part : ranker) rankings.push_back({part.weight, alone(part.kind)});
    return fuse_rankings(rankings);
  }

  // Of all candidates, and which of them are worth learning from.
  CandidateFeatures features() {
    CandidateFeatures features{fusion_features(feature_sources()), {}, {}};
    std::vector<FusionFeature> ranks = {
        FusionFeature::rank_before, FusionFeature::rank_by_cosine, FusionFeature::rank_by_ring,
        FusionFeature::rank_by_expanded, FusionFeature::rank_by_walk};
    if (proofs() != nullptr) ranks.push_back(FusionFeature::rank_by_votes);
    if (retrieves()) ranks.push_back(FusionFeature::rank_by_retrieve);
    for (std::uint32_t i = 0; i < evidence_.candidates; ++i) {
      const float* row = features.values.data() + i * kFusionFeatures;
      bool is_notable = std::ranges::any_of(ranks, [&](FusionFeature rank) {
        return row[static_cast<std::size_t>(rank)] < std::log1p(static_cast<float>(kNotable));
      });
      if (!is_notable && mix(i, kOrdinary) % kOrdinary != 0) continue;
      features.notable.push_back(i);
      features.weights.push_back(is_notable ? 1.f : static_cast<float>(kOrdinary));
    }
    return features;
  }

  // What was asked so far.
  RankingParts parts() const {
    RankingParts parts{{}, network_};
    std::vector<ScoreColumn>& columns = parts.columns;
    auto add = [&](std::string_view name, std::span<const float> scores) {
      if (scores.empty()) return;
      scores = scores.first(evidence_.candidates);
      columns.push_back({std::string(name), {scores.begin(), scores.end()}});
    };
    add("tfidf", cosines_);
    add("sine", rings_);
    add("knn", votes_);
    add("retrieve", retrieve_);
    add("vectors", without_attention_);
    add(evidence_.list_best != 0 ? "second stage" : "winnow", logits_);
    for (std::size_t n = 0; n < kFusionFeatures && !features_.candidates.empty(); ++n) {
      ScoreColumn column{
          std::string(to_string(static_cast<FusionFeature>(n))),
          std::vector<float>(evidence_.candidates, -std::numeric_limits<float>::infinity()), false};
      for (std::size_t row = 0; row < features_.candidates.size(); ++row)
        column.values[features_.candidates[row]] = features_.values[row * kFusionFeatures + n];
      columns.push_back(std::move(column));
    }
    return parts;
  }

 private:
  Ranking alone(RankerKind kind) {
    options_.stop.check();
    switch (kind) {
      case RankerKind::tfidf:
        return of_candidates(cosines());
      case RankerKind::knn:
        return of_candidates(votes());
      case RankerKind::sine:
        return by_rings();
      case RankerKind::retrieve:
        return by_retrieval();
      case RankerKind::vectors:
        require_model(static_cast<bool>(evidence_.without_attention));
        return rank_by_score(without_attention());
      case RankerKind::winnow:
        return by_model();
      case RankerKind::guided:
        return by_proofs_and_model();
      case RankerKind::fusion:
        return by_fusion();
    }
    return {};
  }

  Ranking of_candidates(std::span<const float> scores) const {
    return rank_by_score(scores.first(evidence_.candidates));
  }

  const SymbolFacts& facts() {
    options_.stop.check();
    if (evidence_.facts != nullptr) return *evidence_.facts;
    if (!facts_)
      facts_.emplace(evidence_.symbols, evidence_.documents, evidence_.candidates,
                     evidence_.features, evidence_.library);
    return *facts_;
  }
  const TfIdf& symbols() { return facts().symbols(); }
  const std::vector<float>& cosines() {
    if (cosines_.empty()) cosines_ = symbols().cosines(evidence_.goal_symbols);
    return cosines_;
  }

  const std::vector<float>& without_attention() {
    if (without_attention_.empty()) without_attention_ = evidence_.without_attention();
    return without_attention_;
  }

  const std::vector<float>& votes() {
    if (votes_.empty()) votes_ = count_votes();
    return votes_;
  }
  std::vector<float> count_votes() {
    if (evidence_.proofs == nullptr)
      throw CodedError(ErrorCode::no_proofs, {},
                       "k-NN learns from earlier proofs, and there are none",
                       "give a store of examples, or take another ranker");
    auto share = static_cast<float>(options_.knn.shapes);
    std::vector<float> similarities = cosines();
    if (share > 0) {
      TfIdf shapes(evidence_.shapes, evidence_.documents, evidence_.features);
      std::vector<float> alike = shapes.cosines(evidence_.goal_shapes);
      for (std::size_t i = 0; i < alike.size(); ++i)
        similarities[i] += share * (alike[i] - similarities[i]);
    }
    return knn_scores(similarities, cosines(), *evidence_.proofs, options_.knn);
  }

  const std::vector<float>& ring_scores() {
    if (rings_.empty()) rings_ = count_rings();
    return rings_;
  }
  std::vector<float> count_rings() {
    return sine_scores(sine_rings(evidence_.symbols, evidence_.documents, symbols(),
                                  evidence_.goal_symbols, options_.sine),
                       cosines());
  }
  Ranking by_rings() { return of_candidates(ring_scores()); }

  static void require_model(bool there) {
    if (!there)
      throw CodedError(ErrorCode::no_model, {},
                       "this ranker needs a model with a classifier, and there is none",
                       "give one, or take the ranker tfidf+sine");
  }

  Ranking by_retrieval() {
    if (!evidence_.retrieve)
      throw CodedError(ErrorCode::no_retrieval, {},
                       "this ranker needs a model that retrieves, and there is none",
                       "train one to retrieve, or take another ranker");
    return rank_by_score(retrieved());
  }

  Ranking by_model() {
    require_model(static_cast<bool>(evidence_.without_attention));
    if (!evidence_.rerank) return alone(RankerKind::vectors);
    return reranked(options_.first_stage,
                    [&](std::span<const std::uint32_t> chosen) { return logits(chosen); });
  }

  // The model learned to tell useful premises from others that are near the goal, not from all the
  // rest of a library; votes know what is near, or at least shared symbols do.
  Ranking by_proofs_and_model() {
    require_model(static_cast<bool>(evidence_.without_attention));
    bool voted = proofs() != nullptr;
    std::span<const float> near = voted ? votes() : cosines();
    return reranked(voted ? kGuidedWithProofs : kGuidedWithoutProofs,
                    [&](std::span<const std::uint32_t> chosen) {
                      return with_odds(near, chosen, logits(chosen));
                    });
  }

  std::vector<float> with_odds(std::span<const float> near, std::span<const std::uint32_t> chosen,
                               std::vector<float> scores) const {
    auto trust = static_cast<float>(options_.trust);
    float least = kFarthest * (proofs() != nullptr ? static_cast<float>(options_.knn.tfidf) : 1.f);
    for (std::size_t i = 0; i < chosen.size(); ++i)
      scores[i] = trust * scores[i] + std::log(near[chosen[i]] + least);
    return scores;
  }

  Ranking by_fusion() {
    FusionCase which = fusion_case(proofs() != nullptr, retrieves());
    if (options_.fusion == nullptr || !options_.fusion->has(which))
      throw CodedError(ErrorCode::no_fusion, {}, "nobody has learned how to weigh features",
                       "learn it from proofs, or take the ranker tfidf+sine");
    ChosenFeatures chosen = fusion_features(feature_sources(), options_.choice);
    std::vector<float> scores(chosen.candidates.size());
    in_pieces(options_.threads, equal_pieces(scores.size(), kWeighedRows), {}, [&] {
      return [&](std::size_t first, std::size_t count) {
        std::ranges::copy(
            (*options_.fusion)[which].scores(
                std::span(chosen.values).subspan(first * kFusionFeatures, count * kFusionFeatures)),
            scores.begin() + static_cast<std::ptrdiff_t>(first));
      };
    });
    Ranking ranking = rank_by_score(scores);
    for (RankedCandidate& each : ranking) each.candidate = chosen.candidates[each.candidate];
    append_rest(chosen, ranking);
    network_ = &(*options_.fusion)[which];
    if (keeps_features_) features_ = std::move(chosen);
    if (evidence_.list_best != 0) rerank_lists(ranking);
    return ranking;
  }

  // The second stage: the best are judged in groups of equal quality, as in the lists that the
  // model learned from (winnow experiment lists). Its logits are added to the scores so far.
  void rerank_lists(Ranking& ranking) {
    const std::size_t count = std::min<std::size_t>(evidence_.list_best, ranking.size());
    const std::size_t groups = (count + evidence_.list_group - 1) / evidence_.list_group;
    std::vector<std::uint32_t> chosen;
    std::vector<std::size_t> ranks;
    for (std::size_t g = 0; g < groups; ++g)
      for (std::size_t rank = g; rank < count; rank += groups) {
        chosen.push_back(ranking[rank].candidate);
        ranks.push_back(rank);
      }
    const std::vector<float> judged = logits(chosen);
    std::vector<float> scores(count);
    for (std::size_t i = 0; i < count; ++i)
      scores[ranks[i]] = ranking[ranks[i]].score + static_cast<float>(options_.trust) * judged[i];
    const Ranking again = rank_by_score(scores);
    const Ranking before(ranking.begin(), ranking.begin() + static_cast<std::ptrdiff_t>(count));
    for (std::size_t i = 0; i < count; ++i)
      ranking[i] = {before[again[i].candidate].candidate, again[i].score};
    move_below(ranking, count);
  }

  // Whoever was not looked at follows in the order of the ranking before.
  void append_rest(const ChosenFeatures& chosen, Ranking& ranking) const {
    if (chosen.candidates.size() == evidence_.candidates) return;
    std::vector<std::uint8_t> is_chosen(evidence_.candidates, 0);
    for (std::uint32_t candidate : chosen.candidates) is_chosen[candidate] = 1;
    ranking.reserve(evidence_.candidates);
    for (const RankedCandidate& each : chosen.before)
      if (is_chosen[each.candidate] == 0) ranking.push_back(each);
    move_below(ranking, chosen.candidates.size());
  }

  FusionSources feature_sources() {
    options_.stop.check();
    bool voted = proofs() != nullptr, has_model = retrieves();
    return {.candidates = evidence_.candidates,
            .facts = facts(),
            .goal = evidence_.goal_symbols,
            .cosines = cosines(),
            .order = evidence_.order,
            .votes = voted ? votes() : std::span<const float>(),
            .proofs = proofs(),
            .retrieve = has_model ? retrieved() : std::span<const float>(),
            .known = has_model ? known() : std::span<const std::uint8_t>(),
            .threads = options_.threads};
  }

  // All that are known may be proofs of the goal itself, which do not count: then there are none.
  const Proofs* proofs() const {
    return evidence_.proofs != nullptr && evidence_.proofs->size() > 0 ? evidence_.proofs : nullptr;
  }

  // Whether the model has anything to say: it knows enough symbols of the goal, and somebody has
  // learned what its scores are worth.
  bool retrieves() {
    if (!evidence_.retrieve || !evidence_.known) return false;
    if (options_.fusion != nullptr && !options_.fusion->has(fusion_case(proofs() != nullptr, true)))
      return false;
    return known_share(evidence_.goal_symbols, known(), symbols()) >= kLeastKnown;
  }
  const std::vector<std::uint8_t>& known() {
    if (known_.empty()) known_ = evidence_.known();
    return known_;
  }
  const std::vector<float>& retrieved() {
    if (retrieve_.empty()) retrieve_ = evidence_.retrieve();
    return retrieve_;
  }

  // The best by `first`, in the order of the candidates: equal scores will keep it.
  std::vector<std::uint32_t> first_choice(const Ranker& first) {
    return candidates_of(together(first), options_.rerank);
  }
  static std::vector<std::uint32_t> candidates_of(const Ranking& ranking, std::size_t count) {
    std::vector<std::uint32_t> chosen;
    for (const RankedCandidate& each : std::span(ranking).first(std::min(count, ranking.size())))
      chosen.push_back(each.candidate);
    std::ranges::sort(chosen);
    return chosen;
  }

  // With attention where the model has it.
  std::vector<float> logits(std::span<const std::uint32_t> chosen) {
    std::vector<float> result;
    if (evidence_.rerank) {
      result = evidence_.rerank(chosen, [this]() -> const TfIdf& { return symbols(); });
      logits_.assign(evidence_.candidates, -std::numeric_limits<float>::infinity());
      for (std::size_t i = 0; i < chosen.size(); ++i) logits_[chosen[i]] = result[i];
      return result;
    }
    for (std::uint32_t candidate : chosen) result.push_back(without_attention()[candidate]);
    return result;
  }

  // Scores with and without cross-attention do not compare; those behind the first `count` are
  // moved below the others'. What rounding or an infinity would lift above its place keeps the
  // score before it.
  static void move_below(Ranking& ranking, std::size_t count) {
    if (count >= ranking.size()) return;
    float above = count == 0 ? 0.f : ranking[count - 1].score;
    const float drop = std::max(ranking[count].score - above, 0.f);
    for (RankedCandidate& each : std::span(ranking).subspan(count)) {
      if (float moved = each.score - drop; moved <= above) above = moved;
      each.score = above;
    }
  }

  // The best by `first` in the order of `judge`, then the others as `first` had them.
  template <class Judging>
  Ranking reranked(const Ranker& first, Judging&& judge) {
    std::size_t count = std::min(options_.rerank, evidence_.candidates);
    if (count == evidence_.candidates) {
      std::vector<std::uint32_t> all(count);
      std::iota(all.begin(), all.end(), 0);
      return rank_by_score(judge(all));
    }
    Ranking ranking = together(first);
    std::vector<std::uint32_t> chosen = candidates_of(ranking, count);
    Ranking again = rank_by_score(judge(chosen));
    for (std::size_t i = 0; i < count; ++i)
      ranking[i] = {chosen[again[i].candidate], again[i].score};
    move_below(ranking, count);
    return ranking;
  }

  const Evidence& evidence_;
  const RankerOptions& options_;
  bool keeps_features_;
  std::optional<SymbolFacts> facts_;
  std::vector<float> cosines_, rings_, votes_, without_attention_, retrieve_;
  std::vector<std::uint8_t> known_;
  std::vector<float> logits_;  // with attention, of those that it reranked
  ChosenFeatures features_;
  const FusionNetwork* network_ = nullptr;
};

}  // namespace

std::string_view to_string(RankerKind kind) {
  switch (kind) {
    case RankerKind::tfidf:
      return "tfidf";
    case RankerKind::knn:
      return "knn";
    case RankerKind::sine:
      return "sine";
    case RankerKind::retrieve:
      return "retrieve";
    case RankerKind::vectors:
      return "vectors";
    case RankerKind::winnow:
      return "winnow";
    case RankerKind::guided:
      return "guided";
    case RankerKind::fusion:
      return "fusion";
  }
  return "";
}

constexpr std::string_view kRankerHint =
    "tfidf, knn, sine, retrieve, vectors, winnow, guided, fusion, or a sum such as winnow+0.5*knn";

Ranker parse_ranker(std::string_view text, std::string_view option) {
  Ranker ranker;
  auto wrong = [&](std::string_view what, std::string_view hint) {
    return CodedError(ErrorCode::option_value, {std::string(option), std::string(text)},
                      fmt::format("{} '{}': {}", option, text, what), hint);
  };
  for (std::size_t start = 0; start <= text.size();) {
    std::size_t end = std::min(text.find('+', start), text.size());
    std::string_view item = text.substr(start, end - start);
    start = end + 1;
    RankerPart part{1, RankerKind::tfidf};
    if (std::size_t star = item.find('*'); star != std::string_view::npos) {
      auto [stop, error] = std::from_chars(item.data(), item.data() + star, part.weight);
      if (error != std::errc() || stop != item.data() + star || !(part.weight > 0))
        throw wrong(fmt::format("'{}' is no number above 0", item.substr(0, star)), kRankerHint);
      item.remove_prefix(star + 1);
    }
    auto found =
        std::ranges::find(kKindsOfRankers, item, [](RankerKind kind) { return to_string(kind); });
    if (found == kKindsOfRankers.end()) {
      std::vector<std::string_view> names;
      for (RankerKind kind : kKindsOfRankers) names.push_back(to_string(kind));
      throw wrong(fmt::format("no ranker is called '{}'", item),
                  hint_with_nearest(item, names, kRankerHint));
    }
    part.kind = *found;
    ranker.push_back(part);
  }
  return ranker;
}

bool uses(const Ranker& ranker, RankerKind kind) {
  return std::ranges::any_of(ranker, [&](const RankerPart& part) { return part.kind == kind; });
}

bool needs_model(const RankerOptions& options) {
  return uses(options.ranker, RankerKind::retrieve) || uses(options.ranker, RankerKind::vectors) ||
         uses(options.ranker, RankerKind::winnow) || uses(options.ranker, RankerKind::guided);
}

bool takes_model(const RankerOptions& options) {
  return needs_model(options) || uses(options.ranker, RankerKind::fusion);
}

bool needs_encodings(const RankerOptions& options) {
  if (uses(options.ranker, RankerKind::retrieve) || uses(options.ranker, RankerKind::vectors) ||
      uses(options.ranker, RankerKind::fusion))
    return true;
  if (options.rerank == ~0u) return false;  // attention looks at all of them at once
  return uses(options.ranker, RankerKind::guided) ||
         (uses(options.ranker, RankerKind::winnow) &&
          (uses(options.first_stage, RankerKind::vectors) ||
           uses(options.first_stage, RankerKind::retrieve)));
}

CandidateFeatures features_of(const Evidence& evidence, const RankerOptions& options) {
  return Judge(evidence, options).features();
}

Ranking rank(const Evidence& evidence, const RankerOptions& options, RankingParts* why) {
  for (const RankerPart& part : options.first_stage)
    if (part.kind == RankerKind::winnow || part.kind == RankerKind::guided ||
        part.kind == RankerKind::fusion)
      throw InputError(fmt::format("the first stage cannot be {}, which needs a first stage itself",
                                   to_string(part.kind)));
  Judge judge(evidence, options, why != nullptr);
  Ranking ranking = judge.together(options.ranker);
  if (why != nullptr) *why = judge.parts();
  return ranking;
}

}  // namespace winnow
