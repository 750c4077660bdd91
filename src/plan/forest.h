// plan/forest.h - the graphs of one batch, one after another, in a model's own integers.
// in: DAGs and the model's label tables     out: flat arrays that the planners walk
#pragma once

#include "dag/dag.h"
#include "dag/labels.h"
#include "term/ragged.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace winnow {

struct Forest {
  std::vector<std::uint32_t> starts;       // [nodes] row of the table of start vectors
  std::vector<std::uint32_t> names;        // [nodes] which label, for attention: equal names match
  std::vector<Kind> kinds;                 // [nodes]
  std::vector<std::uint32_t> arg_ends;     // [nodes]
  std::vector<std::uint32_t> args;         // [edges] arguments precede their parents
  std::vector<std::uint32_t> edge_labels;  // [edges]
  std::vector<std::uint32_t> graph_ends;   // [graphs] in nodes
  std::vector<std::uint32_t> counts;       // [graphs] how often the batch has this graph
  std::vector<std::uint32_t> roots;        // [roots] nodes
  std::vector<std::uint32_t> root_ends;    // [graphs]

  std::uint32_t nodes() const { return static_cast<std::uint32_t>(starts.size()); }
  std::uint32_t graphs() const { return static_cast<std::uint32_t>(graph_ends.size()); }
  std::uint32_t first_node(std::uint32_t graph) const { return Ends(graph_ends).begin(graph); }
  std::uint32_t first_root(std::uint32_t graph) const { return Ends(root_ends).begin(graph); }
  std::uint32_t first_edge(std::uint32_t node) const { return Ends(arg_ends).begin(node); }

  // Adds a graph; returns its number. Symbols for which `is_dropped` holds count as unknown.
  std::uint32_t add(const Dag& dag, const BoundLabels& labels,
                    const std::function<bool(SymbolId)>& is_dropped = {});
  std::vector<float> node_counts() const;  // [nodes] the count of each node's graph
};

}  // namespace winnow
