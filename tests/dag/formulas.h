// Graphs of formulas written as text: what most tests of graphs begin with.
#pragma once

#include "dag/dag.h"
#include "text/hol.h"
#include "text/tptp.h"

#include <initializer_list>
#include <string>
#include <vector>

namespace winnow {

// A graph and the symbols that its labels are.
struct Drawn {
  TermBank bank;
  Dag dag;

  std::uint32_t size() const { return dag.size(); }
  std::string label(std::uint32_t node) const {
    return std::string(bank.symbols().name(dag.labels[node]));
  }
  std::string root() const { return label(index(dag.roots.front())); }
  std::vector<std::string> labels() const {
    std::vector<std::string> result;
    for (std::uint32_t node = 0; node < size(); ++node) result.push_back(label(node));
    return result;
  }
  // "& &0 p": parent, edge label, argument.
  std::vector<std::string> edges() const {
    std::vector<std::string> result;
    for (std::uint32_t node = 0; node < size(); ++node)
      for (std::uint32_t edge = dag.first_edge(node); edge < dag.arg_ends[node]; ++edge)
        result.push_back(label(node) + ' ' +
                         to_string(dag.edge_label(NodeId{node}, edge), bank.symbols().view()) +
                         ' ' + label(index(dag.args[edge])));
    return result;
  }
};

// The joint graph of annotated formulas.
inline Drawn dag_of_problem(std::string_view text,
                            VariableLabels variables = VariableLabels::generic) {
  Drawn drawn;
  std::vector<TermId> roots;
  for (const Formula& formula : parse_tptp(text, drawn.bank).formulas)
    if (formula.role != "type") roots.push_back(formula.term);
  drawn.dag = DagBuilder(variables).build(drawn.bank.view(), roots);
  return drawn;
}

inline Drawn dag_of(const std::string& formula,
                    VariableLabels variables = VariableLabels::generic) {
  return dag_of_problem("fof(f, axiom, " + formula + ").", variables);
}

inline Drawn joint_dag_of(std::initializer_list<const char*> formulas,
                          VariableLabels variables = VariableLabels::generic) {
  std::string text;
  for (const char* formula : formulas) text += std::string("fof(f, axiom, ") + formula + ").\n";
  return dag_of_problem(text, variables);
}

// A HOL term or sequent; `tokens` says which names are constants.
inline Drawn hol_dag_of(std::string_view text, std::string_view tokens) {
  Drawn drawn;
  HolParser parser(drawn.bank);
  parser.set_constants(tokens);
  TermId term = parser.parse(text);
  drawn.dag = DagBuilder().build(drawn.bank.view(), std::span(&term, 1));
  return drawn;
}

}  // namespace winnow
