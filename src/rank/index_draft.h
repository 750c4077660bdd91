// rank/index_draft.h - what an index holds but encodings, formula by formula as a library is read.
// in: formulas with their terms, or rows of an older index     out: the arrays of an index
// Nothing but rows is kept of a formula, so that a library can be read a part at a time. A row of
// an older index is taken as it lies; what comes out is the same as if its text had been read.
#pragma once

#include "dag/features.h"
#include "term/key_map.h"
#include "text/formula.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

class LibraryIndex;

class IndexDraft {
 public:
  static constexpr std::uint32_t kNone = ~0u;

  // `old`: where rows may be taken from, or null. It must outlive this.
  explicit IndexDraft(const LibraryIndex* old = nullptr);

  // Adds a formula if it is an axiom or declares a type, and if no earlier one has its name and its
  // term. `reader` is of the bank with its term; `position` is for a shard, in the whole library.
  void add(const Formula& formula, FeatureReader& reader, std::uint32_t position = 0);
  // The same for a row of the older index.
  void add_old(std::uint32_t row);
  // All formulas of a bank.
  void add(const TermView& terms, std::span<const Formula> formulas);

  std::uint32_t size() const { return static_cast<std::uint32_t>(hashes.size()); }
  std::string_view text(std::uint32_t i) const;
  // Forgets all but the first `rows`, which left out `repeated` others.
  void shrink(std::uint32_t rows, std::uint32_t repeated);

  // The arrays (docs/formats.md).
  std::string names, texts;
  std::vector<std::uint64_t> name_ends, text_ends, hashes, symbol_ends;
  std::vector<std::uint8_t> roles;
  FeatureTable table;
  std::span<const FeatureId> symbols() const { return symbols_.ids; }
  std::vector<std::uint32_t> positions;  // as add() was told

  std::vector<std::uint32_t> old_rows;  // [formulas] of the older index, or kNone
  std::uint32_t repeated = 0;           // formulas that were left out
  const LibraryIndex* old() const { return old_; }

 private:
  bool is_new(std::uint64_t hash, std::string_view name);
  void add_row(std::string_view name, std::string_view text, std::uint8_t role, std::uint64_t hash,
               std::uint32_t old_row);
  void add_old_symbols(std::uint32_t row);
  void end_row(std::uint32_t position);

  FeatureSets symbols_;
  const LibraryIndex* old_;
  std::vector<FeatureId> ids_;          // [features of the older index] ours, or none yet
  std::vector<std::uint32_t> earlier_;  // [rows of it] features that the rows before have
  KeyMap seen_;                         // names and terms
};

}  // namespace winnow
