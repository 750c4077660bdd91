// dag/example_table.h - earlier examples: conjectures, their premises, which of them were useful.
// in: examples of a store, proofs, what a model file keeps
// out: three arrays of small integers.
// The one table of earlier examples. Precedents (score/precedents.h), nearest examples
// (model/nearest_examples.h) and k-NN over proofs (rank/knn.h) differ in how they measure that two
// conjectures are alike; what they read is this. What a formula's number means is its owner's: a
// key, a vector, a document of a question (docs/decisions/one-memory-of-examples.md).
#pragma once

#include "term/ragged.h"

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

// A formula as a premise of one example.
class PremiseUse {
 public:
  PremiseUse() = default;
  constexpr PremiseUse(std::uint32_t formula, bool useful)
      : code_(2 * formula + (useful ? 1 : 0)) {}
  static constexpr PremiseUse from_code(std::uint32_t code) { return {code / 2, code % 2 == 1}; }

  constexpr std::uint32_t formula() const { return code_ / 2; }
  constexpr bool useful() const { return code_ % 2 == 1; }
  // As files have it: twice the formula, and one more if it was useful.
  constexpr std::uint32_t code() const { return code_; }

  friend bool operator==(PremiseUse, PremiseUse) = default;

 private:
  std::uint32_t code_ = 0;
};

struct ExampleTable {
  std::vector<std::uint32_t> conjectures;  // [examples] formulas
  std::vector<std::uint32_t> ends;         // [examples] of their premises
  std::vector<PremiseUse> premises;

  std::uint32_t size() const { return static_cast<std::uint32_t>(conjectures.size()); }
  std::span<const PremiseUse> operator[](std::size_t example) const {
    return Ends(ends).list(premises, example);
  }

  // Makes the premises that were added since the last call an example.
  void end_example(std::uint32_t conjecture) {
    conjectures.push_back(conjecture);
    ends.push_back(static_cast<std::uint32_t>(premises.size()));
  }

  friend bool operator==(const ExampleTable&, const ExampleTable&) = default;
};

}  // namespace winnow
