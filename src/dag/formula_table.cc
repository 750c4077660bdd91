#include "dag/formula_table.h"

#include "term/term_keys.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace winnow {

FormulaTable::FormulaTable(std::vector<std::uint64_t> keys) : keys_(std::move(keys)) {
  std::ranges::sort(keys_);
  keys_.erase(std::ranges::unique(keys_).begin(), keys_.end());
}

std::uint32_t FormulaTable::row(std::uint64_t key) const {
  auto found = std::ranges::lower_bound(keys_, key);
  if (found == keys_.end() || *found != key) return 0;
  return static_cast<std::uint32_t>(found - keys_.begin()) + 1;
}

std::string FormulaTable::to_text() const {
  std::string text;
  text.reserve(keys_.size() * 16);
  for (std::uint64_t key : keys_) fmt::format_to(std::back_inserter(text), "{:016x}", key);
  return text;
}

BoundFormulas::BoundFormulas(const FormulaTable& table, const TermView& terms) {
  if (table.rows() == 1) return;
  table_ = &table;
  keys_ = term_keys(terms, symbol_keys(terms.symbols));
}

}  // namespace winnow
