// A library of formulas that share some symbols with each other, and a type, as TPTP text.
#pragma once

#include <fmt/format.h>

#include <string>

namespace winnow {

inline std::string toy_library(int formulas) {
  std::string text = "tff(t, type, t0: $i > $o).\n";
  for (int i = 0; i < formulas; ++i)
    text += fmt::format("fof(a{}, axiom, ![X]: (p{}(f{}(X), c{}) => q{}(g{}(c{})))).\n", i, i % 5,
                        (i * 7) % 11, (i * 3) % 13, (i * 5) % 4, i % 9, (i * i) % 17);
  return text;
}

}  // namespace winnow
