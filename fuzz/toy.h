// fuzz/toy.h - a small problem and small models with random weights, the same in every run.
#pragma once

#include "tests/rank/toy_model.h"
#include "text/tptp.h"

#include <string_view>
#include <vector>

namespace winnow::fuzz {

inline constexpr std::string_view kToyProblem =
    "fof(a1, axiom, ! [X] : (p(X) => q(X))).\n"
    "fof(a2, axiom, p(f(a))).\n"
    "fof(a3, axiom, r(a, b) | ~ q(b)).\n"
    "fof(goal, conjecture, q(f(a))).\n";

inline const ModelOptions kToyOptions = {.pooling = "dag", .mode = "pair"};

inline ModelFile toy_file(const ModelOptions& options) {
  TermBank bank;
  Problem problem = parse_tptp(kToyProblem, bank);
  std::vector<TermId> terms;
  for (const Formula& formula : problem.formulas) terms.push_back(formula.term);
  return toy_model(options, bank.view(), terms);
}

}  // namespace winnow::fuzz
