// text/problem.h - the inside of the public Formulas: what a reader gave, with its terms.
// in: a file or a text, and its syntax     out: formulas in a bank of their own, what was skipped
#pragma once

#include "text/formula.h"
#include "winnow/formula.h"

#include <string>
#include <vector>

namespace winnow {

struct Formulas::Impl {
  std::string text;  // of a problem from memory
  TermBank bank;
  Problem parsed;
  std::vector<std::string> skipped;
};

}  // namespace winnow
