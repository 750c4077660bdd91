#include "app/graph_print.h"

#include "dag/look.h"
#include "text/hol.h"
#include "text/tptp.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>

namespace winnow {

namespace {

std::size_t letters(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string padded(std::string_view text, std::size_t width) {
  std::size_t used = letters(text);
  return std::string(text) + std::string(used < width ? width - used : 0, ' ');
}

std::string arguments(const Dag& dag, const SymbolView& symbols, std::uint32_t node) {
  std::string text;
  for (std::uint32_t edge = dag.first_edge(node); edge < dag.arg_ends[node]; ++edge)
    fmt::format_to(std::back_inserter(text), "{}{}: {}", text.empty() ? "" : "  ",
                   to_string(dag.edge_label(NodeId{node}, edge), symbols), index(dag.args[edge]));
  return text;
}

}  // namespace

std::string graph_json(const Formula& formula, const Dag& dag, const SymbolView& symbols) {
  using Json = nlohmann::ordered_json;
  Json nodes = Json::array(), edges = Json::array();
  for (std::uint32_t node = 0; node < dag.size(); ++node) {
    nodes.push_back(
        {{"label", symbols.name(dag.labels[node])}, {"kind", to_string(dag.kinds[node])}});
    for (std::uint32_t edge = dag.first_edge(node); edge < dag.arg_ends[node]; ++edge)
      edges.push_back(
          {node, index(dag.args[edge]), to_string(dag.edge_label(NodeId{node}, edge), symbols)});
  }
  Json line;
  line["name"] = formula.name;
  line["role"] = formula.role;
  line["nodes"] = std::move(nodes);
  line["edges"] = std::move(edges);
  line["root"] = index(dag.roots.front());
  line["levels_up"] = levels_up(dag);
  line["levels_down"] = levels_down(dag);
  return line.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::string graph_table(const Formula& formula, std::string_view text, const Dag& dag,
                        const SymbolView& symbols, const Paint& paint) {
  auto up = levels_up(dag), down = levels_down(dag);
  std::size_t kind_width = 4, label_width = 5;
  auto label = [&](std::uint32_t node) { return shortened(symbols.name(dag.labels[node]), 40); };
  for (std::uint32_t node = 0; node < dag.size(); ++node) {
    kind_width = std::max(kind_width, to_string(dag.kinds[node]).size());
    label_width = std::max(label_width, letters(label(node)));
  }
  std::string out;
  auto to = std::back_inserter(out);
  fmt::format_to(to, "{}  {}\n", paint.bold(formula.name),
                 paint.faint(fmt::format("{}, {}; {} nodes, {} edges", to_string(formula.language),
                                         formula.role, dag.size(), dag.edges())));
  fmt::format_to(to, "  {}\n\n", text);
  fmt::format_to(
      to, "{}\n",
      paint.faint(fmt::format("  {:>6}  {}  {}  up  down  edges to arguments", "node",
                              padded("kind", kind_width), padded("label", label_width))));
  for (std::uint32_t node = 0; node < dag.size(); ++node) {
    bool root = NodeId{node} == dag.roots.front();
    std::string row = fmt::format(
        "{} {:>6}  {}  {}  {:>2}  {:>4}", root ? ">" : " ", node,
        padded(to_string(dag.kinds[node]), kind_width),
        root ? paint.bold(padded(label(node), label_width)) : padded(label(node), label_width),
        up[node], down[node]);
    std::string edges = arguments(dag, symbols, node);
    if (!edges.empty()) row += "  " + edges;
    fmt::format_to(to, "{}\n", row);
  }
  return out;
}

std::string print_formula(const TermView& terms, const Formula& formula) {
  return formula.language == Language::hol ? print_hol(terms, formula.term)
                                           : print_tptp(terms, formula.term, formula.language);
}

}  // namespace winnow
