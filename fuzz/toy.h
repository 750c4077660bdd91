// fuzz/toy.h - a small problem and small models with random weights, the same in every run.
#pragma once

#include "rank/index.h"
#include "tests/rank/toy_model.h"
#include "text/tptp.h"

#include <filesystem>
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

// An index of the problem's axioms with vectors that retrieve, the same whatever its file is
// called.
inline LibraryIndex toy_index(const std::filesystem::path& file) {
  const ModelOptions options = {.pooling = "dag", .mode = "pair", .classify = false, .retrieve = 6};
  const Model model(toy_file(options));
  const Network network(model, {});
  TermBank bank;
  IndexDraft draft;
  const Problem problem = parse_tptp(kToyProblem, bank);
  draft.add(bank.view(), problem.formulas);
  write_index(file, draft, &network, nullptr);
  return LibraryIndex::open(file);
}
inline constexpr std::size_t kToyVector = 7;  // numbers of a vector of it

}  // namespace winnow::fuzz
