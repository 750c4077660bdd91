#include "rank/fusion_features.h"

#include "rank/sine.h"
#include "term/in_pieces.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>

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
                                                                         "proofs",
                                                                         "nearest proof",
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
constexpr float kFewProofs = 100;      // so many proofs count half of what thousands do
constexpr float kNearby = 0.75f, kWideNearby = 0.96f;  // how fast neighbours in the order fade

// Work is divided in pieces of so many candidates, whatever the threads: sums come out the same.
constexpr std::size_t kPiece = 8192;

// First what looks at all candidates: scores and ranks, a few numbers for each. Then the rows, of
// the chosen ones alone. A rank is among all candidates in either case.
class Gatherer {
  using enum FusionFeature;

 public:
  explicit Gatherer(const FusionSources& sources)
      : from_(sources),
        symbols_(sources.facts.symbols()),
        n_(sources.candidates),
        log_documents_(std::log(static_cast<float>(std::max<std::size_t>(2, symbols_.counted())))),
        goal_marks_(symbols_.features(), 0) {
    for (FeatureId id : from_.goal)
      if (index(id) < goal_marks_.size()) goal_marks_[index(id)] = 1;
    for (float each : from_.cosines.first(n_)) best_cosine_ = std::max(best_cosine_, each);
    if (from_.proofs != nullptr)
      for (std::uint32_t conjecture : from_.proofs->conjectures)
        nearest_proof_ = std::max(nearest_proof_, from_.cosines[conjecture]);
  }

  ChosenFeatures gather(const FusionChoice* choice) {
    if (n_ == 0) return {};
    in_parallel(
        {[this] { rank_by(rank_by_cosine, from_.cosines); },
         [this] { find_rings(2, rank_by_wide_ring); }, [this] { find_rings(1, rank_by_ring); },
         [this] { find_rings(0, count_of_features); },
         [this] {
           if (from_.proofs != nullptr) rank_by(rank_by_votes, from_.votes);
         },
         [this] {
           if (has_model()) rank_by(rank_by_retrieve, from_.retrieve);
         },
         [this] { nearby_ = neighbours(kNearby); },
         [this] { wide_nearby_ = neighbours(kWideNearby); }, [this] { from_.facts.totals(); }});
    if (has_model()) normalise_retrieval();
    find_rank_before();
    raise();
    in_parallel({[this] { walk_on(); }, [this] { expand(); }, [this] { find_introductions(); },
                 [this] { count_shorter(); }});
    choose(choice);
    rows_.assign(chosen_.size() * kFusionFeatures, 0);
    if (from_.proofs != nullptr) add_uses();
    add_introductions();
    in_pieces(from_.threads, equal_pieces(chosen_.size(), kPiece / 8), {}, [this] {
      return [this](std::size_t first, std::size_t count) {
        for (std::size_t row = first; row < first + count; ++row) fill(row);
      };
    });
    return {std::move(chosen_), std::move(rows_), std::move(before_)};
  }

 private:
  template <std::size_t kJobs>
  void in_parallel(const std::function<void()> (&jobs)[kJobs]) {
    for_each_of(from_.threads, kJobs, [&](std::size_t n) { jobs[n](); });
  }
  // Calls work(first, count) for all candidates.
  template <class Work>
  void for_all(const Work& work) {
    in_pieces(from_.threads, equal_pieces(n_, kPiece), {}, [&] { return work; });
  }

  float& at(std::size_t row, FusionFeature feature) {
    return rows_[row * kFusionFeatures + static_cast<std::size_t>(feature)];
  }
  std::span<const FeatureId> set(std::size_t candidate) const { return from_.facts.set(candidate); }
  float rarity(FeatureId id) const { return symbols_.weight(id) / log_documents_; }
  bool in_goal(FeatureId id) const {
    return index(id) < goal_marks_.size() && goal_marks_[index(id)] != 0;
  }
  bool has_model() const { return !from_.retrieve.empty(); }
  std::uint32_t position(std::uint32_t candidate) const {
    return from_.order.empty() ? candidate : from_.order[candidate];
  }

