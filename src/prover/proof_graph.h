// prover/proof_graph.h - a proof as a picture.
// in: a TSTP derivation     out: its steps and what each follows from; DOT, and SVG by Graphviz
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct DerivationStep {
  std::string name, role;
  std::string formula;               // on one line
  std::vector<std::size_t> parents;  // earlier steps
};

// In the order of the text. What is no annotated formula ends it.
std::vector<DerivationStep> read_derivation(std::string_view text);

// Axioms at the top, the contradiction at the bottom.
std::string derivation_dot(const std::vector<DerivationStep>& steps);

}  // namespace winnow
