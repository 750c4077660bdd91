// rank/pool.h - what every question chooses from, prepared once.
// in: an index, formulas that are added later, a store of earlier proofs     out: rows to rank
// Features, hashes and the proofs' vocabulary do not depend on a goal, so that a question about a
// library costs a pass over small integers and no walk over terms or files.
#pragma once

#include "data/store.h"
#include "rank/feature_rows.h"
#include "rank/index_set.h"
#include "rank/knn.h"
#include "text/formula.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace winnow {

class Pool {
 public:
  static constexpr std::uint32_t kNone = ~0u;

  struct Entry {
    std::string_view name, text, role;
    std::uint64_t hash = 0;     // FeatureReader::hash
    std::uint32_t set = kNone;  // of symbols(); none for declarations of types
    std::uint32_t row = kNone;  // of the index, if it is from there
    bool is_type() const { return set == kNone; }
  };

  // Each at most once, in any order.
  void use(IndexSet index);
  void use(Store proofs);
  // Adds what can be a premise; a formula whose name and term are known already is left out, and
  // so are conjectures. Returns how many were new.
  std::uint32_t add(const TermView& terms, std::span<const Formula> formulas);

  std::span<const Entry> entries() const { return entries_; }
  const FeatureMap& features() const { return features_; }
  const FeatureSets& symbols() const { return symbols_; }
  const IndexSet* index() const { return index_ ? &*index_ : nullptr; }
  const Store* proofs() const { return store_ ? &*store_ : nullptr; }

  // The proofs over the documents of one question: its candidates first. `places` are the
  // candidates that entries became (or none); `own` the hashes of further candidates, which come
  // first where both have a formula. Conjectures that are no candidates, but whose proofs used
  // some, are appended to `documents`, which are rows of symbols().
  struct OwnCandidate {
    std::uint64_t hash;
    std::uint32_t place;
  };
  Proofs proofs_over(std::span<const std::uint32_t> places, std::span<const OwnCandidate> own,
                     std::vector<std::uint32_t>& documents) const;

  // The name of the proofs' conjecture that has this row of symbols().
  std::string_view conjecture_with(std::uint32_t set) const;

 private:
  void add_entry(Entry entry);
  void end_set();
  void find_formulas(std::size_t first_entry);
  std::span<const std::uint32_t> formulas_with(std::uint64_t hash) const;

  std::optional<IndexSet> index_;
  std::optional<Store> store_;
  std::vector<Entry> entries_;
  std::deque<std::string> texts_;            // of what was added
  std::unordered_set<std::uint64_t> known_;  // hashes of names and terms
  FeatureMap features_;
  FeatureSets symbols_;

  // Of the proofs. A formula is known by the hash of its term.
  std::vector<std::uint64_t> hashes_;           // [formulas with a use in a proof] ascending
  std::vector<std::uint32_t> by_hash_;          // [the same] formulas of the store
  std::vector<std::uint32_t> entry_of_;         // [formulas of the store] the first entry, or none
  std::vector<std::uint32_t> conjectures_;      // [examples] formulas
  std::vector<std::uint32_t> conjecture_sets_;  // [examples] rows of symbols()
  std::vector<std::uint32_t> premise_ends_;     // [examples]
  std::vector<std::uint32_t> premises_;         // formulas that were useful
};

}  // namespace winnow