  // --- All candidates ---

  std::vector<std::uint32_t>& ranks(FusionFeature feature) {
    return ranks_[static_cast<std::size_t>(feature)];
  }
  // The rank of each candidate, from 0; and the best ones in their order.
  void rank_by(FusionFeature feature, std::span<const float> scores) {
    Ranking ranking = rank_by_score(scores.first(n_));
    std::vector<std::uint32_t>& found = ranks(feature);
    found.resize(n_);
    for (std::uint32_t rank = 0; rank < n_; ++rank) found[ranking[rank].candidate] = rank;
  }

  void find_rings(std::size_t which, FusionFeature ranked) {
    std::vector<std::uint32_t> rings =
        sine_rings(from_.facts, from_.goal, {.tolerance = kTolerances[which], .depth = kDepth});
    if (ranked != count_of_features) rank_by(ranked, sine_scores(rings, from_.cosines));
    rings_[which].assign(rings.begin(), rings.begin() + n_);
  }

  // Logarithms of a softmax over all candidates: comparable between libraries of any size.
  void normalise_retrieval() {
    float best = *std::ranges::max_element(from_.retrieve);
    std::vector<double> sums((n_ + kPiece - 1) / kPiece, 0);
    for_all([&](std::size_t first, std::size_t count) {
      double sum = 0;
      for (float score : from_.retrieve.subspan(first, count)) sum += std::exp(score - best);
      sums[first / kPiece] = sum;
    });
    double sum = std::accumulate(sums.begin(), sums.end(), 0.0);
    all_retrieved_ = best + static_cast<float>(std::log(sum));
    goal_known_ = static_cast<float>(known_share(from_.goal, from_.known, symbols_));
  }

  // Reciprocal ranks added up.
  void find_rank_before() {
    struct Part {
      const std::vector<std::uint32_t>* ranks;
      float weight;
    };
    std::vector<Part> parts = {{&ranks(rank_by_cosine), 1.f}, {&ranks(rank_by_ring), 1.f}};
    if (from_.proofs != nullptr) {
      const auto count = static_cast<float>(from_.proofs->size());
      parts.push_back({&ranks(rank_by_votes), 4 * count / (count + kFewProofs)});
    }
    if (has_model()) parts.push_back({&ranks(rank_by_retrieve), 4 * goal_known_});
    std::vector<float> sums(n_, 0);
    for_all([&](std::size_t first, std::size_t count) {
      for (const Part& part : parts)
        for (std::size_t i = first; i < first + count; ++i)
          sums[i] += part.weight / (61 + static_cast<float>((*part.ranks)[i]));
    });
    before_ = rank_by_score(sums);
    std::vector<std::uint32_t>& found = ranks(FusionFeature::rank_before);
    found.resize(n_);
    for (std::uint32_t rank = 0; rank < n_; ++rank) found[before_[rank].candidate] = rank;
  }

