// dag/precedent_table.h - training examples as a model keeps them, to be asked about premises.
// in: the examples that a model was trained on     out: keys and small integers, and their text
// Formulas and symbols are known by their keys (term_keys.h): the same in every store and every
// problem, whatever variables are called.
#pragma once

#include "term/ragged.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace winnow {

// Examples as sets of symbols, and premises with what they were.
class PrecedentTable {
 public:
  static constexpr std::uint32_t kNone = ~0u;

  std::uint32_t examples() const { return static_cast<std::uint32_t>(conjectures_.size()); }
  std::span<const std::uint64_t> symbols() const { return symbols_; }
  std::span<const std::uint64_t> formulas() const { return formulas_; }
  std::uint32_t conjecture(std::uint32_t example) const { return conjectures_[example]; }
  std::span<const std::uint32_t> symbols_of(std::uint32_t example) const {
    return Ends(symbol_ends_).list(example_symbols_, example);
  }
  // Each is twice a formula, and one more if it was useful.
  std::span<const std::uint32_t> premises_of(std::uint32_t example) const {
    return Ends(premise_ends_).list(premises_, example);
  }

  std::string to_text() const;
  static PrecedentTable from_text(std::string_view text);

 private:
  friend class PrecedentCollector;

  std::vector<std::uint64_t> symbols_, formulas_;  // keys in the order of their first appearance
  std::vector<std::uint32_t> conjectures_;         // [examples]
  std::vector<std::uint32_t> symbol_ends_, example_symbols_;
  std::vector<std::uint32_t> premise_ends_, premises_;
};

// Makes a table, example by example.
class PrecedentCollector {
 public:
  struct Formula {
    std::uint64_t key;
    bool useful;
  };
  // The first example is example 0.
  void add(std::uint64_t conjecture, std::span<const std::uint64_t> symbols,
           std::span<const Formula> premises);
  PrecedentTable take() { return std::move(table_); }

 private:
  PrecedentTable table_;
  std::unordered_map<std::uint64_t, std::uint32_t> symbols_, formulas_;
};

}  // namespace winnow
