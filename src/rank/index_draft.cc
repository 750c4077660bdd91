#include "rank/index_draft.h"

#include "rank/index.h"
#include "term/hash.h"
#include "term/ragged.h"
#include "text/role.h"
#include "text/tptp.h"

#include <algorithm>

namespace winnow {

namespace {

constexpr FeatureId kNoneYet{IndexDraft::kNone};

std::uint64_t row_key(std::uint64_t hash, std::string_view name) {
  return mix(hash, hash_text(name));
}

}  // namespace

IndexDraft::IndexDraft(const LibraryIndex* old) : old_(old) {
  if (old == nullptr) return;
  seen_ = KeyMap(old->size());
  ids_.assign(old->feature_hashes().size(), kNoneYet);
  earlier_.reserve(old->size());
  std::uint32_t features = 0;
  for (std::uint32_t row = 0; row < old->size(); ++row) {
    earlier_.push_back(features);
    for (FeatureId id : old->symbols(row)) features = std::max(features, index(id) + 1);
  }
}

std::string_view IndexDraft::text(std::uint32_t i) const {
  const std::span<const char> letters = Ends(text_ends).list(texts, i);
  return {letters.data(), letters.size()};
}

bool IndexDraft::is_new(std::uint64_t hash, std::string_view name) {
  const bool is_new = seen_.insert(row_key(hash, name), size()).is_new;
  repeated += is_new ? 0 : 1;
  return is_new;
}

void IndexDraft::add_row(std::string_view name, std::string_view text, std::uint8_t role,
                         std::uint64_t hash, std::uint32_t old_row) {
  names += name;
  name_ends.push_back(names.size());
  texts += text;
  text_ends.push_back(texts.size());
  roles.push_back(role);
  hashes.push_back(hash);
  old_rows.push_back(old_row);
}

void IndexDraft::add(const Formula& formula, FeatureReader& reader, std::uint32_t position) {
  const RoleKind kind = role_kind(formula.role);
  if (kind != RoleKind::axiom && kind != RoleKind::type) return;
  // A type declaration is told by its text: its term may be no more than the symbol.
  const bool is_type = kind == RoleKind::type;
  const std::uint64_t hash = is_type ? hash_text(formula.text) : reader.hash(formula.term);
  if (!is_new(hash, formula.name)) return;
  add_row(formula.name, formula.text, number_of_role(formula.role), hash, kNone);
  if (!is_type) reader.add(formula.term, FeatureKind::symbols, table, symbols_);
  end_row(position);
}

void IndexDraft::add(const TermView& terms, std::span<const Formula> formulas) {
  FeatureReader reader(terms);
  for (const Formula& formula : formulas) add(formula, reader);
}

void IndexDraft::add_old(std::uint32_t row) {
  if (!is_new(old_->hash(row), old_->name(row))) return;
  add_row(old_->name(row), old_->text(row), old_->role_number(row), old_->hash(row), row);
  add_old_symbols(row);
  end_row(0);
}

void IndexDraft::end_row(std::uint32_t position) {
  symbol_ends.push_back(symbols_.ids.size());
  symbols_.ends.clear();  // the same without declarations of types
  positions.push_back(position);
}

// New features get numbers in the order of a walk over the term. The older index numbered those
// that this row brought in, in that order; if it has met some of them in other formulas, their
// order is to be found anew.
void IndexDraft::add_old_symbols(std::uint32_t row) {
  const std::span<const FeatureId> from = old_->symbols(row);
  std::size_t unmet = 0, brought_in = 0;
  for (FeatureId id : from)
    if (ids_[index(id)] == kNoneYet) {
      ++unmet;
      brought_in += index(id) >= earlier_[row] ? 1 : 0;
    }
  if (unmet > 1 && brought_in < unmet) {
    TermBank bank;
    const Formula formula = TptpParser(bank).parse(old_->text(row));
    FeatureReader(bank.view()).add(formula.term, FeatureKind::symbols, table, symbols_);
    for (FeatureId id : from) ids_[index(id)] = table.intern(old_->feature_hashes()[index(id)]);
    return;
  }
  const auto first = static_cast<std::ptrdiff_t>(symbols_.ids.size());
  for (FeatureId id : from) {
    FeatureId& ours = ids_[index(id)];
    if (ours == kNoneYet) ours = table.intern(old_->feature_hashes()[index(id)]);
    symbols_.ids.push_back(ours);
  }
  std::sort(symbols_.ids.begin() + first, symbols_.ids.end());
}

void IndexDraft::shrink(std::uint32_t rows, std::uint32_t repeated_before) {
  repeated = repeated_before;
  if (rows == size()) return;
  names.resize(Ends(name_ends).begin(rows));
  texts.resize(Ends(text_ends).begin(rows));
  symbols_.ids.resize(Ends(symbol_ends).begin(rows));
  name_ends.resize(rows);
  text_ends.resize(rows);
  symbol_ends.resize(rows);
  hashes.resize(rows);
  roles.resize(rows);
  positions.resize(rows);
  old_rows.resize(rows);
  std::uint32_t features = 0;
  for (FeatureId id : symbols_.ids) features = std::max(features, index(id) + 1);
  FeatureTable fewer;
  for (std::uint64_t hash : table.hashes().first(features)) fewer.intern(hash);
  table = std::move(fewer);
  for (FeatureId& id : ids_)
    if (id != kNoneYet && index(id) >= features) id = kNoneYet;
  seen_ = KeyMap(rows);
  for (std::uint32_t i = 0; i < rows; ++i) {
    const std::span<const char> name = Ends(name_ends).list(names, i);
    seen_.insert(row_key(hashes[i], {name.data(), name.size()}), i);
  }
}

}  // namespace winnow
