// dag/labels.h - the finite tables a model has for labels, and how graphs are looked up in them.
// in: the labels of the training graphs     out: a row for every node and a number for every edge
// A symbol that training never saw gets the row of its (kind, arity), or of its (kind, arity, range
// of rarity); a rank beyond the table the last position of its head; an unseen head (say, a
// connective) the labels of "other". Nothing is ever an error.
#pragma once

#include "dag/dag.h"
#include "dag/rarity.h"
#include "winnow/error.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace winnow {

inline constexpr std::uint32_t kArityTable = 9;  // arities 0..7 and "8 or more"
inline constexpr std::uint32_t kFallbackRows = kKinds * kArityTable;
// Predicates and functions that training never saw may have a row for each range of rarity, too.
inline constexpr std::uint32_t kRarityRows = 2 * kArityTable;

constexpr std::uint32_t fallback_row(Kind kind, std::uint32_t arity) {
  return static_cast<std::uint32_t>(kind) * kArityTable +
         (arity < kArityTable ? arity : kArityTable - 1);
}

// What a model file stores: symbols with rows of their own, and the edge labels it has matrices
// for. Rows: first the fallbacks, then the symbols in this order, then the fallbacks by rarity.
struct LabelTable {
  struct Symbol {
    std::string name;
    Kind kind;

    friend bool operator==(const Symbol&, const Symbol&) = default;
  };
  struct Head {  // who names an edge: a symbol such as "&", or a kind such as "function"
    std::string name;
    std::uint32_t ranks;

    friend bool operator==(const Head&, const Head&) = default;
  };
  std::vector<Symbol> symbols;
  std::vector<Head> heads;     // the last one is "other"
  std::uint32_t rarities = 0;  // ranges of rarity; 0: unknown symbols are not told apart by it

  std::uint32_t rows() const { return first_rarity_row() + kRarityRows * rarities; }
  std::uint32_t first_rarity_row() const {
    return kFallbackRows + static_cast<std::uint32_t>(symbols.size());
  }
  std::uint32_t edge_labels() const;
  std::string edge_label_name(std::uint32_t label) const;  // "&0"

  friend bool operator==(const LabelTable&, const LabelTable&) = default;
};

// Counts labels in graphs and makes the table of those seen at least `least` times.
class LabelCounter {
 public:
  void add(const Dag& dag, const SymbolView& symbols);
  LabelTable table(std::uint32_t least = 1) const;

 private:
  std::map<std::pair<std::string, Kind>, std::uint64_t> symbols_;
  std::map<std::string, std::uint32_t> ranks_;
};

// A label table looked up by the ids of one symbol table (a store's, or a problem's).
class BoundLabels {
 public:
  BoundLabels() = default;
  // `counts` of the library that formulas are from are needed where the table has ranges of rarity
  // and a symbol is unknown.
  BoundLabels(const LabelTable& table, const SymbolView& symbols, const SymbolCounts& counts = {});

  std::uint32_t row(SymbolId symbol, Kind kind, std::uint32_t arity) const {
    std::uint32_t row = rows_[index(symbol)];
    return row != kUnknown ? row : unknown_row(symbol, kind, arity);
  }
  // The row of the symbol as if training had never seen it.
  std::uint32_t unknown_row(SymbolId symbol, Kind kind, std::uint32_t arity) const {
    if (rarities_ == 0 || (kind != Kind::predicate && kind != Kind::function))
      return fallback_row(kind, arity);
    require(!ranges_.empty(), "rarities of symbols without a library that they are rare in");
    const std::uint32_t of_kind = kind == Kind::predicate ? 0 : kArityTable;
    return first_rarity_row_ + (of_kind + std::min(arity, kArityTable - 1)) * rarities_ +
           ranges_[index(symbol)];
  }
  std::uint32_t edge(const EdgeLabel& label) const {
    Head head = names_edges(label.kind) ? heads_[index(label.symbol)]
                                        : kind_heads_[static_cast<std::size_t>(label.kind)];
    return head.first + (label.rank < head.ranks ? label.rank : head.ranks - 1);
  }
  std::uint32_t rows() const { return row_count_; }
  std::uint32_t edge_labels() const { return edge_labels_; }

 private:
  static constexpr std::uint32_t kUnknown = ~0u;
  struct Head {
    std::uint32_t first = 0, ranks = 1;
  };
  std::vector<std::uint32_t> rows_;   // by symbol
  std::vector<Head> heads_;           // by symbol
  std::vector<Head> kind_heads_;      // by kind
  std::vector<std::uint8_t> ranges_;  // by symbol
  std::uint32_t rarities_ = 0, first_rarity_row_ = 0;
  std::uint32_t row_count_ = 0;
  std::uint32_t edge_labels_ = 0;
};

}  // namespace winnow
