// data/store_text.h - a formula of a store as text.
// in: a formula of a store that anybody may have made     out: text that reads back as that formula
// A forged store can hold a symbol called "p & q". What is shown of it, or given to a prover, would
// be another formula than the one that was ranked. So each text is read back before it leaves.
#pragma once

#include "data/store.h"

#include <string>
#include <string_view>

namespace winnow {

// The formula alone, without name and role. Throws InputError if no text says the same.
std::string formula_text(const Store& store, FormulaId id);

// "fof(name, role, formula).", likewise, with its printable_name.
// Needs: a formula of TPTP.
std::string annotated_text(const Store& store, FormulaId id, std::string_view role);

// Its name. Data sets may leave formulas without one, or give them names that TPTP cannot write;
// then it is "formula_7".
std::string printable_name(const Store& store, FormulaId id);

// Whether two terms, of any banks, have the same symbols at the same places.
bool same_term(const TermView& first, TermId a, const TermView& second, TermId b);

}  // namespace winnow
