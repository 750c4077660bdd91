// dag/precedent_table.h - training examples as a model keeps them, to be asked about premises.
// in: the examples that a model was trained on     out: keys and small integers
// Formulas and symbols are known by their keys (term_keys.h): the same in every store and every
// problem, whatever variables are called.
#pragma once

#include "dag/example_table.h"
#include "term/ragged.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace winnow {

// Earlier examples with the symbols of their conjectures.
struct PrecedentTable {
  static constexpr std::uint32_t kNone = ~0u;

  std::vector<std::uint64_t> symbols, formulas;  // keys in the order of their first appearance
  ExampleTable examples;                         // over formulas
  std::vector<std::uint32_t> symbol_ends, example_symbols;  // [examples], and what ends there

  std::span<const std::uint32_t> symbols_of(std::uint32_t example) const {
    return Ends(symbol_ends).list(example_symbols, example);
  }

  friend bool operator==(const PrecedentTable&, const PrecedentTable&) = default;
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
