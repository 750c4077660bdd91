#include "tests/text/tptp_testing.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(TptpErrors, SayWhereWhatAndWhatToDo) {
  EXPECT_EQ(error_of("fof(a, axiom, p & q | r)."),
            "f.p:1:21: '&' and '|' are mixed without brackets | write (a & b) | c, or a & (b | c)");
  EXPECT_EQ(error_of("fof(a, axiom, p => q => r)."),
            "f.p:1:22: '=>' does not chain | write (a => b) => c, or a => (b => c)");
  EXPECT_EQ(error_of("fof(a, axiom,\n  p(a\n  q)."),
            "f.p:3:3: expected ',' or ')' among the arguments of 'p', found 'q' | "
            "a connective or a comma is missing before it");
}

TEST(TptpErrors, BrokenFormulas) {
  EXPECT_THAT(error_of("fof(a, axiom, p &)."),
              StartsWith("f.p:1:18: expected a formula, found ')'"));
  EXPECT_THAT(error_of("fof(a, axiom, p(&))."), StartsWith("f.p:1:17: expected a term, found '&'"));
  EXPECT_THAT(error_of("fof(a, axiom, (p)."),
              StartsWith("f.p:1:18: expected a connective, ',' or ')'"));
  EXPECT_THAT(error_of("fof(a, axiom, p()."), HasSubstr("'p' has no arguments"));
  EXPECT_THAT(error_of("fof(a, axiom, X)."), HasSubstr("a variable is not a formula"));
  EXPECT_THAT(error_of("fof(a, axiom, p & 3)."), HasSubstr("a term is not a formula"));
  EXPECT_THAT(error_of("fof(a, axiom, X(a))."), HasSubstr("a variable cannot have arguments"));
  EXPECT_THAT(error_of("fof(a, axiom, p(q & r))."), HasSubstr("'&' inside a term"));
  EXPECT_THAT(error_of("fof(a, axiom, (p & q) = r)."), HasSubstr("write <=>"));
  EXPECT_THAT(error_of("fof(a, axiom, a = b = c)."), HasSubstr("side is an equation"));
  EXPECT_THAT(error_of("fof(a, axiom, ! X : p)."), HasSubstr("square brackets"));
  EXPECT_THAT(error_of("fof(a, axiom, ! [x] : p)."), HasSubstr("expected a variable, found 'x'"));
  EXPECT_THAT(error_of("fof(a, axiom, ! [X: $i] : p)."), HasSubstr("types belong to tff and thf"));
  EXPECT_THAT(error_of("fof(a, axiom, [p])."), HasSubstr("a list where a formula is expected"));
  EXPECT_THAT(error_of("fof(a, axiom, f @ a)."), HasSubstr("belongs to thf"));
  EXPECT_THAT(error_of("fof(a, axiom, ^ [X] : p)."), HasSubstr("'^' is not part of fof"));
  EXPECT_THAT(error_of("cnf(a, axiom, p & q)."), HasSubstr("'&' in a clause"));
  EXPECT_THAT(error_of("cnf(a, axiom, ! [X] : p)."), HasSubstr("a quantifier in a clause"));
  EXPECT_THAT(error_of("thf(a, axiom, ~ p @ a)."), HasSubstr("'~' and '@' are mixed"));
  EXPECT_THAT(error_of("thf(a, axiom, f @ a = b)."), HasSubstr("'@' and '=' are mixed"));
  EXPECT_THAT(error_of("tff(a, type, f $i)."), HasSubstr("expected ':' after the declared name"));
  EXPECT_THAT(error_of("tff(a, type, f: $i * $o + $i)."), HasSubstr("'*' and '+' are mixed"));
  EXPECT_THAT(error_of("tff(a, axiom, c := d)."),
              HasSubstr("':=' outside the definitions of $let"));
  EXPECT_THAT(error_of("tff(a, axiom, $let(c: $i, c := d := e, p(c)))."),
              HasSubstr("':=' does not chain"));  // once read, and printed as what is no formula
}

