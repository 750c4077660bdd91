// learn/retrieval_library.h - what a model that retrieves learns from: a library in its order.
// in: a store, its training examples     out: the tables of the model, formulas to tell apart
#pragma once

#include "dag/formula_table.h"
#include "data/store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

// Features of at least `least` formulas of the examples with their rarities, and premises that
// proofs used with how often they did.
struct RetrievalTables {
  FormulaTable features;
  std::vector<float> rarities;  // [rows of features] ln(formulas / those that have it); row 0: 0
  FormulaTable used;
  std::vector<float> uses;  // [rows of used]
};
RetrievalTables retrieval_tables(const Store& store, std::span<const ExampleId> examples,
                                 std::uint32_t least);

// Statements of the examples: their conjectures, and the premises that their proofs used.
class RetrievalLibrary {
 public:
  RetrievalLibrary(const Store& store, std::span<const ExampleId> examples);

  // The oldest first; those without a place in the store's order last.
  std::span<const FormulaId> formulas() const { return formulas_; }
  // How many of them a proof of `conjecture` may use: the older ones, or all if it has no place.
  std::size_t older_than(FormulaId conjecture) const;

 private:
  const Store& store_;
  std::vector<FormulaId> formulas_;
  std::vector<std::uint32_t> positions_;  // [formulas]
};

}  // namespace winnow
