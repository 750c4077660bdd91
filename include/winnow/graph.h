// graph.h - a formula as a directed acyclic graph with shared subterms, as the models see it.
//
//   winnow::Graph graph = winnow::make_graph(problem, 0);
//   for (std::size_t i = 0; i < graph.nodes(); ++i) std::cout << graph.label(i) << '\n';
//
// Nodes are numbered so that arguments come before their parents. A Graph never changes: it may
// be copied at no cost and used from several threads at once; its arrays live as long as it or a
// copy does.
#pragma once

#include "winnow/formula.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct GraphOptions {
  // False: one label for all variables. True: bound ones by the depth of their binder, free ones
  // by first occurrence.
  bool indexed_variables = false;
};

class Graph {
 public:
  std::size_t nodes() const;
  std::size_t edges() const;  // f(a,a) has two edges to one node

  std::span<const std::uint32_t> labels() const;     // [nodes] equal labels, equal numbers
  std::span<const std::uint8_t> kinds() const;       // [nodes]
  std::span<const std::uint32_t> edge_ends() const;  // [nodes] where a node's edges end
  std::span<const std::uint32_t> parents() const;    // [edges]
  std::span<const std::uint32_t> arguments() const;  // [edges]
  // [2, edges] the arguments, then the parents: the edges of a graph that passes messages upwards,
  // as PyTorch Geometric and DGL take them.
  std::span<const std::int64_t> edge_index() const;
  std::span<const std::uint32_t> ranks() const;  // [edges] of the argument; 0 where order is none
  std::span<const std::uint32_t> roots() const;  // [formulas]
  std::span<const std::uint32_t> levels_up() const;    // [nodes] 0: a leaf
  std::span<const std::uint32_t> levels_down() const;  // [nodes] 0: no parent

  std::string_view label(std::size_t node) const;
  std::string label(std::size_t node, std::size_t letters) const;  // cut, with an ellipsis
  std::string_view kind(std::size_t node) const;                   // "predicate", "function", ...
  std::string edge_label(std::size_t edge) const;                  // "&0", "function2"

  // Of the first formula.
  FormulaInfo formula() const;
  std::string formula_text() const;  // without name and role, in its own language
  // [nodes] what its variables are called in that text: "X0"; "" for what is no variable of it.
  std::vector<std::string> variable_names() const;

  std::string dot() const;  // for Graphviz
  std::string svg() const;  // drawn by winnow; Graphviz finds the places, so it must be installed

  struct Impl;  // the library's own side
  explicit Graph(std::shared_ptr<const Impl> impl);
  const Impl& impl() const { return *impl_; }

 private:
  std::shared_ptr<const Impl> impl_;
};

// Of one formula; or of several, which then share what they have in common.
// Throws InputError for a declaration of types, which has no graph.
Graph make_graph(const Formulas& problem, std::size_t formula, const GraphOptions& options = {});
Graph make_graph(const Formulas& problem, std::span<const std::size_t> formulas,
                 const GraphOptions& options = {});

// Which formula of a problem one looks at if one looks at one: that called `name`, or for "" the
// first conjecture, or the only formula. Throws InputError if there is none.
std::size_t find_formula(const Formulas& problem, std::string_view name = {});

}  // namespace winnow
