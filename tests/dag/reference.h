// Formula to graph a second time, slowly: trees with names, recursion, sets of strings. It shares
// no code and no idea with Draft and DagBuilder, so where both agree both are probably right.
#pragma once

#include "dag/dag.h"
#include "term/draft.h"

#include <map>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace winnow::reference {

struct Tree {
  std::string symbol;  // of a variable: its name
  Kind kind = Kind::function;
  std::vector<std::string> bound;  // of a quantifier, whose body is the one argument
  std::vector<Tree> args;
};

// A graph in which nothing is numbered: what a node is called says which node it is.
struct Graph {
  struct Node {
    std::string label;
    Kind kind;
    std::uint32_t level_up, level_down;
  };
  struct Edge {
    std::string parent, label, argument;
    auto operator<=>(const Edge&) const = default;
  };
  std::map<std::string, Node> nodes;
  std::multiset<Edge> edges;
  std::vector<std::string> roots;
};

Tree random_formula(std::mt19937& random, int depth);
void push(const Tree& tree, TermBank& bank, Draft& draft);  // nested as it is, unflattened
Graph graph_of(const std::vector<Tree>& formulas, VariableLabels variables);
// The same graph as DagBuilder made it; nodes are called by their numbers.
Graph graph_of(const Dag& dag, const SymbolView& symbols);
// Whether colour refinement in both directions, on kinds, labels, levels and edges, leaves the
// two graphs with the same colours.
bool look_alike(const Graph& a, const Graph& b);

}  // namespace winnow::reference
