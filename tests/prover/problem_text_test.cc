#include "prover/problem_text.h"

#include "prover/numbers.h"
#include "prover/profile.h"
#include "winnow/error.h"

#include <gmock/gmock.h>

#include <gtest/gtest.h>
#include <set>

#include <sstream>

namespace winnow {
namespace {

using ::testing::HasSubstr;

std::string written(std::string_view formulas, NumbersAs numbers = NumbersAs::written) {
  std::string problem;
  add_formulas(problem, formulas, numbers, "n_");
  problem.pop_back();
  return problem;
}

// SPASS skips formulas with roles that it does not know; E and cvc5 refuse `corollary`.
TEST(ProblemText, RolesThatProversDoNotKnowBecomeAxioms) {
  EXPECT_EQ(written("fof(a, plain, p)."), "fof(a, axiom, p).");
  EXPECT_EQ(written("fof('a, plain', corollary , p)."), "fof('a, plain', axiom , p).");
  EXPECT_EQ(written("fof(a, axiom-local(x,[y]), p)."), "fof(a, axiom, p).");
  EXPECT_EQ(written("fof(a, conjecture-local, p)."), "fof(a, conjecture, p).");
  EXPECT_EQ(written("fof(a, lemma, plain(plain))."), "fof(a, lemma, plain(plain)).");
}

TEST(ProblemText, WhatIsNoFormulaStaysAsItIs) {
  EXPECT_EQ(written("conjecture"), "conjecture");
  EXPECT_EQ(written("fof(a, 'plain', \"", NumbersAs::constants), "fof(a, 'plain', \"");
}

TEST(ProblemText, NumbersBecomeConstants) {
  EXPECT_EQ(written("fof(12, axiom, p(12, -3, 1.5, 1/2, a12, 'x 7', X1), file('a', 5)).",
                    NumbersAs::constants),
            "fof(12, axiom, p(n_12, n_m3, n_1d5, n_1q2, a12, 'x 7', X1), file('a', 5)).");
}

TEST(ProblemText, IntegersBecomeDistinctObjectsAndEqualOnesTheSame) {
  EXPECT_EQ(written("fof(a, axiom, +1 = 01 & -0 = 0 & 1.5 != 2).", NumbersAs::distinct),
            "fof(a, axiom, \"n_1\" = \"n_1\" & \"n_0\" = \"n_0\" & n_1d5 != \"n_2\").");
}

TEST(ProblemText, NumbersOfAllClausesOfANegatedConjectureAreSeen) {
  constexpr std::string_view kClauses =
      "cnf(a, negated_conjecture, p).\ncnf(b, negated_conjecture, q(2)).";
  EXPECT_EQ(written(kClauses, NumbersAs::constants),
            "cnf(a, negated_conjecture, p).\ncnf(b, negated_conjecture, q(n_2)).");
  EXPECT_TRUE(contents_of(kClauses).numbers);
}

TEST(ProblemText, TypedNumbersStay) {
  EXPECT_EQ(written("tff(a, axiom, $less(1, 2)).", NumbersAs::constants),
            "tff(a, axiom, $less(1, 2)).");
}

TEST(ProblemText, VariablesWithoutATypeAreIndividualsBesideTypes) {
  const auto typed = [](std::string_view formula) {
    std::string problem;
    add_formulas(problem, formula, NumbersAs::written, "n_", "", VariableTypes::all);
    problem.pop_back();
    return problem;
  };
  EXPECT_EQ(typed("tff(a, plain, ! [X, Y: l(A, $int), Z] : ? [V] : p([X, V]), file(! [X]))."),
            "tff(a, axiom, ! [X: $i, Y: l(A, $int), Z: $i] : ? [V: $i] : p([X, V]), file(! [X])).");
  EXPECT_EQ(typed("fof(fof, axiom, ![X]:p(X))."), "tff(fof, axiom, ![X: $i]:p(X)).");
  EXPECT_EQ(typed("cnf(a, axiom, p(X))."), "cnf(a, axiom, p(X)).");
  EXPECT_EQ(typed("thf(a, axiom, ! [X: $i] : (p @ X))."), "thf(a, axiom, ! [X: $i] : (p @ X)).");
}

TEST(ProblemText, NumbersComeBackInProofs) {
  EXPECT_EQ(restore_numbers("p(n_12, \"n_m3\") | q(n_1d5em3) # n_", "n_"),
            "p(12, -3) | q(1.5e-3) # ");
}

TEST(ProblemText, KnowsWhatProversMayNotKnow) {
  EXPECT_FALSE(contents_of("fof(1, axiom, p(a) & $true, file('x', 2)).").numbers);
  EXPECT_TRUE(contents_of("fof(a, axiom, p(-1)).").numbers);
  EXPECT_TRUE(contents_of("fof(a, axiom, p(\"x\")).").defined);
  EXPECT_TRUE(contents_of("tff(a, type, a: $int).").defined);
  EXPECT_TRUE(contents_of("tff(a, type, a: $i).").typed());
  EXPECT_FALSE(contents_of("tff(a, type, a: $i > $o).").defined);
  EXPECT_TRUE(contents_of("thf(a, axiom, p @ a).").logic.th0);
}

TEST(ProblemText, KnowsWhichLogicAProverNeeds) {
  EXPECT_EQ(contents_of("fof(a, axiom, p(1)).").logic, (Logic{.fof = true}));
  EXPECT_EQ(contents_of("tff(a, type, t: $tType).").logic, (Logic{.tf0 = true}));
  EXPECT_EQ(contents_of("tff(a, type, l: $tType > $tType).").logic,
            (Logic{.tf0 = true, .tf1 = true}));
  EXPECT_EQ(contents_of("tff(a, axiom, ! [A: $tType, X: A] : p(A, X)).").logic,
            (Logic{.tf0 = true, .tf1 = true}));
  EXPECT_EQ(contents_of("thf(a, type, f: !> [A: $tType] : (A > $o)).").logic,
            (Logic{.th0 = true, .th1 = true}));
  EXPECT_EQ(contents_of("tff(a, axiom, $less(1, 2)).").logic,
            (Logic{.tf0 = true, .arithmetic = true}));
  for (const char* rational : {"! [X: $rat] : p(X)", "p(1/2)", "p($to_rat(2.0))"})
    EXPECT_EQ(contents_of(std::string("tff(a, axiom, ") + rational + ").").logic,
              (Logic{.tf0 = true, .arithmetic = true, .rationals = true}))
        << rational;
}

TEST(Logic, CoversWhatItHas) {
  const Logic all{.fof = true, .tf0 = true, .arithmetic = true};
  EXPECT_TRUE(all.covers({.tf0 = true}));
  EXPECT_FALSE(all.covers({.tf0 = true, .tf1 = true}));
  EXPECT_FALSE((Logic{.fof = true, .tf0 = true}).covers({.tf0 = true, .arithmetic = true}));
  EXPECT_EQ(to_string(all), "FOF, TF0 with arithmetic");
  const Logic rational{.tf0 = true, .arithmetic = true, .rationals = true};
  EXPECT_FALSE(all.covers(rational));
  EXPECT_EQ(to_string(rational), "TF0 with arithmetic of $rat");
}

TEST(ProblemText, NamesAreRead) {
  EXPECT_EQ(formula_name("fof('it\\'s', axiom, p)."), "it's");
  EXPECT_EQ(formula_name("nonsense"), "");
}

class Renderings : public testing::Test {
 protected:
  static ProblemRendering of(std::string_view program, Numbers numbers, std::string_view formula) {
    ProverCommand command{.words = {std::string(program)}};
    const std::span<const std::string_view> part(&formula, 1);
    return make_rendering(command, numbers, ProblemContents(std::span(&part, 1)));
  }
};

// To E, numbers of FOF are integers and variables are not: p(1) and p(X) do not fit together.
TEST_F(Renderings, NumbersOfFofAreDistinctUnlessTheyAreFree) {
  EXPECT_EQ(of("eprover", Numbers::automatic, "fof(a, axiom, p(1)).").numbers, NumbersAs::distinct);
  EXPECT_EQ(of("SPASS", Numbers::automatic, "fof(a, axiom, p(1)).").numbers, NumbersAs::constants);
  EXPECT_EQ(of("cvc5", Numbers::free, "fof(a, axiom, p(1)).").numbers, NumbersAs::constants);
  EXPECT_EQ(of("eprover", Numbers::free, "fof(a, axiom, p(a)).").command.words.size(), 1u);
}

TEST_F(Renderings, EGetsATypeForEachVariableBesideTypes) {
  const auto types = [](std::string_view program, std::string_view formula) {
    return of(program, Numbers::automatic, formula).types;
  };
  EXPECT_EQ(types("eprover", "tff(a, axiom, ! [X] : p(X))."), VariableTypes::all);
  EXPECT_EQ(types("eprover", "fof(a, axiom, ! [X] : p(X))."), VariableTypes::written);
  EXPECT_EQ(types("cvc5", "tff(a, axiom, ! [X] : p(X))."), VariableTypes::written);
}

TEST_F(Renderings, TheFlagForFreeNumbersIsAddedWhereItIsRight) {
  ProblemRendering free = of("/usr/bin/eprover", Numbers::free, "fof(a, axiom, p(1)).");
  EXPECT_EQ(free.command.words.at(1), "--free-numbers");
  EXPECT_EQ(free.numbers, NumbersAs::written);
  ProblemRendering typed = of("eprover", Numbers::automatic, "tff(a, axiom, p(1)).");
  EXPECT_EQ(typed.command.words.size(), 1u);
  EXPECT_EQ(typed.numbers, NumbersAs::written);
  EXPECT_THROW(of("eprover", Numbers::free, "tff(a, axiom, p(1))."), InputError);
}

TEST_F(Renderings, RefutationsAreDoubtedWhereTheProverDoesNotKnowTheSymbols) {
  auto doubted = [](std::string_view program, Numbers numbers, std::string_view formula) {
    return !of(program, numbers, formula).doubt.empty();
  };
  EXPECT_FALSE(doubted("eprover", Numbers::automatic, "fof(a, axiom, p(a) & $true)."));
  EXPECT_TRUE(doubted("eprover", Numbers::automatic, "fof(a, conjecture, ? [X] : X != 1)."));
  EXPECT_FALSE(doubted("eprover", Numbers::free, "fof(a, conjecture, ? [X] : X != 1)."));
  EXPECT_TRUE(doubted("eprover", Numbers::automatic, "fof(a, conjecture, p(\"a\"))."));
  EXPECT_TRUE(doubted("eprover", Numbers::automatic, "tff(a, type, c: $int)."));
  EXPECT_FALSE(doubted("cvc5", Numbers::automatic, "tff(a, type, c: $int)."));
  EXPECT_TRUE(doubted("cvc5", Numbers::automatic, "thf(a, conjecture, p @ a)."));
  EXPECT_FALSE(doubted("./any", Numbers::automatic, "tff(a, type, c: $i)."));
}

TEST_F(Renderings, RefutationsAboutRationalsAreDoubted) {  // cvc5 takes them for reals: x * x = 2
  EXPECT_NE(of("cvc5", Numbers::automatic, "tff(a, type, x: $rat).").doubt, "");
  EXPECT_NE(of("cvc5", Numbers::automatic, "tff(a, axiom, p(1/2)).").doubt, "");
  EXPECT_EQ(of("cvc5", Numbers::automatic, "tff(a, axiom, p(0.5)).").doubt, "");
}

TEST_F(Renderings, RefutationsAreDoubtedWithOptionsThatLeaveSomethingOut) {
  const ProblemContents contents({});
  auto doubt = [&](std::string_view command) {
    ProverCommand words;
    std::istringstream stream{std::string(command)};
    for (std::string word; stream >> word;) words.words.push_back(word);
    return make_rendering(words, Numbers::automatic, contents).doubt;
  };
  EXPECT_EQ(doubt("SPASS -TPTP -TimeLimit=3 p.p"), "");
  EXPECT_THAT(doubt("SPASS -SOS -TPTP p.p"), HasSubstr("-SOS"));
  EXPECT_THAT(doubt("cvc5 --finite-model-find --fmf-mbqi=trust p.p"), HasSubstr("trust"));
  EXPECT_EQ(doubt("./any --sos p.p"), "");
  for (const ProverProfile& profile : prover_profiles())
    for (const Strategy& strategy : profile.strategies)
      // Of the others nobody has shown that they leave nothing out.
      if (!std::set<std::string_view>{"sos", "skolem", "prenex", "internal"}.contains(
              strategy.name)) {
        EXPECT_EQ(doubt(command_template(profile.name, profile, strategy)), "") << profile.name;
      }
}

TEST_F(Renderings, NamesOfNumbersAreNew) {
  EXPECT_EQ(of("SPASS", Numbers::free, "fof(a, axiom, number_1 = 1).").prefix, "number_n_");
}

TEST(Profile, IsKnownByTheNameOfTheProgram) {
  EXPECT_EQ(profile_of({.words = {"/opt/SPASS-3.9"}}).name, "spass");
  EXPECT_EQ(profile_of({.words = {"eprover-ho"}}).name, "e");
  EXPECT_EQ(profile_of({.words = {"/eprover/mine"}}).name, "");
}

}  // namespace
}  // namespace winnow
