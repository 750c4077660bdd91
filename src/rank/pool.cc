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
  for (const LibraryIndex& shard : index_->shards())
    ids.emplace_back(shard.feature_hashes().size(), kUnmet);
  const std::uint32_t first = size();
  first_indexed_ = first;
  sets_.reserve(first + index_->size());
  axioms_.reserve(first + index_->size());
  symbols_.ends.reserve(symbols_.ends.size() + index_->size());
  for (std::uint32_t i = 0; i < index_->size(); ++i) {
    add_entry(index_->is_type(i), index_->role_number(i));
    if (index_->is_type(i)) continue;
    IndexSet::Row from = index_->row(i);
    const LibraryIndex& shard = index_->shards()[from.shard];
    auto begin = static_cast<std::ptrdiff_t>(symbols_.ids.size());
    for (FeatureId each : shard.symbols(from.row)) {
      FeatureId& id = ids[from.shard][winnow::index(each)];
      if (id == kUnmet) id = features_.intern(shard.feature_hashes()[winnow::index(each)]);
      symbols_.ids.push_back(id);
    }
    std::sort(symbols_.ids.begin() + begin, symbols_.ids.end());
    end_set();
  }
  find_formulas(first);
}

void Pool::end_set() {
  if (symbols_.ids.size() > UINT32_MAX)
    throw InputError("the library is too large for one process",
                     "its formulas have more than 4,294,967,295 symbols together");
  symbols_.ends.push_back(static_cast<std::uint32_t>(symbols_.ids.size()));
}

Pool::Entry Pool::entry(std::uint32_t i) const {
  if (!is_indexed(i)) return {added(i).name, added(i).text, kNone};
  std::uint32_t row = i - first_indexed_;
  return {index_->name(row), index_->text(row), row};
}

std::uint32_t Pool::add(const TermView& terms, std::span<const Formula> formulas) {
  for (; known_entries_ < size(); ++known_entries_)
    known_.insert(name_and_term(entry(known_entries_).name, hash(known_entries_)));
  MappedFeatureReader reader(terms, features_);
  const std::uint32_t first = size();
  for (const Formula& formula : formulas) {
    std::uint64_t hash = reader.hash(formula.term);
    RoleKind kind = role_kind(formula.role);
    if (kind != RoleKind::axiom && kind != RoleKind::type) continue;
    if (!known_.insert(name_and_term(formula.name, hash)).second) continue;
    auto keep = [&](std::string_view text) -> std::string_view {
      return texts_.emplace_back(text);
    };
    added_.push_back({keep(formula.name), keep(formula.text), hash, number_of_role(formula.role)});
    add_entry(kind == RoleKind::type, added_.back().role);
    if (kind == RoleKind::axiom) reader.add(formula.term, symbols_);
  }
  known_entries_ = size();
  find_formulas(first);
  return size() - first;
}

// Its set, if it has one, comes next.
void Pool::add_entry(bool is_type, std::uint8_t role) {
  prepared_.reset();
  counts_.reset();
  (is_type ? types_ : axioms_).push_back(size());
  if (!is_type) has_role_[role] = 1;
  sets_.push_back(is_type ? kNone : symbols_.size());
}

void Pool::use(Store proofs) {
  require(!store_.has_value(), "a pool has one store of proofs");
  store_.emplace(std::move(proofs));
  prepared_.reset();
  counts_.reset();
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
  if (hashes_.empty()) return;
  for (auto i = static_cast<std::uint32_t>(first_entry); i < size(); ++i) {
    if (is_type(i)) continue;
    for (std::uint32_t formula : formulas_with(hash(i)))
      if (entry_of_[formula] == kNone) entry_of_[formula] = i;
  }
}

std::shared_ptr<const Pool::Prepared> Pool::prepared() const {
  std::lock_guard guard(preparing_);
  if (prepared_ == nullptr) {
    auto made = std::make_shared<Prepared>();
    made->documents.reserve(axioms_.size());
    for (std::uint32_t entry : axioms_) made->documents.push_back(sets_[entry]);
    if (proofs() != nullptr) made->proofs = proofs_over_axioms(made->documents);
    made->facts.emplace(symbols_, made->documents, static_cast<std::uint32_t>(axioms_.size()),
                        features_.size());
    prepared_ = std::move(made);
  }
  return prepared_;
}

std::shared_ptr<const Pool::Counts> Pool::counts() const {
  std::lock_guard guard(preparing_);
  if (counts_ == nullptr) {
    auto made = std::make_shared<Counts>();
    made->with.assign(features_.size(), 0);
    made->axioms = static_cast<std::uint32_t>(axioms_.size());
    for (std::uint32_t entry : axioms_)
      for (FeatureId id : symbols_[sets_[entry]]) ++made->with[winnow::index(id)];
    counts_ = std::move(made);
  }
  return counts_;
}

bool Pool::has_proof_of(std::uint64_t goal) const {
  return std::ranges::any_of(formulas_with(goal), [&](std::uint32_t formula) {
    return std::ranges::find(conjectures_, formula) != conjectures_.end();
  });
}

Proofs Pool::proofs_over_axioms(std::vector<std::uint32_t>& documents,
                                std::optional<std::uint64_t> goal) const {
  std::vector<std::uint32_t> places(size(), kNone);
  for (std::uint32_t n = 0; n < axioms_.size(); ++n) places[axioms_[n]] = n;
  return proofs_over(places, {}, documents, goal);
}

Proofs Pool::proofs_over(std::span<const std::uint32_t> places, std::span<const OwnCandidate> own,
                         std::vector<std::uint32_t>& documents,
                         std::optional<std::uint64_t> goal) const {
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
  const std::span<const std::uint32_t> goals =
      goal ? formulas_with(*goal) : std::span<const std::uint32_t>();
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
    if (std::ranges::find(goals, conjectures_[i]) == goals.end())
      proofs.end_example(document);
    else
      proofs.premises.resize(first);
  }
  return proofs;
}

std::string_view Pool::conjecture_with(std::uint32_t set) const {
  auto found = std::ranges::find(conjecture_sets_, set);
  require(found != conjecture_sets_.end(), "a set of symbols that no conjecture has");
  return store_->name(ExampleId{static_cast<std::uint32_t>(found - conjecture_sets_.begin())});
}

}  // namespace winnow
