#include "dag/features.h"

#include "term/hash.h"
#include "term/term_keys.h"

#include <algorithm>

namespace winnow {

namespace {

constexpr std::uint64_t kVariable = 0x7661726961626c65ull;
constexpr std::uint64_t kPair = 1, kShape = 2;  // tell apart features that are made of equal hashes

bool is_symbol(Kind kind) {
  return kind == Kind::predicate || kind == Kind::function || kind == Kind::number ||
         kind == Kind::distinct_object || kind == Kind::equality;
}

}  // namespace

FeatureId FeatureTable::intern(std::uint64_t hash) {
  auto [id, is_new] = ids_.insert(hash, size());
  if (is_new) hashes_.push_back(hash);
  return FeatureId{id};
}

FeatureReader::FeatureReader(const TermView& terms) : terms_(terms), seen_(terms.size, 0) {
  symbols_ = symbol_keys(terms.symbols);
  exact_ = term_keys(terms, symbols_);
  for (std::uint32_t i = 0; i < terms.symbols.size; ++i)
    if (terms.symbols.kind(SymbolId{i}) == Kind::variable) symbols_[i] = kVariable;
  shapes_ = term_keys(terms, symbols_);
}

void FeatureReader::walk(TermId formula, FeatureKind kind) {
  ++walk_;
  found_.clear();
  stack_.assign(1, formula);
  seen_[index(formula)] = walk_;
  while (!stack_.empty()) {
    TermId term = stack_.back();
    stack_.pop_back();
    bool has_symbol = is_symbol(terms_.kind(term));
    std::uint64_t symbol = symbols_[index(terms_.symbol(term))];
    if (has_symbol) found_.push_back(symbol);
    if (has_symbol && kind == FeatureKind::shapes && !terms_.args(term).empty()) {
      found_.push_back(mix(shapes_[index(term)], kShape));
      for (TermId arg : terms_.args(term))
        found_.push_back(mix(mix(symbol, symbols_[index(terms_.symbol(arg))]), kPair));
    }
    for (TermId arg : terms_.args(term)) {
      if (seen_[index(arg)] == walk_ || terms_.kind(arg) == Kind::type) continue;
      seen_[index(arg)] = walk_;
      stack_.push_back(arg);
    }
  }
}

void FeatureReader::add(TermId formula, FeatureKind kind, FeatureTable& table, FeatureSets& sets) {
  walk(formula, kind);
  auto first = static_cast<std::ptrdiff_t>(sets.ids.size());
  for (std::uint64_t hash : found_) sets.ids.push_back(table.intern(hash));
  std::sort(sets.ids.begin() + first, sets.ids.end());
  sets.ids.erase(std::unique(sets.ids.begin() + first, sets.ids.end()), sets.ids.end());
  sets.ends.push_back(static_cast<std::uint32_t>(sets.ids.size()));
}

std::span<const std::uint64_t> FeatureReader::hashes(TermId formula, FeatureKind kind) {
  walk(formula, kind);
  std::ranges::sort(found_);
  found_.erase(std::ranges::unique(found_).begin(), found_.end());
  return found_;
}

}  // namespace winnow
