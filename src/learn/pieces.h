// learn/pieces.h - large examples cut into pieces, so that a step sees few premises of each.
// in: examples, how many premises a piece may have     out: what a step takes, in a drawn order
// HolStep's conjectures have two hundred steps each, and the paper's batches 32 pairs: a batch of
// whole examples would be far larger. Which premises stand together is drawn anew for each epoch.
// Pieces of one example that meet in a batch become one again: they share its conjecture.
#pragma once

#include "data/store.h"

#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <vector>

namespace winnow {

struct ExamplePiece {
  ExampleId example{};
  std::uint32_t number = 0, of = 1;
};

// Every example in as few pieces of about equal size as `most_premises` allows; 0: in one.
std::vector<ExamplePiece> cut_into_pieces(const Store& store, std::span<const ExampleId> examples,
                                          std::uint32_t most_premises);

// The examples of a batch of pieces, and which of their premises are in it.
class PieceBatch {
 public:
  // The same seed draws the same pieces; `store` must outlive it.
  PieceBatch(const Store& store, std::span<const ExamplePiece> pieces, std::uint64_t seed);

  std::span<const ExampleId> examples() const { return examples_; }
  // Whether all premises of all its examples are in it.
  bool is_whole() const { return kept_.empty(); }
  bool leaves_out(ExampleId example, FormulaId premise) const;

 private:
  std::vector<ExampleId> examples_;
  std::map<ExampleId, std::set<FormulaId>> kept_;  // of examples that are not whole
};

}  // namespace winnow
