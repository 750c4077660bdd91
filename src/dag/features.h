// dag/features.h - what a formula talks about, as sets of small integers.
// in: terms of any bank     out: for each formula its symbols, and the shapes of its terms
// A feature is known by a hash of names, not by an id of a bank: the features of a problem, of a
// data set and of an index on disk are the same numbers.
#pragma once

#include "term/key_map.h"
#include "term/ragged.h"
#include "term/term_bank.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace winnow {

enum class FeatureId : std::uint32_t {};
constexpr std::uint32_t index(FeatureId id) { return static_cast<std::uint32_t>(id); }

// Numbers features in order of first appearance.
class FeatureTable {
 public:
  FeatureId intern(std::uint64_t hash);
  std::optional<FeatureId> find(std::uint64_t hash) const {
    const auto known = ids_.find(hash);
    return known ? std::optional(FeatureId{*known}) : std::nullopt;
  }
  std::uint32_t size() const { return static_cast<std::uint32_t>(hashes_.size()); }
  std::span<const std::uint64_t> hashes() const { return hashes_; }

 private:
  KeyMap ids_;
  std::vector<std::uint64_t> hashes_;
};

// The features of many formulas, one set after another; each feature stands once in a set.
struct FeatureSets {
  std::vector<std::uint32_t> ends;  // [formulas]
  std::vector<FeatureId> ids;

  std::uint32_t size() const { return static_cast<std::uint32_t>(ends.size()); }
  std::span<const FeatureId> operator[](std::size_t i) const { return Ends(ends).list(ids, i); }
};

// Symbols: predicates, functions, numbers, distinct objects, equality. Shapes: those too, each
// symbol beside the symbols of its arguments, and whole terms with all variables made equal.
enum class FeatureKind : std::uint8_t { symbols, shapes };

// Walks formulas of one bank, or of a store. Needs: the view does not change meanwhile.
class FeatureReader {
 public:
  explicit FeatureReader(const TermView& terms);

  // Adds one set. The work grows with the formula's distinct subterms.
  void add(TermId formula, FeatureKind kind, FeatureTable& table, FeatureSets& sets);

  // The same features as hashes, ascending, without a table.
  std::span<const std::uint64_t> hashes(TermId formula, FeatureKind kind);

  // The same for equal formulas in different banks, whatever their names.
  std::uint64_t hash(TermId term) const { return exact_[index(term)]; }

 private:
  void walk(TermId formula, FeatureKind kind);  // into found_, with repetitions

  TermView terms_;
  std::vector<std::uint64_t> symbols_;  // [symbols] hash of name and kind; variables are one
  std::vector<std::uint64_t> exact_;    // [terms]
  std::vector<std::uint64_t> shapes_;   // [terms] the same with all variables made equal
  std::vector<std::uint32_t> seen_;     // [terms] the last walk that came by
  std::uint32_t walk_ = 0;
  std::vector<TermId> stack_;
  std::vector<std::uint64_t> found_;
};

}  // namespace winnow
