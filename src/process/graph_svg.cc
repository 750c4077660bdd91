// process/graph_svg.cc - the picture of a graph: Graphviz, run within limits, finds the places.
#include "dag/draw.h"
#include "dag/graph.h"
#include "process/process.h"
#include "winnow/error.h"

#include <fmt/format.h>

namespace winnow {

namespace {

// Beyond this Graphviz takes minutes, and nobody can read the result.
constexpr std::size_t kDrawableNodes = 2000;
constexpr double kLayoutSeconds = 120;

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

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
  ProcessResult dot = run_process({.arguments = {dot_program(), "-Tjson0"},
                                   .input = draw_dot(picture),
                                   .limits = {.wall_s = kLayoutSeconds}});
  if (dot.ending != Ending::exited || dot.exit_code != 0)
    throw InputError(fmt::format("Graphviz gave up on '{}' ({}): {}", shown.name,
                                 to_string(dot.ending), first_line(dot.error)),
                     "JSON and DOT need no layout");
  return draw_svg(picture, dot.output);
}

}  // namespace winnow
