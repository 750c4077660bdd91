#include "rank/pool.h"

#include "term/hash.h"
#include "term/ragged.h"
#include "text/role.h"
#include "winnow/error.h"

#include <algorithm>

namespace winnow {

namespace {

std::uint64_t name_and_term(std::string_view name, std::uint64_t hash) {
  return mix(hash_text(name), hash);
}

}  // namespace

// Features are numbered in the order in which the library's formulas first have them, whichever
// shard those are in: sums over features are then the same to the last bit.
void Pool::use(IndexSet index) {
  require(!index_.has_value(), "a pool has one index");
  index_.emplace(std::move(index));
  constexpr FeatureId kUnmet{kNone};
  std::vector<std::vector<FeatureId>> ids;  // [shards, features of the shard] the pool's
  for (const Index& shard : index_->shards())
    ids.emplace_back(shard.feature_hashes().size(), kUnmet);
  std::size_t first = entries_.size();
  for (std::uint32_t i = 0; i < index_->size(); ++i) {
    Entry entry{index_->name(i), index_->text(i), role_of(index_->text(i)),
                index_->hash(i), kNone,           i};
    if (!index_->is_type(i)) {
      const Index& shard = index_->shard_of(i);
      IndexSet::Row from = index_->row(i);
      entry.set = symbols_.size();
      auto begin = static_cast<std::ptrdiff_t>(symbols_.ids.size());
      for (FeatureId each : shard.symbols(from.row)) {
        FeatureId& id = ids[from.shard][winnow::index(each)];
        if (id == kUnmet) id = features_.intern(shard.feature_hashes()[winnow::index(each)]);
        symbols_.ids.push_back(id);
      }
      std::sort(symbols_.ids.begin() + begin, symbols_.ids.end());
      end_set();
    }
    add_entry(entry);
  }
  find_formulas(first);
}

void Pool::end_set() {
  if (symbols_.ids.size() > UINT32_MAX)
    throw InputError("the library is too large for one process",
                     "its formulas have more than 4,294,967,295 symbols together");
  symbols_.ends.push_back(static_cast<std::uint32_t>(symbols_.ids.size()));
}

std::uint32_t Pool::add(const TermView& terms, std::span<const Formula> formulas) {
  MappedFeatureReader reader(terms, features_);
  std::size_t first = entries_.size();
  for (const Formula& formula : formulas) {
    std::uint64_t hash = reader.hash(formula.term);
    RoleKind kind = role_kind(formula.role);
    if (kind != RoleKind::axiom && kind != RoleKind::type) continue;
    if (known_.contains(name_and_term(formula.name, hash))) continue;
    auto keep = [&](std::string_view text) -> std::string_view {
      return texts_.emplace_back(text);
    };
    Entry entry{keep(formula.name), keep(formula.text), keep(formula.role), hash};
    if (kind == RoleKind::axiom) {
      entry.set = symbols_.size();
      reader.add(formula.term, symbols_);
    }
    add_entry(entry);
  }
  find_formulas(first);
  return static_cast<std::uint32_t>(entries_.size() - first);
}

void Pool::add_entry(Entry entry) {
  known_.insert(name_and_term(entry.name, entry.hash));
  entries_.push_back(entry);
}

void Pool::use(Store proofs) {
  require(!store_.has_value(), "a pool has one store of proofs");
  store_.emplace(std::move(proofs));
  MappedFeatureReader reader(store_->terms(), features_);
  std::vector<std::uint32_t> sets(store_->formulas(), kNone);
  std::vector<std::uint8_t> is_used(store_->formulas(), 0);
  for (std::uint32_t i = 0; i < store_->examples(); ++i) {
    FormulaId conjecture = store_->conjecture(ExampleId{i});
    std::uint32_t& set = sets[winnow::index(conjecture)];
    if (set == kNone) {
      set = symbols_.size();
      reader.add(store_->term(conjecture), symbols_);
    }
    conjectures_.push_back(winnow::index(conjecture));
    conjecture_sets_.push_back(set);
    is_used[winnow::index(conjecture)] = 1;
    for (Premise premise : store_->premises(ExampleId{i})) {
      if (!premise.useful()) continue;
      premises_.push_back(winnow::index(premise.formula()));
      is_used[premises_.back()] = 1;
    }
    premise_ends_.push_back(static_cast<std::uint32_t>(premises_.size()));
  }
  auto hash_of = [&](std::uint32_t formula) {
    return reader.hash(store_->term(FormulaId{formula}));
  };
  for (std::uint32_t i = 0; i < store_->formulas(); ++i)
    if (is_used[i] != 0) by_hash_.push_back(i);
  std::ranges::stable_sort(by_hash_, {}, hash_of);
  for (std::uint32_t formula : by_hash_) hashes_.push_back(hash_of(formula));
  entry_of_.assign(store_->formulas(), kNone);
  find_formulas(0);
}

std::span<const std::uint32_t> Pool::formulas_with(std::uint64_t hash) const {
  auto [first, last] = std::ranges::equal_range(hashes_, hash);
  return std::span(by_hash_).subspan(static_cast<std::size_t>(first - hashes_.begin()),
                                     static_cast<std::size_t>(last - first));
}

void Pool::find_formulas(std::size_t first_entry) {
  for (std::size_t i = first_entry; i < entries_.size(); ++i) {
    if (entries_[i].is_type()) continue;
    for (std::uint32_t formula : formulas_with(entries_[i].hash))
      if (entry_of_[formula] == kNone) entry_of_[formula] = static_cast<std::uint32_t>(i);
  }
}

Proofs Pool::proofs_over(std::span<const std::uint32_t> places, std::span<const OwnCandidate> own,
                         std::vector<std::uint32_t>& documents) const {
  std::vector<std::uint32_t> place(entry_of_.size(), kNone);  // [formulas]
  for (std::size_t i = 0; i < place.size(); ++i)
    if (entry_of_[i] != kNone) place[i] = places[entry_of_[i]];
  std::vector<std::uint8_t> is_own(place.size(), 0);  // the first of several equal ones counts
  for (const OwnCandidate& each : own)
    for (std::uint32_t formula : formulas_with(each.hash))
      if (is_own[formula] == 0) {
        place[formula] = each.place;
        is_own[formula] = 1;
      }
  Proofs proofs;
  proofs.conjectures.reserve(conjectures_.size());
  proofs.ends.reserve(conjectures_.size());
  proofs.premises.reserve(premises_.size());
  for (std::size_t i = 0; i < conjectures_.size(); ++i) {
    std::size_t first = proofs.premises.size();
    for (std::uint32_t premise : Ends(premise_ends_).list(premises_, i))
      if (std::uint32_t at = place[premise]; at != kNone) proofs.premises.emplace_back(at, true);
    std::uint32_t document = place[conjectures_[i]];
    if (document == kNone) {
      if (proofs.premises.size() == first) continue;  // it could vote for nobody
      document = static_cast<std::uint32_t>(documents.size());
      documents.push_back(conjecture_sets_[i]);
    }
    proofs.end_example(document);
  }
  return proofs;
}

std::string_view Pool::conjecture_with(std::uint32_t set) const {
  auto found = std::ranges::find(conjecture_sets_, set);
  require(found != conjecture_sets_.end(), "a set of symbols that no conjecture has");
  return store_->name(ExampleId{static_cast<std::uint32_t>(found - conjecture_sets_.begin())});
}

}  // namespace winnow
