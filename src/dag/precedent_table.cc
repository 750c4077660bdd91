#include "dag/precedent_table.h"

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
  std::uint32_t own = number(conjecture, t.formulas, formulas_);
  for (std::uint64_t symbol : symbols)
    t.example_symbols.push_back(number(symbol, t.symbols, symbols_));
  t.symbol_ends.push_back(static_cast<std::uint32_t>(t.example_symbols.size()));
  for (const Formula& premise : premises)
    t.examples.premises.emplace_back(number(premise.key, t.formulas, formulas_), premise.useful);
  t.examples.end_example(own);
}

}  // namespace winnow
