// rank/pool.h - what every question chooses from, prepared once.
// in: an index, formulas that are added later, a store of earlier proofs     out: rows to rank
// Features, hashes and the proofs' vocabulary do not depend on a goal, so that a question about a
// library costs a pass over small integers and no walk over terms or files.
#pragma once

#include "data/store.h"
#include "rank/feature_rows.h"
#include "rank/index_set.h"
#include "rank/knn.h"
#include "rank/symbol_facts.h"
#include "text/formula.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
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

  // Declarations of types are entries without a set.
  struct Entry {
    std::string_view name, text;
    std::uint32_t row = kNone;  // of the index, if it is from there
  };

  // Each at most once, in any order.
  void use(IndexSet index);
  void use(Store proofs);
  // Adds what can be a premise; a formula whose name and term are known already is left out, and
  // so are conjectures. Returns how many were new.
  std::uint32_t add(const TermView& terms, std::span<const Formula> formulas);

  std::uint32_t size() const { return static_cast<std::uint32_t>(sets_.size()); }
  Entry entry(std::uint32_t i) const;
  std::uint64_t hash(std::uint32_t i) const {  // FeatureReader::hash
    return is_indexed(i) ? index_->hash(i - first_indexed_) : added(i).hash;
  }
  std::uint8_t role(std::uint32_t i) const {  // its number among known_roles()
    return is_indexed(i) ? index_->role_number(i - first_indexed_) : added(i).role;
  }
  std::uint32_t set(std::uint32_t i) const { return sets_[i]; }  // of symbols()
  bool is_type(std::uint32_t i) const { return sets_[i] == kNone; }
  std::span<const std::uint32_t> types() const { return types_; }          // entries
  std::span<const std::uint32_t> axioms() const { return axioms_; }        // the other entries
  bool has_role(std::uint8_t role) const { return has_role_[role] != 0; }  // any of the axioms
  const FeatureMap& features() const { return features_; }
  const FeatureSets& symbols() const { return symbols_; }
  const IndexSet* index() const { return index_ ? &*index_ : nullptr; }
  std::uint32_t entry_of_row(std::uint32_t row) const { return first_indexed_ + row; }
  bool is_indexed(std::uint32_t i) const { return index_ && i - first_indexed_ < index_->size(); }
  const Store* proofs() const { return store_ ? &*store_ : nullptr; }

  // The proofs over the documents of one question: its candidates first. `places` are the
  // candidates that entries became (or none); `own` the hashes of further candidates, which come
  // first where both have a formula. Conjectures that are no candidates, but whose proofs used
  // some, are appended to `documents`, which are rows of symbols(). What is to be proved has the
  // hash `goal`: its own proofs would be the answer and are left out, the documents are the same.
  struct OwnCandidate {
    std::uint64_t hash;
    std::uint32_t place;
  };
  Proofs proofs_over(std::span<const std::uint32_t> places, std::span<const OwnCandidate> own,
                     std::vector<std::uint32_t>& documents,
                     std::optional<std::uint64_t> goal = {}) const;
  // The same where all axioms are the candidates. Needs: `documents` are those of the axioms.
  Proofs proofs_over_axioms(std::vector<std::uint32_t>& documents,
                            std::optional<std::uint64_t> goal = {}) const;
  bool has_proof_of(std::uint64_t goal) const;

  // The name of the proofs' conjecture that has this row of symbols().
  std::string_view conjecture_with(std::uint32_t set) const;

  // The question whose candidates are all axioms and nothing else: what does not depend on its goal
  // is computed by the first that asks and kept until the pool grows.
  struct Prepared {
    std::vector<std::uint32_t> documents;
    std::optional<Proofs> proofs;
    std::optional<SymbolFacts> facts;
  };
  std::shared_ptr<const Prepared> prepared() const;

  // How many axioms have each feature: what a question needs that has only some as its candidates.
  // Counted by the first that asks and kept as long.
  struct Counts {
    std::vector<std::uint32_t> with;  // [features]
    std::uint32_t axioms = 0;
  };
  std::shared_ptr<const Counts> counts() const;

 private:
  struct Added {
    std::string_view name, text;
    std::uint64_t hash;
    std::uint8_t role;
  };
  const Added& added(std::uint32_t i) const {
    return added_[index_ && i >= first_indexed_ ? i - index_->size() : i];
  }
  void add_entry(bool is_type, std::uint8_t role);
  void end_set();
  void find_formulas(std::size_t first_entry);
  std::span<const std::uint32_t> formulas_with(std::uint64_t hash) const;

  std::optional<IndexSet> index_;
  std::optional<Store> store_;
  std::uint32_t first_indexed_ = 0;  // entry of the index
  std::vector<std::uint32_t> sets_;  // [entries]
  std::vector<std::uint32_t> types_, axioms_;
  std::array<std::uint8_t, 256> has_role_ = {};
  std::vector<Added> added_;                 // the entries that are not of the index
  std::deque<std::string> texts_;            // of what was added
  std::unordered_set<std::uint64_t> known_;  // hashes of names and terms, of the first entries
  std::uint32_t known_entries_ = 0;          // how many these are; add() needs all
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

  mutable std::mutex preparing_;
  mutable std::shared_ptr<const Prepared> prepared_;
  mutable std::shared_ptr<const Counts> counts_;
};

}  // namespace winnow
