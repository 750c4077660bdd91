// term/symbol.h - every symbol once: a name and a kind become a small integer.
// in: names as the parsers read them     out: SymbolIds, numbered in order of first appearance
// The first ids are reserved for the labels that variables get in a graph, so that a label is
// always a SymbolId: 0 is the generic variable of the paper, then come `indexed` labels.
#pragma once

#include "term/ragged.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

enum class SymbolId : std::uint32_t {};
constexpr std::uint32_t index(SymbolId id) { return static_cast<std::uint32_t>(id); }

// What a node is. `type` is for the type expressions of TFF and THF: terms carry them so that
// they print again, graphs do not.
enum class Kind : std::uint8_t {
  quantifier,
  connective,
  equality,
  predicate,
  function,
  variable,
  application,
  sequent,
  number,
  distinct_object,
  type,
};
inline constexpr int kKinds = 11;
std::string_view to_string(Kind kind);
// The kind called `name`. Needs: to_string of some kind.
Kind kind_of(std::string_view name);

// Labels of variables in a graph with `indexed` variables: bound ones by binder depth, free ones
// by first occurrence, both capped here.
inline constexpr std::uint32_t kIndexedVariables = 16;
inline constexpr SymbolId kGenericVariable{0};
constexpr SymbolId indexed_bound_variable(std::uint32_t depth) {
  return SymbolId{1 + (depth < kIndexedVariables ? depth : kIndexedVariables - 1)};
}
constexpr SymbolId indexed_free_variable(std::uint32_t occurrence) {
  return SymbolId{1 + kIndexedVariables +
                  (occurrence < kIndexedVariables ? occurrence : kIndexedVariables - 1)};
}
inline constexpr std::uint32_t kReservedSymbols = 1 + 2 * kIndexedVariables;

// A read-only picture of a symbol table: it may point into a SymbolTable or into a store's bytes.
struct SymbolView {
  const char* text = nullptr;           // all names, one after another
  const std::uint32_t* ends = nullptr;  // [size] where each name ends in `text`
  const Kind* kinds = nullptr;          // [size]
  std::uint32_t size = 0;

  std::string_view name(SymbolId id) const {
    const std::span<const char> letters = Ends(ends).list(text, index(id));
    return {letters.data(), letters.size()};
  }
  Kind kind(SymbolId id) const { return kinds[index(id)]; }
};

class SymbolTable {
 public:
  SymbolTable();

  // The id of (name, kind): the same call always gives the same id.
  SymbolId intern(std::string_view name, Kind kind);
  // The symbols that stand for a variable inside a term: the n-th bound one of its scope, and
  // the n-th free one of its formula.
  SymbolId bound_variable(std::uint32_t n);
  SymbolId free_variable(std::uint32_t n);

  std::string_view name(SymbolId id) const { return view().name(id); }
  Kind kind(SymbolId id) const { return kinds_[index(id)]; }
  std::uint32_t size() const { return static_cast<std::uint32_t>(kinds_.size()); }
  SymbolView view() const { return {text_.data(), ends_.data(), kinds_.data(), size()}; }

 private:
  SymbolId add(std::string_view name, Kind kind, std::uint64_t hash, std::size_t at);
  void grow();

  std::string text_;
  std::vector<std::uint32_t> ends_;
  std::vector<Kind> kinds_;
  std::vector<std::uint64_t> hashes_;
  struct Slot {
    std::uint32_t hash = 0;  // the upper half of the hash: most misses need no look at the name
    std::uint32_t id = 0;    // id + 1, 0 is empty
  };
  std::vector<Slot> slots_;  // open addressing
  std::vector<SymbolId> bound_, free_;
};

// Which variable a variable symbol is, read back from its name ("?3" bound, "'3" free).
struct VariableName {
  bool bound;
  std::uint32_t number;
};
VariableName variable_name(std::string_view name);

}  // namespace winnow
