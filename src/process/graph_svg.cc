// process/graph_svg.cc - the picture of a graph: Graphviz, run within limits, finds the places.
#include "dag/draw.h"
#include "dag/graph.h"
#include "process/graphviz.h"
#include "winnow/error.h"

#include <fmt/format.h>

namespace winnow {

namespace {

// Beyond this Graphviz takes minutes, and nobody can read the result.
constexpr std::size_t kDrawableNodes = 2000;

}  // namespace

std::string Graph::svg() const {
  FormulaInfo shown = formula();
  if (nodes() > kDrawableNodes)
    throw InputError(fmt::format("'{}' has {} nodes, and a picture shows at most {}", shown.name,
                                 nodes(), kDrawableNodes),
                     "as JSON there is no limit");
  std::string text = formula_text();
  std::vector<std::string> variables = variable_names();
  Picture picture{impl_->dag, impl_->symbols(), shown.name, shown.role, text, variables};
  return draw_svg(picture,
                  run_graphviz(draw_dot(picture), "json0", fmt::format("'{}'", shown.name)));
}

}  // namespace winnow
