// rank/knn.h - what earlier proofs say: the premises of proofs of similar conjectures.
// in: how similar a goal is to earlier conjectures, and their proofs     out: scores of premises
// The nearest conjectures vote for themselves and for the premises of their proofs, each with a
// power of its similarity, so that the very similar outvote the many. A little TF-IDF orders what
// nobody voted for (Alama et al., Premise selection for mathematics by corpus analysis, JAR 2014).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

// Proofs over documents: those below the number of candidates are candidates, the others are
// conjectures that can vote but not be voted for.
struct Proofs {
  std::vector<std::uint32_t> conjectures;  // [proofs] documents
  std::vector<std::uint32_t> ends;         // [proofs]
  std::vector<std::uint32_t> premises;     // documents

  std::uint32_t size() const { return static_cast<std::uint32_t>(conjectures.size()); }
  std::span<const std::uint32_t> operator[](std::size_t i) const {
    std::uint32_t begin = i == 0 ? 0 : ends[i - 1];
    return {premises.data() + begin, ends[i] - begin};
  }
};

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
