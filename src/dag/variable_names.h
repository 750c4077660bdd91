// dag/variable_names.h - what the nodes of variables are called in a formula's printed text.
// in: a formula, its graph     out: for each node its names, "X0"; "" for what is no variable
// A graph has no names: equal closed formulas are one node, whatever their variables are called.
// The printers give each binder that they print a name, so a node that stands for two binders of
// the text has two names: "X0, X3".
#pragma once

#include "dag/dag.h"
#include "text/formula.h"

#include <string>
#include <vector>

namespace winnow {

// Needs: `dag` is the graph of `formula`'s term alone.
std::vector<std::string> variable_names(const TermView& terms, const Formula& formula,
                                        const Dag& dag);

}  // namespace winnow