TEST(TptpErrors, BrokenStatements) {
  EXPECT_THAT(error_of("fol(a, axiom, p)."), HasSubstr("expected fof, cnf, tff, thf or include"));
  EXPECT_THAT(error_of("fof(A, axiom, p)."),
              HasSubstr("expected the name of a formula, found 'A'"));
  EXPECT_THAT(error_of("fof(a, p)."), HasSubstr("expected ',' after the role"));
  EXPECT_THAT(error_of("fof(a, axiom, p)"),
              HasSubstr("expected '.' after the formula, found the end"));
  EXPECT_THAT(error_of("fof(a, axiom, p, [x)])."), HasSubstr("brackets do not match"));
  EXPECT_THAT(error_of("fof(a, axiom, p, )."), HasSubstr("expected a source after the formula"));
  EXPECT_THAT(error_of("fof(a, axiom, p). q"), HasSubstr("expected the end of the text"));
  EXPECT_THAT(error_of(""), HasSubstr("found the end of the text"));
}

TEST(TptpErrors, BrokenTokens) {
  EXPECT_THAT(error_of("fof(a, axiom, 'p)."), StartsWith("f.p:1:15: this quote is never closed"));
  EXPECT_THAT(error_of("fof(a, axiom, '')."), HasSubstr("an empty quoted name"));
  EXPECT_THAT(error_of("fof(a, axiom, 'a\\nb')."), HasSubstr("'\\' inside quotes stands alone"));
  EXPECT_THAT(error_of("fof(a, axiom, /* p)."),
              StartsWith("f.p:1:15: this comment is never closed"));
  EXPECT_THAT(error_of("fof(a, axiom, $X)."), HasSubstr("lower-case word is expected after '$'"));
  EXPECT_THAT(error_of("fof(a, axiom, p # q)."), HasSubstr("'#' begins no TPTP token"));
  EXPECT_THAT(error_of("fof(a, axiom, \xc3\xa4)."), HasSubstr("byte 0xc3"));
}

std::vector<std::string> names_of(const Problem& problem) {
  std::vector<std::string> names;
  for (const Formula& formula : problem.formulas) names.push_back(formula.name);
  return names;
}

TEST(TptpKeepGoing, GoesOnAtTheNextStatement) {
  TermBank bank;
  Problem problem = parse_tptp(
      "fof(a, axiom, p).\n"
      "fof(b, axiom, p & q | r). fof(c, axiom, p).\n"
      "fof(d, axiom, p)\n"
      "fof(e, axiom, q).\n"
      "fof(f, axiom, 'x).\n"
      "  fof(g, axiom, r).\n"
      "tcf(h, axiom, p).\n"
      "fof(i, axiom, s).",
      bank, {.keep_going = true}, "t.p");
  EXPECT_THAT(names_of(problem), ElementsAre("a", "c", "e", "g", "i"));
  ASSERT_EQ(problem.skipped.size(), 4u);
  EXPECT_THAT(problem.skipped[0].message, StartsWith("t.p:2:21: '&' and '|'"));
  EXPECT_THAT(problem.skipped[1].message, StartsWith("t.p:4:1: expected '.'"));
  EXPECT_THAT(problem.skipped[2].message, StartsWith("t.p:5:15: this quote"));
  EXPECT_THAT(problem.skipped[3].message, StartsWith("t.p:7:1: expected fof"));
  EXPECT_EQ(problem.formulas[3].line, 6u);
  EXPECT_EQ(problem.formulas[3].text, "fof(g, axiom, r).");
}

TEST(TptpKeepGoing, IsLinearInTheNumberOfMistakes) {
  std::string text;
  for (int i = 0; i < 50'000; ++i) text += "fof(a, axiom, ). ";
  TermBank bank;
  EXPECT_EQ(parse_tptp(text, bank, {.keep_going = true}).skipped.size(), 50'000u);
}

TEST(TptpKeepGoing, IsOffByDefault) {
  TermBank bank;
  EXPECT_THROW(parse_tptp("fof(a, axiom, p).\nfof(b, axiom, ).", bank), InputError);
}

}  // namespace
}  // namespace winnow
