// dag/rarity.h - how rare the symbols of a bank are in a library.
// in: formulas, or counts that somebody has     out: for each symbol a range of rarity
// A range is a factor of four: symbols that more than a quarter of all formulas have are in range
// 0, those that a sixteenth has in range 1, and so on. Shares, not counts: so a range means the
// same in a library that no training saw.
#pragma once

#include "term/term_bank.h"

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

struct SymbolCounts {
  std::uint32_t formulas = 0;       // of the library
  std::vector<std::uint32_t> with;  // [symbols of the bank] how many of these have it
};

// How many of `library` have each symbol of their bank.
SymbolCounts count_symbols(const TermView& terms, std::span<const TermId> library);

// [symbols] below `ranges`. The last range has all that are rarer, and what no formula has.
std::vector<std::uint8_t> rarity_ranges(const SymbolCounts& counts, std::uint32_t ranges);

}  // namespace winnow
