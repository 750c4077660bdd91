// rank/history.h - what was known when a conjecture of a data set was to be proved.
// in: a store with a chronology, one of its examples     out: candidate premises, earlier proofs
// Candidates are the statements of all examples whose conjectures are older, in all splits (their
// conjectures and the premises that their proofs used), and the premises of its own proof: the
// setting of the paper's section 5.2.
#pragma once

#include "data/store.h"
#include "rank/knn.h"

#include <vector>

namespace winnow {

struct KnownBefore {
  std::vector<FormulaId> candidates;  // the oldest statements first
  std::vector<std::uint32_t> useful;  // candidates that the conjecture's own proof used
  Proofs proofs;                      // over candidates, the oldest first
};

class History {
 public:
  // Throws InputError if the store has no chronology.
  explicit History(const Store& store);

  // The statement itself is no candidate and its proofs are not among the proofs, whatever their
  // names. Throws InputError if the conjecture has no position.
  KnownBefore before(ExampleId example) const;

 private:
  const Store& store_;
  std::vector<ExampleId> examples_;   // by position of the conjecture
  std::vector<std::uint32_t> since_;  // [formulas] position of the first example that states it
};

}  // namespace winnow
