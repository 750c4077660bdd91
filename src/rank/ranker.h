// rank/ranker.h - all rankers under one roof, alone or together.
// in: what is known about a goal and its candidates, and which rankers to ask     out: a ranking
//
//   Ranking ranking = rank(evidence, {.ranker = parse_ranker("winnow+0.5*knn")});
//
//   tfidf    symbols shared with the goal              knn      premises of similar conjectures
//   sine     rings around the goal's symbols           vectors  the model's first stage
//   winnow   the model: first stage, then attention over the best of it
//   guided   votes of earlier proofs times the model's odds, for the best that either of them has
//   clues    all of these, weighed by a small network that was fitted for the model
#pragma once

#include "rank/knn.h"
#include "rank/ranking.h"
#include "rank/sine.h"
#include "rank/weigher.h"

#include <functional>
#include <string>
#include <string_view>

namespace winnow {

enum class RankerKind : std::uint8_t { tfidf, knn, sine, vectors, winnow, guided, clues };
std::string_view to_string(RankerKind kind);

struct RankerPart {
  double weight;
  RankerKind kind;
};
using Ranker = std::vector<RankerPart>;

// "knn", "knn+winnow", "0.5*knn+winnow". Throws InputError.
Ranker parse_ranker(std::string_view text);
bool uses(const Ranker& ranker, RankerKind kind);

// One goal, its candidates, and what there is to judge them by.
struct Evidence {
  std::uint32_t candidates = 0;
  // Rows of the feature sets: the candidates first, then conjectures that can only vote.
  std::span<const std::uint32_t> documents;
  const FeatureSets* symbols = nullptr;
  const FeatureSets* shapes = nullptr;
  std::uint32_t features = 0;  // ids in both are below it
  std::span<const FeatureId> goal_symbols, goal_shapes;
  const Proofs* proofs = nullptr;  // or none
  // The model's logits: of all candidates without attention, and of some candidates with it. A
  // model that has no attention has only the first.
  std::function<std::vector<float>()> quick;
  std::function<std::vector<float>(std::span<const std::uint32_t>)> exact;
};

struct RankOptions {
  Ranker ranker = {{1, RankerKind::winnow}};
  Ranker first_stage = {{1, RankerKind::vectors}};  // chooses whom attention looks at
  std::uint32_t rerank = 2048;                      // how many those are; ~0u: all
  double trust = 0.5;                               // of guided: the power of the model's odds
  const Weighers* weighers = nullptr;               // for clues
  KnnOptions knn = {};
  SineOptions sine = {};
};

// What a ranking needs of a model: anything at all, and the encodings of all candidates.
bool needs_model(const RankOptions& options);
bool needs_encodings(const RankOptions& options);

// What is known about the candidates, as `clues` sees it; and those worth learning from: whoever
// some ranker places well, and some of the others. Needs: evidence by a model.
struct Clues {
  std::vector<float> values;           // [candidates, kClues]
  std::vector<std::uint32_t> notable;  // candidates, ascending
};
Clues clues_of(const Evidence& evidence, const RankOptions& options);

// Throws InputError if a ranker is asked for whose evidence is missing.
Ranking rank(const Evidence& evidence, const RankOptions& options);

}  // namespace winnow
