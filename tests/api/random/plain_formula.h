// tests/api/random/plain_formula.h - small formulas whose symbols are known without reading them.
#pragma once

#include "plain_rankers.h"
#include "random_source.h"

#include <string>
#include <vector>

namespace winnow::random_tester {

struct PlainFormula {
  std::string name, role;
  std::string body;  // as it is printed
  std::string key;   // the same for formulas that differ only in the names of bound variables
  Symbols symbols;

  std::string text() const { return "fof(" + name + ", " + role + ", " + body + ")."; }
};

// Names are drawn from few, and so are symbols: what collides is what is interesting.
PlainFormula random_formula(RandomSource& random, const std::string& role);
std::string text_of(const std::vector<PlainFormula>& formulas);

}  // namespace winnow::random_tester
