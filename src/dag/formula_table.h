// dag/formula_table.h - formulas that a model knows by heart, and how to find one of them.
// in: the premises of the training examples     out: a row for every formula, 0 for unknown ones
// A formula is recognised by its key (term_keys.h): the same in every store and every problem,
// whatever its variables are called.
#pragma once

#include "term/term_bank.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace winnow {

// What a model file stores. Row 0 is for all others, row n + 1 for the n-th key.
class FormulaTable {
 public:
  FormulaTable() = default;
  explicit FormulaTable(std::vector<std::uint64_t> keys);  // in any order, also repeated

  std::uint32_t rows() const { return static_cast<std::uint32_t>(keys_.size()) + 1; }
  std::uint32_t row(std::uint64_t key) const;
  std::span<const std::uint64_t> keys() const { return keys_; }

  std::string to_text() const;  // sixteen hexadecimal digits a key

  friend bool operator==(const FormulaTable&, const FormulaTable&) = default;

 private:
  std::vector<std::uint64_t> keys_;  // ascending
};

// A formula table looked up by the ids of one bank (a store's, or a problem's).
class BoundFormulas {
 public:
  BoundFormulas() = default;
  BoundFormulas(const FormulaTable& table, const TermView& terms);
  std::uint32_t row(TermId term) const { return table_ ? table_->row(keys_[index(term)]) : 0; }

 private:
  const FormulaTable* table_ = nullptr;  // null: it has no formulas
  std::vector<std::uint64_t> keys_;
};

}  // namespace winnow