  // Symbols that the goal does not have and the best so far do.
  void raise() {
    raised_.assign(symbols_.features(), 0);
    float weight = 1;
    for (const RankedCandidate& speaker : best_candidates(before_, kSpeakers)) {
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
  void expand() {
    std::vector<float> query(symbols_.features(), 0);
    std::vector<FeatureId> ids;
    auto add = [&](std::span<const FeatureId> from, float share) {
      float square = 0;
      for (FeatureId id : from) square += symbols_.weight(id) * symbols_.weight(id);
      if (square == 0) return;
      for (FeatureId id : from) {
        if (index(id) >= query.size() || symbols_.weight(id) == 0) continue;
        if (query[index(id)] == 0) ids.push_back(id);
        query[index(id)] += share * symbols_.weight(id) / std::sqrt(square);
      }
    };
    add(from_.goal, 1);
    float share = 0.3f;
    for (const RankedCandidate& speaker : best_candidates(before_, kSpeakers)) {
      add(set(speaker.candidate), share);
      share *= kFading;
    }
    expanded_.assign(n_, 0);
    float square = 0;
    for (FeatureId id : ids) {
      square += query[index(id)] * query[index(id)];
      float product = symbols_.weight(id) * query[index(id)];
      for (std::uint32_t i : candidates_with(id)) expanded_[i] += product;
    }
    float length = std::sqrt(square);
    for (std::size_t i = 0; i < n_; ++i)
      if (expanded_[i] != 0) expanded_[i] /= length * symbols_.norm(i);
    rank_by(rank_by_expanded, expanded_);
  }
  std::span<const std::uint32_t> candidates_with(FeatureId id) const {
    std::span<const std::uint32_t> all = symbols_.with(id);
    return all.first(static_cast<std::size_t>(std::ranges::lower_bound(all, n_) - all.begin()));
  }

  // A walk from the goal's symbols to the formulas that are about them, to the symbols of these,
  // and so on. A formula is about a symbol as far as it has no rarer ones.
  void walk_on() {
    std::span<const float> totals = from_.facts.totals();
    std::span<const float> offered = from_.facts.offered();  // the shares in all formulas
    std::vector<float> at_symbols(offered.size(), 0), next(offered.size());
    walked_.assign(n_, 0);
    float goal_weight = 0, counts = 1;
    for (FeatureId id : from_.goal) goal_weight += symbols_.weight(id);
    for (FeatureId id : from_.goal)
      if (index(id) < at_symbols.size() && goal_weight > 0)
        at_symbols[index(id)] = symbols_.weight(id) / goal_weight;
    for (int step = 0; step < kSteps; ++step) {
      for (std::uint32_t id = 0; id < at_symbols.size(); ++id)  // what a share of a symbol gets
        at_symbols[id] =
            offered[id] > 0 ? at_symbols[id] * symbols_.weight(FeatureId{id}) / offered[id] : 0;
      std::ranges::fill(next, 0.f);
      for (std::size_t i = 0; i < n_; ++i) {
        float arrived = 0;
        for (FeatureId id : set(i)) arrived += at_symbols[index(id)];
        if (arrived == 0) continue;
        arrived /= totals[i];
        walked_[i] += counts * arrived;
        if (step + 1 == kSteps) continue;
        arrived /= totals[i];
        for (FeatureId id : set(i)) next[index(id)] += arrived;
      }
      for (std::uint32_t id = 0; id < next.size(); ++id) next[id] *= symbols_.weight(FeatureId{id});
      at_symbols.swap(next);
      counts *= kOnward;
    }
    rank_by(rank_by_walk, walked_);
  }

  // Libraries are written in an order: what stands together belongs together, and the first
  // statement that has a symbol is about it.
  void find_introductions() {
    auto first_with = [&](FeatureId id) -> std::optional<std::uint32_t> {
      std::span<const std::uint32_t> all = candidates_with(id);
      if (all.empty()) return std::nullopt;
      if (from_.order.empty()) return all.front();
      return *std::ranges::min_element(all, {}, [&](std::uint32_t i) { return position(i); });
    };
    for (FeatureId id : from_.goal)
      if (auto first = first_with(id)) {
        introductions_.push_back({*first, 0.3f + rarity(id), introduces});
        latest_ = std::max(latest_, position(*first));
      }
    for (FeatureId id : raised_ids_)
      if (auto first = first_with(id))
        introductions_.push_back({*first, raised_[index(id)], introduces_raised});
    std::uint32_t together = 0;
    if (from_.order.empty()) {
      together = from_.facts.coherent();
    } else {
      std::vector<std::uint32_t> in_order(n_);
      for (std::uint32_t i = 0; i < n_; ++i) in_order[position(i)] = i;
      for (std::uint32_t at = 0; at + 1 < n_; ++at)
        if (from_.facts.share_rare_symbol(in_order[at], in_order[at + 1])) ++together;
    }
    coherence_ = static_cast<float>(together) / static_cast<float>(std::max(1u, n_ - 1));
  }

  // How near the goal the neighbours are, the nearest counting most; compared with the best.
  std::vector<float> neighbours(float fading) const {
    std::vector<float> in_order(from_.cosines.begin(), from_.cosines.begin() + n_);
    for (std::uint32_t i = 0; i < n_ && !from_.order.empty(); ++i)
      in_order[position(i)] = from_.cosines[i];
    std::vector<float> sums(n_, 0);
    float sum = 0, most = 0;
    for (std::uint32_t at = 0; at < n_; ++at) {
      sums[at] = sum;
      sum = fading * (sum + in_order[at]);
    }
    sum = 0;
    for (std::uint32_t at = n_; at-- > 0;) {
      sums[at] += sum;
      most = std::max(most, sums[at]);
      sum = fading * (sum + in_order[at]);
    }
    for (float& each : sums) each = most > 0 ? each / most : 0;
    return sums;
  }

  // For each symbol of the goal and each raised one: how many formulas with it are shorter.
  void count_shorter() {
    shorter_of_.assign(symbols_.features(), 0);
    std::span<const std::uint8_t> sizes = from_.facts.sizes();
    shorter_.emplace_back();  // of a symbol that nobody asks about
    auto add = [&](FeatureId id) {
      if (index(id) >= shorter_of_.size() || shorter_of_[index(id)] != 0) return;
      shorter_of_[index(id)] = static_cast<std::uint32_t>(shorter_.size());
      auto& shorter = shorter_.emplace_back();
      for (std::uint32_t i : candidates_with(id)) ++shorter[sizes[i]];
      std::exclusive_scan(shorter.begin(), shorter.end(), shorter.begin(), 0u);
    };
    for (FeatureId id : from_.goal) add(id);
    for (FeatureId id : raised_ids_) add(id);
  }

  // --- Whom to look at ---

  void choose(const FusionChoice* choice) {
    if (choice == nullptr || n_ <= choice->all_up_to) {
      chosen_.resize(n_);
      std::iota(chosen_.begin(), chosen_.end(), 0);
      return;
    }
    std::vector<std::uint8_t> is_chosen(n_, 0);
    for (std::size_t feature = 0; feature < kFusionFeatures; ++feature) {
      std::uint32_t most = static_cast<FusionFeature>(feature) == FusionFeature::rank_before
                               ? choice->by_rank_before
                               : choice->by_each;
      for (std::size_t i = 0; i < ranks_[feature].size(); ++i)
        is_chosen[i] |= ranks_[feature][i] < most ? 1 : 0;
    }
    for (const Introduction& each : introductions_) is_chosen[each.candidate] = 1;
    for (std::uint32_t i = 0; i < n_; ++i)
      if (is_chosen[i] != 0) chosen_.push_back(i);
  }
  static constexpr std::size_t kNone = ~std::size_t{0};
  std::size_t row_of(std::uint32_t candidate) const {
    if (chosen_.size() == n_) return candidate;
    auto found = std::ranges::lower_bound(chosen_, candidate);
    if (found == chosen_.end() || *found != candidate) return kNone;
    return static_cast<std::size_t>(found - chosen_.begin());
  }

  // --- Rows of the chosen ---

  void fill(std::size_t row) {
    std::uint32_t i = chosen_[row];
    add_ranks(row, i);
    add_symbols(row, i);
    add_evidence(row, i);
    add_explanations(row, i);
    add_order(row, i);
  }

  void add_ranks(std::size_t row, std::uint32_t i) {
    for (std::size_t feature = 0; feature < kFusionFeatures; ++feature)
      if (!ranks_[feature].empty())
        rows_[row * kFusionFeatures + feature] = std::log1p(static_cast<float>(ranks_[feature][i]));
  }

  void add_symbols(std::size_t row, std::uint32_t i) {
    float goal_weight = 0;
    for (FeatureId id : from_.goal) goal_weight += symbols_.weight(id);
    float shared = 0, all = 0, rarest_shared_weight = 0;
    std::uint32_t others = 0, rarest = from_.facts.rarest()[i];
    bool is_goals = false;
    for (FeatureId id : set(i)) {
      float weight = symbols_.weight(id);
      all += weight;
      if (in_goal(id)) {
        shared += weight;
        rarest_shared_weight = std::max(rarest_shared_weight, weight);
        is_goals = is_goals || symbols_.count(id) <= kTolerance * rarest;
      } else {
        ++others;
      }
    }
    auto size = static_cast<float>(set(i).size());
    at(row, cosine) = from_.cosines[i];
    at(row, log_cosine) = std::log(from_.cosines[i] + 0.02f);
    at(row, goal_covered) = goal_weight > 0 ? shared / goal_weight : 0;
    at(row, covered_by_goal) = all > 0 ? shared / all : 0;
    at(row, rarest_shared) = rarest_shared_weight / log_documents_;
    at(row, rarest_is_goals) = is_goals ? 1 : 0;
    at(row, FusionFeature::symbols) = std::log1p(size);
    at(row, new_symbols) = std::log1p(static_cast<float>(others));
    at(row, rarest_count) = std::log1p(static_cast<float>(rarest));
    at(row, mean_rarity) = size > 0 ? all / size / log_documents_ : 0;
    at(row, FusionFeature::candidates) = std::log1p(static_cast<float>(n_));
    at(row, goal_symbols) = std::log1p(static_cast<float>(from_.goal.size()));
    at(row, best_cosine) = best_cosine_;
  }

  // Rings, votes and the model.
  void add_evidence(std::size_t row, std::uint32_t i) {
    constexpr std::array kRings = {narrow_ring, ring, wide_ring};
    for (std::size_t t = 0; t < kTolerances.size(); ++t)
      at(row, kRings[t]) = static_cast<float>(rings_[t][i]);
    if (from_.proofs != nullptr) {
      at(row, FusionFeature::proofs) = std::log1p(static_cast<float>(from_.proofs->size()));
      at(row, nearest_proof) = nearest_proof_;
      at(row, votes) = std::log(from_.votes[i] + 0.01f);
      at(row, few_votes) = std::log(from_.votes[i] + 0.0001f);
    }
    if (has_model()) {
      at(row, retrieve) = from_.retrieve[i] - all_retrieved_;
      at(row, known) = static_cast<float>(known_share(set(i), from_.known, symbols_));
      at(row, goal_known) = goal_known_;
    }
    at(row, expanded_cosine) = expanded_[i];
    at(row, FusionFeature::walk) = std::log(walked_[i] + 1e-6f);
  }

  // Votes of all proofs instead of the nearest: the many weigh more, or the very similar do.
  void add_uses() {
    struct Uses {
      float wide = 0, narrow = 0, nearest = 0, count = 0;
    };
    std::vector<std::uint32_t> row_of_candidate(n_, ~0u);
    for (std::uint32_t row = 0; row < chosen_.size(); ++row) row_of_candidate[chosen_[row]] = row;
    std::vector<Uses> used(chosen_.size());
    for (std::uint32_t proof = 0; proof < from_.proofs->size(); ++proof) {
      std::uint32_t conjecture = from_.proofs->conjectures[proof];
      float similarity = from_.cosines[conjecture];
      float square = similarity * similarity, fourth = square * square;
      float twelfth = fourth * fourth * fourth;
      for (PremiseUse use : (*from_.proofs)[proof]) {
        if (!use.useful() || use.formula() >= n_ || row_of_candidate[use.formula()] == ~0u)
          continue;
        Uses& its = used[row_of_candidate[use.formula()]];
        its.wide += fourth;
        its.narrow += twelfth;
        its.nearest = std::max(its.nearest, similarity);
        its.count += 1;
      }
      if (conjecture < n_ && row_of_candidate[conjecture] != ~0u)
        at(row_of_candidate[conjecture], proved_itself) = similarity;
    }
    for (std::size_t row = 0; row < used.size(); ++row) {
      at(row, wide_votes) = std::log(used[row].wide + 0.001f);
      at(row, narrow_votes) = std::log(used[row].narrow + 0.00001f);
      at(row, nearest_use) = used[row].nearest;
      at(row, uses) = std::log1p(used[row].count);
    }
  }

  // An axiom in which a raised symbol is the rarest is likely to say what it means; so is one of
  // the simplest that have a symbol.
  void add_explanations(std::size_t row, std::uint32_t i) {
    float most = 0;
    std::uint32_t rarest = from_.facts.rarest()[i];
    std::size_t size = from_.facts.sizes()[i];
    for (FeatureId id : set(i)) {
      if (symbols_.count(id) <= kTolerance * rarest) most = std::max(most, raised_[index(id)]);
      if (shorter_of_[index(id)] == 0) continue;
      auto before = static_cast<float>(shorter_[shorter_of_[index(id)]][size]);
      FusionFeature feature = in_goal(id) ? simplest : simplest_raised;
      float value = (in_goal(id) ? 1 : raised_[index(id)]) / (1 + std::log1p(before));
      at(row, feature) = std::max(at(row, feature), value);
    }
    // A symbol that many axioms explain says less about each.
    at(row, explains) = most / (1 + std::log(static_cast<float>(std::max(1u, rarest))) / 3);
  }

  void add_introductions() {
    for (const Introduction& each : introductions_)
      if (std::size_t row = row_of(each.candidate); row != kNone)
        at(row, each.feature) = std::max(at(row, each.feature), each.value);
  }
  void add_order(std::size_t row, std::uint32_t i) {
    auto here = static_cast<float>(position(i));
    at(row, coherence) = coherence_;
    at(row, after) = (here - static_cast<float>(latest_)) / static_cast<float>(n_);
    at(row, from_the_end) = std::log1p(static_cast<float>(n_) - 1 - here);
    at(row, nearby) = nearby_[position(i)];
    at(row, wide_nearby) = wide_nearby_[position(i)];
  }

  struct Introduction {
    std::uint32_t candidate;
    float value;
    FusionFeature feature;
  };

  const FusionSources& from_;
  const TfIdf& symbols_;
  std::uint32_t n_;
  float log_documents_;
  std::vector<std::uint8_t> goal_marks_;  // [features]
  float best_cosine_ = 0, nearest_proof_ = 0;
  std::array<std::vector<std::uint32_t>, kFusionFeatures> ranks_;    // [candidates], or empty
  std::array<std::vector<std::uint8_t>, kTolerances.size()> rings_;  // [candidates]
  float all_retrieved_ = 0, goal_known_ = 0;
  Ranking before_;             // by sums of reciprocal ranks
  std::vector<float> raised_;  // [features]
  std::vector<FeatureId> raised_ids_;
  std::vector<float> expanded_, walked_;  // [candidates]
  std::vector<Introduction> introductions_;
  std::uint32_t latest_ = 0;  // position of the last that introduces a goal's symbol
  float coherence_ = 0;
  std::vector<float> nearby_, wide_nearby_;  // [positions]
  std::vector<std::uint32_t> shorter_of_;    // [features] which of `shorter_`
  std::vector<std::array<std::uint32_t, SymbolFacts::kLongest + 1>> shorter_;  // by size
  std::vector<std::uint32_t> chosen_;  // candidates, ascending
  std::vector<float> rows_;            // [chosen, kFusionFeatures]
};

}  // namespace

std::string_view to_string(FusionFeature feature) {
  return kFeatureNames[static_cast<std::size_t>(feature)];
}

std::vector<float> fusion_features(const FusionSources& sources) {
  return Gatherer(sources).gather(nullptr).values;
}

ChosenFeatures fusion_features(const FusionSources& sources, const FusionChoice& choice) {
  return Gatherer(sources).gather(&choice);
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
