#include "dag/precedent_table.h"

#include "dag/number_text.h"
#include "winnow/error.h"

namespace winnow {

namespace {

std::uint32_t number(std::uint64_t key, std::vector<std::uint64_t>& keys,
                     std::unordered_map<std::uint64_t, std::uint32_t>& ids) {
  auto [found, is_new] = ids.try_emplace(key, static_cast<std::uint32_t>(keys.size()));
  if (is_new) keys.push_back(key);
  return found->second;
}

}  // namespace

void PrecedentCollector::add(std::uint64_t conjecture, std::span<const std::uint64_t> symbols,
                             std::span<const Formula> premises) {
  PrecedentTable& t = table_;
  t.conjectures_.push_back(number(conjecture, t.formulas_, formulas_));
  for (std::uint64_t symbol : symbols)
    t.example_symbols_.push_back(number(symbol, t.symbols_, symbols_));
  t.symbol_ends_.push_back(static_cast<std::uint32_t>(t.example_symbols_.size()));
  for (const Formula& premise : premises)
    t.premises_.push_back(2 * number(premise.key, t.formulas_, formulas_) +
                          (premise.useful ? 1 : 0));
  t.premise_ends_.push_back(static_cast<std::uint32_t>(t.premises_.size()));
}

// Keys of symbols, keys of formulas; then for each example its conjecture, its symbols and its
// premises, a line each.
std::string PrecedentTable::to_text() const {
  std::string text;
  text += keys_text(symbols_) + '\n' + keys_text(formulas_) + '\n';
  for (std::uint32_t example = 0; example < examples(); ++example) {
    for (auto numbers :
         {std::span(&conjectures_[example], 1), symbols_of(example), premises_of(example)}) {
      write_numbers(numbers, text);
    }
  }
  return text;
}

PrecedentTable PrecedentTable::from_text(std::string_view text) {
  PrecedentTable table;
  if (text.empty()) return table;
  NumberScanner scanner(text, "its table of precedents");
  table.symbols_ = scanner.keys();
  table.formulas_ = scanner.keys();
  while (!scanner.done()) {
    scanner.numbers(table.formulas_.size(), table.conjectures_);
    scanner.numbers(table.symbols_.size(), table.example_symbols_);
    scanner.numbers(2 * table.formulas_.size(), table.premises_);
    table.symbol_ends_.push_back(static_cast<std::uint32_t>(table.example_symbols_.size()));
    table.premise_ends_.push_back(static_cast<std::uint32_t>(table.premises_.size()));
    require(table.conjectures_.size() == table.symbol_ends_.size(),
            "its table of precedents has an example without a conjecture");
  }
  return table;
}

}  // namespace winnow
