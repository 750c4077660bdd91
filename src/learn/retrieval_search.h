// learn/retrieval_search.h - what a model finds in the library, for figures and as negatives.
// in: a model, its encodings of a store's formulas
// out: dev recall and loss; for each conjecture of the training examples the formulas that the
// model would return first.
#pragma once

#include "data/store.h"
#include "learn/retrieval_library.h"
#include "model/model.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

inline constexpr std::array<std::size_t, 4> kDevRecalls = {16, 64, 256, 1024};
inline constexpr std::size_t kDevRecall = 1;  // which of them chooses the best epoch

struct RetrievalFigures {
  double loss = 0;                                     // as in training, against all candidates
  std::array<double, kDevRecalls.size()> recall = {};  // means over examples
};

// Conjectures with their candidates: what `winnow experiment recall` asks (rank/history.h). In a
// store without a chronology all statements of all examples are candidates.
class RetrievalQuestions {
 public:
  RetrievalQuestions(const Store& store, std::span<const ExampleId> examples);

  RetrievalFigures measure(const Model& model, std::uint32_t threads) const;

 private:
  struct Question {
    TermId goal;
    std::vector<FormulaId> candidates;
    std::vector<std::uint32_t> useful;  // candidates
  };

  const Store& store_;
  std::vector<Question> questions_;
};

// [examples, count] Places in the library of the best older formulas for each conjecture, best
// first, without its useful premises; kNoPlace where there are fewer.
inline constexpr std::uint32_t kNoPlace = ~0u;
std::vector<std::uint32_t> hard_negatives(const Model& model, const Store& store,
                                          std::span<const ExampleId> examples,
                                          const RetrievalLibrary& library, std::size_t count,
                                          std::uint32_t threads);

}  // namespace winnow
