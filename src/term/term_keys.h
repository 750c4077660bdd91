// term/term_keys.h - terms known by their names: what equal terms of different banks have in
// common.
#pragma once

#include "term/term_bank.h"

#include <cstdint>
#include <vector>

namespace winnow {

// [symbols] a hash of name and kind.
std::vector<std::uint64_t> symbol_keys(const SymbolView& symbols);
// [terms] a hash of the whole term. Names of bound variables do not occur in it.
std::vector<std::uint64_t> term_keys(const TermView& terms,
                                     const std::vector<std::uint64_t>& symbol_keys);

}  // namespace winnow
