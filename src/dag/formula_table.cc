#include "dag/formula_table.h"

#include "dag/number_text.h"
#include "term/term_keys.h"
#include "winnow/error.h"

#include <algorithm>
#include <functional>

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

std::string FormulaTable::to_text() const { return keys_text(keys_); }

FormulaTable FormulaTable::from_text(std::string_view text) {
  std::vector<std::uint64_t> keys = read_keys(text, "its memory");
  require(std::ranges::adjacent_find(keys, std::greater_equal()) == keys.end(),
          "its memory is out of order");
  return FormulaTable(std::move(keys));
}

BoundFormulas::BoundFormulas(const FormulaTable& table, const TermView& terms) {
  if (table.rows() == 1) return;
  table_ = &table;
  keys_ = term_keys(terms, symbol_keys(terms.symbols));
}

}  // namespace winnow
