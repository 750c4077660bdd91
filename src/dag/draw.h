// dag/draw.h - a graph as a picture that a person likes to look at.
// in: a graph with one root     out: DOT text, or an SVG
// Rows are levels, root on top; colours and shapes are kinds. Graphviz finds the places and the
// curves (it is good at that), and all drawing is ours (it is not): `draw_dot` is what Graphviz
// is asked, its answer in JSON goes into `draw_svg`. Who runs Graphviz is not our business here.
#pragma once

#include "dag/dag.h"

#include <span>
#include <string>
#include <string_view>

namespace winnow {

struct Picture {
  const Dag& dag;
  SymbolView symbols;
  std::string_view name;                   // of the formula
  std::string_view role;                   // "conjecture"
  std::string_view formula;                // its text, as a title
  std::span<const std::string> variables;  // [nodes] their names in that text; "": no variable
};

// Also a picture of its own: `dot -Tpdf` draws it in the same colours and rows.
std::string draw_dot(const Picture& picture);
// `layout` is what `dot -Tjson0` says to draw_dot of the same picture.
std::string draw_svg(const Picture& picture, std::string_view layout);

}  // namespace winnow
