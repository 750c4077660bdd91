// app/graph_print.h - one formula's graph as text: a line of JSON for programs, a table for people.
#pragma once

#include "app/terminal.h"
#include "dag/dag.h"
#include "text/formula.h"

#include <string>

namespace winnow {

// {"name","role","nodes":[{"label","kind"}],"edges":[[from,to,"label"]],"root","levels_up":[...],
// "levels_down":[...]} in this order, and a newline. Bytes that are no UTF-8 become U+FFFD.
std::string graph_json(const Formula& formula, const Dag& dag, const SymbolView& symbols);

// The formula, then a row for each node, arguments before parents.
std::string graph_table(const Formula& formula, std::string_view text, const Dag& dag,
                        const SymbolView& symbols, const Paint& paint);

// The formula without its name and role, in its own language.
std::string print_formula(const TermView& terms, const Formula& formula);

}  // namespace winnow
