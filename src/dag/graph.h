// dag/graph.h - the inside of the public Graph.
#pragma once

#include "dag/dag.h"
#include "text/problem.h"
#include "winnow/graph.h"

#include <vector>

namespace winnow {

struct Graph::Impl {
  Formulas problem;     // keeps symbols and texts alive
  std::size_t formula;  // the first of those that it shows
  Dag dag;
  std::vector<std::uint32_t> labels, parents, arguments, roots, levels_up, levels_down;
  std::vector<std::uint8_t> kinds;
  std::vector<std::int64_t> edge_index;

  SymbolView symbols() const { return problem.impl().bank.symbols().view(); }
};

}  // namespace winnow
