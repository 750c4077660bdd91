#include "app/commands/graph_print.h"

#include "app/cli/json.h"
#include "app/cli/table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace winnow {

namespace {

std::string arguments(const Graph& graph, std::size_t node) {
  std::string text;
  const std::size_t begin = node == 0 ? 0 : graph.edge_ends()[node - 1];
  for (std::size_t edge = begin; edge < graph.edge_ends()[node]; ++edge)
    fmt::format_to(std::back_inserter(text), "{}{}: {}", text.empty() ? "" : "  ",
                   graph.edge_label(edge), graph.arguments()[edge]);
  return text;
}

}  // namespace

std::string graph_json(const Graph& graph) {
  using Json = nlohmann::ordered_json;
  Json nodes = Json::array(), edges = Json::array();
  std::vector<std::string> variables = graph.variable_names();
  for (std::size_t node = 0; node < graph.nodes(); ++node) {
    nodes.push_back({{"label", graph.label(node)}, {"kind", graph.kind(node)}});
    if (!variables[node].empty()) nodes.back()["variable"] = variables[node];
  }
  for (std::size_t edge = 0; edge < graph.edges(); ++edge)
    edges.push_back({graph.parents()[edge], graph.arguments()[edge], graph.edge_label(edge)});
  Json line;
  line["name"] = graph.formula().name;
  line["role"] = graph.formula().role;
  line["nodes"] = std::move(nodes);
  line["edges"] = std::move(edges);
  line["root"] = graph.roots().front();
  line["levels_up"] = graph.levels_up();
  line["levels_down"] = graph.levels_down();
  return print_json(line) + '\n';
}

std::string graph_table(const Graph& graph, const Paint& paint) {
  std::size_t kind_width = 4, label_width = 5;
  std::vector<std::string> variables = graph.variable_names();
  auto label = [&](std::size_t node) {
    std::string text = graph.label(node, 40);
    return variables[node].empty() ? text : text + " " + variables[node];
  };
  for (std::size_t node = 0; node < graph.nodes(); ++node) {
    kind_width = std::max(kind_width, graph.kind(node).size());
    label_width = std::max(label_width, characters(label(node)));
  }
  std::string out;
  auto to = std::back_inserter(out);
  FormulaInfo formula = graph.formula();
  fmt::format_to(to, "{}  {}\n", paint.bold(escaped(formula.name)),
                 paint.faint(fmt::format("{}, {}; {} nodes, {} edges", formula.language,
                                         formula.role, graph.nodes(), graph.edges())));
  fmt::format_to(to, "  {}\n\n", graph.formula_text());
  fmt::format_to(to, "{}\n",
                 paint.faint(fmt::format("  {:>6}  {}  {}  up  down  edges to arguments", "node",
                                         padded_right("kind", kind_width),
                                         padded_right("label", label_width))));
  for (std::size_t node = 0; node < graph.nodes(); ++node) {
    bool root = node == graph.roots().front();
    std::string row = fmt::format("{} {:>6}  {}  {}  {:>2}  {:>4}", root ? ">" : " ", node,
                                  padded_right(graph.kind(node), kind_width),
                                  root ? paint.bold(padded_right(label(node), label_width))
                                       : padded_right(label(node), label_width),
                                  graph.levels_up()[node], graph.levels_down()[node]);
    std::string edges = arguments(graph, node);
    if (!edges.empty()) row += "  " + edges;
    fmt::format_to(to, "{}\n", row);
  }
  return out;
}

}  // namespace winnow
