// rank/ranker.h - all rankers under one roof, alone or together.
// in: what is known about a goal and its candidates, and which rankers to ask     out: a ranking
//
//   Ranking ranking = rank(evidence, {.ranker = parse_ranker("winnow+0.5*knn")});
//
//   tfidf    symbols shared with the goal              knn      premises of similar conjectures
//   sine     rings around the goal's symbols           vectors  the classifier without
//   cross-attention retrieve the model's retrieval head: the inner product of goal and premise
//   winnow   the classifier: without cross-attention over all, then with it over the best
//   guided   votes of earlier proofs times the model's odds, for the best that either of them has
//   fusion   features of formulas, proofs and retrieval, weighed by a small network; then a second
//            stage over the best, if the model has one
#pragma once

#include "rank/fusion.h"
#include "rank/knn.h"
#include "rank/ranking.h"
#include "rank/sine.h"
#include "winnow/deadline.h"

#include <array>
#include <functional>
#include <string>
#include <string_view>

namespace winnow {

enum class RankerKind : std::uint8_t {
  tfidf,
  knn,
  sine,
  retrieve,
  vectors,
  winnow,
  guided,
  fusion
};
std::string_view to_string(RankerKind kind);
inline constexpr std::array kKindsOfRankers = {
    RankerKind::tfidf,   RankerKind::knn,    RankerKind::sine,   RankerKind::retrieve,
    RankerKind::vectors, RankerKind::winnow, RankerKind::guided, RankerKind::fusion};

// The least share of a goal's symbols that a model must know to be asked. Every library has
// equality.
inline constexpr double kLeastKnown = 0.2;

struct RankerPart {
  double weight;
  RankerKind kind;
};
using Ranker = std::vector<RankerPart>;

// "knn", "knn+winnow", "0.5*knn+winnow". Throws CodedError, which says that it is the value of
// `option`.
Ranker parse_ranker(std::string_view text, std::string_view option = "ranker");
bool uses(const Ranker& ranker, RankerKind kind);

// One goal, its candidates, and what there is to judge them by.
struct Evidence {
  std::uint32_t candidates = 0;
  // Rows of the feature sets: the candidates first, then conjectures that can only vote.
  std::span<const std::uint32_t> documents;
  FeatureRows symbols;
  FeatureRows shapes;                  // only for k-NN with a share of shapes
  std::uint32_t features = 0;          // ids in both are below it
  const SymbolFacts* facts = nullptr;  // of these documents, if they are prepared
  LibraryCounts library;               // that the candidates were chosen from, if they were
  std::span<const FeatureId> goal_symbols, goal_shapes;
  const Proofs* proofs = nullptr;        // or none
  std::span<const std::uint32_t> order;  // [candidates] positions; empty: as they stand
  // Scores of all candidates by the model's retrieval head, if it has one; and which features it
  // knows.
  std::function<std::vector<float>()> retrieve;
  std::function<std::vector<std::uint8_t>()> known;
  // The model's logits, if it classifies: of all candidates without attention, and of some
  // candidates with it. A model that has no attention has only the first. The function
  // knows how many formulas have a feature; it computes that when somebody asks.
  std::function<std::vector<float>()> without_attention;
  using Symbols = std::function<const TfIdf&()>;
  std::function<std::vector<float>(std::span<const std::uint32_t>, const Symbols&)> rerank;
  // A model that learned from lists reranks the best so many, so many at once; 0: it did not.
  std::uint32_t list_best = 0, list_group = 0;
};

struct RankerOptions {
  Ranker ranker = {{1, RankerKind::winnow}};
  Ranker first_stage = {{1, RankerKind::vectors}};  // chooses what attention reranks
  std::uint32_t rerank = 2048;                      // how many those are; ~0u: all
  double trust = 0.5;              // power of the model's odds: fusion's second stage, guided
  const Fusion* fusion = nullptr;  // for fusion
  FusionChoice choice = {};        // whom it looks at
  std::uint32_t threads = 1;       // the ranking does not depend on it
  KnnOptions knn = {};
  SineOptions sine = {};
  Stop stop = {};  // asked before each of the costly steps
};

bool needs_model(const RankerOptions& options);      // cannot rank without one
bool needs_encodings(const RankerOptions& options);  // reads encodings of all candidates
bool takes_model(const RankerOptions& options);      // asks one if there is one

// What is known about the candidates, as `fusion` sees it; and those worth learning from: whoever
// some ranker ranks well, and one in kOrdinary of the others.
struct CandidateFeatures {
  std::vector<float> values;           // [candidates, kFusionFeatures]
  std::vector<std::uint32_t> notable;  // candidates, ascending
  std::vector<float> weights;          // [notable] candidates that each stands for
};
CandidateFeatures features_of(const Evidence& evidence, const RankerOptions& options);

// What a ranking was made of, for whoever asks why: the scores of the rankers that it asked, and
// the features that `fusion` saw.
struct ScoreColumn {
  std::string name;
  std::vector<float> values;  // [candidates] minus infinity: not scored
  bool is_ranker = true;
};
struct RankingParts {
  std::vector<ScoreColumn> columns;
  const FusionNetwork* network = nullptr;  // that weighed the features, if one did
};

// Throws InputError if a ranker is asked for whose evidence is missing, Stopped if it takes too
// long. `why`, if not null, is filled anew.
Ranking rank(const Evidence& evidence, const RankerOptions& options, RankingParts* why = nullptr);

}  // namespace winnow
