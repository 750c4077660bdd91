// tests/api/random/plain_rankers.h - the rankers as docs/ranking.md defines them, slow and plain.
// in: formulas as sets of symbols, a goal     out: a score for each, in double precision
// Nothing here is shared with the library: maps instead of inverted indexes, definitions instead of
// loops that were made fast.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace winnow::random_tester {

using Symbols = std::set<std::string>;

struct PlainProof {
  std::size_t conjecture;             // a document
  std::vector<std::size_t> premises;  // documents
};

// Documents are candidates first, then conjectures that can only vote.
struct PlainQuestion {
  std::vector<Symbols> documents;
  std::size_t candidates = 0;
  Symbols goal;
  std::vector<PlainProof> proofs;
};

// [documents] each.
std::vector<double> plain_tfidf(const PlainQuestion& question);
std::vector<double> plain_sine(const PlainQuestion& question);
std::vector<double> plain_knn(const PlainQuestion& question);

// What a ranker says: scores of the candidates, and whether two of them are so near to each other
// that rounding may decide which comes first.
struct PlainScores {
  std::vector<double> scores;
  bool close = false;
};

// "tfidf", "sine", "knn" or a sum such as "5*knn+sine".
PlainScores plain_scores(const PlainQuestion& question, const std::string& ranker);

}  // namespace winnow::random_tester
