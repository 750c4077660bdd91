// data/store_check.h - whether arrays that came from a file can be trusted as indices.
// in: arrays of unknown origin     out: yes or no
// What holds afterwards: every id is in range, arguments precede their parents, and terms have
// the shape that draft.h gives them, so graphs and printers never look outside an array.
#pragma once

#include "term/term_bank.h"

#include <cstdint>
#include <span>

namespace winnow {

// Ends of consecutive slices that together cover `size` items.
bool are_ends(std::span<const std::uint32_t> ends, std::size_t size);
// Needs: are_ends for the names.
bool are_symbols(const SymbolView& symbols);
// Needs: are_symbols, and are_ends for the arguments.
bool are_terms(const TermView& terms);
// Whether `term` can be the root of a formula.
bool is_formula(const TermView& terms, TermId term);

}  // namespace winnow
