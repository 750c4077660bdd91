#include "plan/forest.h"

namespace winnow {

std::uint32_t Forest::add(const Dag& dag, const BoundLabels& labels,
                          const std::function<bool(SymbolId)>& is_dropped) {
  std::uint32_t base = nodes();
  for (std::uint32_t node = 0; node < dag.size(); ++node) {
    SymbolId symbol = dag.labels[node];
    Kind kind = dag.kinds[node];
    std::uint32_t first = dag.first_edge(node), last = dag.arg_ends[node];
    bool masked = is_dropped && is_dropped(symbol);
    starts.push_back(masked ? labels.unknown_row(symbol, kind, last - first)
                            : labels.row(symbol, kind, last - first));
    names.push_back(index(symbol));
    kinds.push_back(kind);
    for (std::uint32_t edge = first; edge < last; ++edge) {
      args.push_back(base + index(dag.args[edge]));
      edge_labels.push_back(labels.edge(dag.edge_label(NodeId{node}, edge)));
    }
    arg_ends.push_back(static_cast<std::uint32_t>(args.size()));
  }
  for (NodeId root : dag.roots) roots.push_back(base + index(root));
  root_ends.push_back(static_cast<std::uint32_t>(roots.size()));
  graph_ends.push_back(nodes());
  counts.push_back(1);
  return graphs() - 1;
}

std::vector<float> Forest::node_counts() const {
  std::vector<float> result(nodes());
  for (std::uint32_t graph = 0; graph < graphs(); ++graph)
    for (std::uint32_t node = first_node(graph); node < graph_ends[graph]; ++node)
      result[node] = static_cast<float>(counts[graph]);
  return result;
}

}  // namespace winnow
