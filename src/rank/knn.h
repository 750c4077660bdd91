// rank/knn.h - what earlier proofs say: the premises of proofs of similar conjectures.
// in: how similar a goal is to earlier conjectures, and their proofs     out: scores of premises
// The nearest conjectures vote for themselves and for the premises of their proofs, each with a
// power of its similarity, so that the very similar outvote the many. A little TF-IDF orders what
// nobody voted for (Alama et al., Premise selection for mathematics by corpus analysis, JAR 2014).
#pragma once

#include "dag/example_table.h"

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

// Earlier examples over documents: those below the number of candidates are candidates, the others
// are conjectures that can vote but not be voted for.
using Proofs = ExampleTable;

struct KnnOptions {
  std::uint32_t nearest = 120;
  double power = 6;
  double tfidf = 0.1;  // the share of TF-IDF in a score
  double shapes = 0;   // the share of term shapes, beside symbols, in a similarity
};

// [documents] `similarities` and `tfidf` are by document.
std::vector<float> knn_scores(std::span<const float> similarities, std::span<const float> tfidf,
                              const Proofs& proofs, const KnnOptions& options = {});

}  // namespace winnow
