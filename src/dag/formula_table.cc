#include "dag/formula_table.h"

#include "term/term_keys.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>

namespace winnow {

namespace {
constexpr std::size_t kDigits = 16;
}

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
  text.reserve(keys_.size() * kDigits);
  for (std::uint64_t key : keys_) fmt::format_to(std::back_inserter(text), "{:016x}", key);
  return text;
}

FormulaTable FormulaTable::from_text(std::string_view text) {
  require(text.size() % kDigits == 0, "its memory is cut off");
  std::vector<std::uint64_t> keys(text.size() / kDigits);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const char* at = text.data() + i * kDigits;
    auto [end, error] = std::from_chars(at, at + kDigits, keys[i], 16);
    require(error == std::errc() && end == at + kDigits, "its memory holds something that is no key");
    require(i == 0 || keys[i - 1] < keys[i], "its memory is out of order");
  }
  return FormulaTable(std::move(keys));
}

BoundFormulas::BoundFormulas(const FormulaTable& table, const TermView& terms) {
  if (table.rows() == 1) return;
  table_ = &table;
  keys_ = term_keys(terms, symbol_keys(terms.symbols));
}

}  // namespace winnow
