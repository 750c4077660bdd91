// process/graphviz.h - Graphviz, run within limits.
// in: a graph as DOT     out: its layout, in one of Graphviz's own formats
#pragma once

#include <string>
#include <string_view>

namespace winnow {

// What `dot -Tformat` prints. `what` names the graph in messages ("the proof"). Throws CodedError
// no_graphviz where there is no dot, and no_layout where it gives up or takes too long.
std::string run_graphviz(std::string graph, std::string_view format, std::string_view what);

}  // namespace winnow
