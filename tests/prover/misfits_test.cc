// Formulas that winnow reads and no prover does.
#include "prover/misfits.h"

#include <gtest/gtest.h>

#include <vector>

namespace winnow {
namespace {

using Formulas = std::vector<std::string_view>;

TEST(Misfits, ASymbolWithDifferentNumbersOfArguments) {
  EXPECT_EQ(misfit_of(Formulas{"fof(path, axiom, ! [X,Y] : (edge(X,Y) => path(X,f(Y)))).",
                               "fof(bad, axiom, 'edge'(a))."}),
            "'edge' has 2 arguments in 'path' and 1 in 'bad'");
  EXPECT_EQ(misfit_of(Formulas{"fof(a, axiom, p(p))."}), "'p' has 0 arguments in 'a' and 1 in 'a'");
  EXPECT_EQ(misfit_of(Formulas{"fof(a, axiom, p(c)).", "fof(b, axiom, p)."}),
            "'p' has 1 argument in 'a' and 0 in 'b'");
  EXPECT_EQ(misfit_of(Formulas{"fof(a, axiom, p(c)).", "fof(b, axiom, p, file(p))."}),
            "'p' has 1 argument in 'a' and 0 in 'b'");
  EXPECT_EQ(misfit_of(Formulas{"fof(a, axiom, q).", "cnf(b, axiom, ~ q(X) | r)."}),
            "'q' has 0 arguments in 'a' and 1 in 'b'");
}

TEST(Misfits, ASymbolThatIsAPredicateAndAFunction) {
  EXPECT_EQ(misfit_of(Formulas{"fof(a, axiom, q(p(c))).", "fof(b, axiom, ~ p(c))."}),
            "'p' is a function in 'a' and a predicate in 'b'");
  EXPECT_EQ(misfit_of(Formulas{"fof(a, axiom, c).", "fof(b, axiom, ! [X] : X = c)."}),
            "'c' is a predicate in 'a' and a function in 'b'");
  EXPECT_EQ(misfit_of(Formulas{"fof(a, axiom, (f(c) != c) | f(c))."}),
            "'f' is a function in 'a' and a predicate in 'a'");
}

TEST(Misfits, AVariableThatNothingBinds) {
  EXPECT_EQ(misfit_of(Formulas{"fof(a, axiom, ! [X] : p(X,Y))."}), "nothing binds Y in 'a'");
}

TEST(Misfits, AreNotWhatProversRead) {
  EXPECT_EQ(misfit_of(Formulas{"fof(a, axiom, ! [X] : ? [Y] : (p(X,f(Y)) & (X = c)), file(b, p)).",
                               "fof(b, axiom, p(f(c),c) | (c != f(f(c))), inference(p, [f], [])).",
                               "cnf(c, axiom, p(X,Y) | q).", "fof(e, axiom, (q) & f(c) = c).",
                               "tff(d, axiom, p(Z)).", "no TPTP"}),
            "");
}

}  // namespace
}  // namespace winnow
