#include "dag/draw.h"

#include "dag/look.h"
#include "dag/markup.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace winnow {

namespace {

std::string quoted(std::string_view text) { return '"' + escape_dot(text) + '"'; }

// Whether a reader expects the arguments from left to right: an implication's antecedent first.
bool has_order(const Dag& dag, std::uint32_t node) {
  return dag.kinds[node] == Kind::connective && dag.arg_ends[node] - dag.first_edge(node) > 1 &&
         dag.ranks[dag.arg_ends[node] - 1] > 0;
}

}  // namespace

// Node n is called n7, edge e is id="e12", row r is r2: an invisible chain that holds the levels
// in their order and tells draw_svg how high each one is.
std::string draw_dot(const Picture& picture) {
  const Dag& dag = picture.dag;
  auto levels = levels_down(dag);
  auto rows = levels.empty() ? 0 : *std::ranges::max_element(levels) + 1;
  std::string out;
  auto to = std::back_inserter(out);
  fmt::format_to(to, "digraph {} {{\n", quoted(picture.name));
  fmt::format_to(to, "  graph [nodesep=0.22, ranksep=0.42, outputorder=edgesfirst];\n");
  fmt::format_to(to, "  node [fontname=\"Helvetica,sans-serif\", fontsize=13, fixedsize=true];\n");
  fmt::format_to(to, "  edge [dir=none, penwidth=1.1];\n");
  for (std::uint32_t row = 0; row < rows; ++row) {
    fmt::format_to(to, "  r{} [style=invis, width=0.05, height=0.05, label=\"\"];\n", row);
    if (row > 0) fmt::format_to(to, "  r{} -> r{} [style=invis, weight=100];\n", row - 1, row);
  }
  for (std::uint32_t node = 0; node < dag.size(); ++node) {
    NodeLook mine = look(dag, picture.symbols, NodeId{node}, picture.variables[node]);
    const KindLook& colours = look(dag.kinds[node]);
    bool round = colours.corner == 1 && mine.width == mine.height;
    fmt::format_to(to,
                   "  n{} [label={}, tooltip={}, shape={}, style=\"filled{}\", fillcolor=\"{}\", "
                   "color=\"{}\", width={:.3f}, height={:.3f}{}];\n",
                   node, quoted(mine.text), quoted(to_string(dag.kinds[node])),
                   round ? "circle" : "box", !round && colours.corner > 0 ? ",rounded" : "",
                   colours.fill, colours.stroke, mine.width / 72, mine.height / 72,
                   has_order(dag, node) ? ", ordering=out" : "");
  }
  for (std::uint32_t row = 0; row < rows; ++row) {
    fmt::format_to(to, "  {{ rank=same; r{};", row);
    for (std::uint32_t node = 0; node < dag.size(); ++node)
      if (levels[node] == row) fmt::format_to(to, " n{};", node);
    fmt::format_to(to, " }}\n");
  }
  // Parents first and arguments in order, so that Graphviz starts from the order of the text.
  for (std::uint32_t node = dag.size(); node-- > 0;)
    for (std::uint32_t edge = dag.first_edge(node); edge < dag.arg_ends[node]; ++edge)
      fmt::format_to(
          to, "  n{} -> n{} [id=\"e{}\", color=\"{}\", tooltip={}{}];\n", node,
          index(dag.args[edge]), edge, look(dag.kinds[node]).stroke,
          quoted(to_string(dag.edge_label(NodeId{node}, edge), picture.symbols)),
          dag.kinds[node] == Kind::quantifier && dag.ranks[edge] == 0 ? ", style=dashed" : "");
  fmt::format_to(to, "}}\n");
  return out;
}

}  // namespace winnow
