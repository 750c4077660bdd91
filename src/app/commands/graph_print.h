// app/commands/graph_print.h - one formula's graph as text: a line of JSON for programs, a table
// for people.
#pragma once

#include "app/cli/terminal.h"
#include "winnow/graph.h"

#include <string>

namespace winnow {

// {"name","role","nodes":[{"label","kind"}],"edges":[[from,to,"label"]],"root","levels_up":[...],
// "levels_down":[...]} in this order, and a newline. Bytes that are no UTF-8 become U+FFFD.
std::string graph_json(const Graph& graph);

// The formula, then a row for each node, arguments before parents.
std::string graph_table(const Graph& graph, const Paint& paint);

}  // namespace winnow
