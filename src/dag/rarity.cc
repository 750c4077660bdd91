#include "dag/rarity.h"

#include <algorithm>

namespace winnow {

SymbolCounts count_symbols(const TermView& terms, std::span<const TermId> library) {
  SymbolCounts counts{static_cast<std::uint32_t>(library.size()),
                      std::vector<std::uint32_t>(terms.symbols.size, 0)};
  constexpr std::uint32_t kNever = 0;
  std::vector<std::uint32_t> term_seen(terms.size, kNever), symbol_seen(counts.with.size(), kNever);
  std::vector<TermId> left;
  std::uint32_t walk = kNever;
  const auto visit = [&](TermId term) {
    if (term_seen[index(term)] == walk) return;
    term_seen[index(term)] = walk;
    left.push_back(term);
  };
  for (TermId formula : library) {
    ++walk;
    visit(formula);
    while (!left.empty()) {
      const TermId term = left.back();
      left.pop_back();
      const std::uint32_t symbol = index(terms.symbol(term));
      if (symbol_seen[symbol] != walk) ++counts.with[symbol];
      symbol_seen[symbol] = walk;
      std::ranges::for_each(terms.args(term), visit);
    }
  }
  return counts;
}

std::vector<std::uint8_t> rarity_ranges(const SymbolCounts& counts, std::uint32_t ranges) {
  std::vector<std::uint8_t> result;
  result.reserve(counts.with.size());
  for (const std::uint64_t with : counts.with) {
    std::uint32_t range = 0;
    for (std::uint64_t reach = 4 * std::max<std::uint64_t>(with, 1);
         reach <= counts.formulas && range + 1 < ranges; reach *= 4)
      ++range;
    result.push_back(static_cast<std::uint8_t>(with == 0 ? ranges - 1 : range));
  }
  return result;
}

}  // namespace winnow
