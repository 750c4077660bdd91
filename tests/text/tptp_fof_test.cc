#include "tests/sanitized.h"
#include "tests/text/tptp_testing.h"

#include <ctime>

namespace winnow {
namespace {

using testing::expect_round_trip;
using testing::parse;
using testing::shape;

TEST(TptpFof, AnAtomIsAPredicateAndItsArgumentsAreFunctions) {
  EXPECT_EQ(shape("p(f(a),X)"), "p:p(f:f(a:f),'0:v)");
}

TEST(TptpFof, TheSidesOfAnEquationAreFunctions) {
  EXPECT_EQ(shape("f(a) = b"), "=:e(f:f(a:f),b:f)");
  EXPECT_EQ(shape("p => f(a) != b"), "=>:c(p:p,!=:e(f:f(a:f),b:f))");
  EXPECT_EQ(shape("(f(a)) = ((b))"), "=:e(f:f(a:f),b:f)");
}

TEST(TptpFof, ReadingAnEquationMakesNoPredicateOfItsSides) {
  TermBank bank;
  std::uint32_t before = bank.symbols().size();
  parse(bank, "(f(a)) = b");
  EXPECT_EQ(bank.symbols().size(), before + 4);  // a, f, b, =
}

TEST(TptpFof, ConnectivesKeepTheirNames) {
  for (std::string_view op : {"&", "|", "=>", "<=", "<=>", "<~>", "~&", "~|"}) {
    std::string body = "p " + std::string(op) + " q";
    EXPECT_EQ(shape(body), std::string(op) + ":c(p:p,q:p)");
    expect_round_trip(body, Language::fof);
  }
}

TEST(TptpFof, ConjunctionsAreFlat) {
  EXPECT_EQ(shape("(p & q) & (r & s)"), "&:c(p:p,q:p,r:p,s:p)");
  EXPECT_EQ(shape("p | q | r"), "|:c(p:p,q:p,r:p)");
}

TEST(TptpFof, NegationBindsTighterThanConnectivesAndLooserThanEquality) {
  EXPECT_EQ(shape("~ p & q"), "&:c(~:c(p:p),q:p)");
  EXPECT_EQ(shape("~ a = b"), "~:c(=:e(a:f,b:f))");
}

TEST(TptpFof, AQuantifierBindsTheNextUnitOnly) {
  EXPECT_EQ(shape("! [X] : p(X) & q"), "&:c(!:q(?0:v,p:p(?0:v)),q:p)");
  EXPECT_EQ(shape("! [X,Y] : ? [Z] : X = Z"), "!:q(?0:v,?1:v,?:q(?2:v,=:e(?0:v,?2:v)))");
}

TEST(TptpFof, RedundantBracketsAsMizarWritesThem) {
  EXPECT_EQ(shape(" (! [A] :  (p(A, k) => q(A)) ) "), "!:q(?0:v,=>:c(p:p(?0:v,k:f),q:p(?0:v)))");
}

TEST(TptpFof, AnInnerBinderHidesTheOuterOne) {
  EXPECT_EQ(shape("! [X] : (p(X) & ? [X] : q(X) & r(X))"),
            "!:q(?0:v,&:c(p:p(?0:v),?:q(?0:v,q:p(?0:v)),r:p(?0:v)))");
}

TEST(TptpFof, UnboundVariablesAreFreeAndOnePerName) {
  EXPECT_EQ(shape("p(Xa,Yb,Xa) & ! [Xa] : q(Xa,Yb)"),
            "&:c(p:p('0:v,'1:v,'0:v),!:q(?0:v,q:p(?0:v,'1:v)))");
}

TEST(TptpFof, QuotesGoWhereTheyAreNotNeeded) {
  EXPECT_EQ(shape("'p'('A b', 'it\\'s', 'c1')"), "p:p('A b':f,'it\\'s':f,c1:f)");
  expect_round_trip("'P'('$true', '\\\\', 'x y')", Language::fof);
}

TEST(TptpFof, NumbersAndDistinctObjectsHaveTheirKinds) {
  EXPECT_EQ(shape("p(1, -2, +3, 1/2, -0.5, 1.5E-3, 2e7, \"a \\\" b\")"),
            "p:p(1:n,-2:n,+3:n,1/2:n,-0.5:n,1.5E-3:n,2e7:n,\"a \\\" b\":d)");
}

TEST(TptpFof, DollarWords) {
  EXPECT_EQ(shape("$true & $$mine(a) & ~ $false"), "&:c($true:p,$$mine:p(a:f),~:c($false:p))");
}

TEST(TptpFof, SequentsAreArrowsBetweenLists) {
  EXPECT_EQ(shape("[p, q] --> [r]"), "-->:c([]:f(p:p,q:p),[]:f(r:p))");
  expect_round_trip("[] --> [r & s, ~ p]", Language::fof);
}

TEST(TptpFof, AnnotationsAreSkipped) {
  TermBank bank;
  Formula formula = TptpParser(bank).parse(
      "fof('a name', lemma, p, inference(r, [status(thm), [x: (y), 'z)']], [f(1), $fof(p & q)]), "
      "[u]) .");
  EXPECT_EQ(formula.name, "a name");
  EXPECT_EQ(formula.role, "lemma");
  EXPECT_EQ(shape(bank.view(), formula.term), "p:p");
}

TEST(TptpFof, CommentsAreWhiteSpace) {
  EXPECT_EQ(shape("p % (\n /* ) * / */ & /**/ q"), "&:c(p:p,q:p)");
}

TEST(TptpFof, RoundTrips) {
  for (std::string_view body :
       {"! [X] : (p(X) => ? [Y] : (q(X,Y) & ~ (X = Y)))", "~ ~ p", "(p & q) | (r & s)",
        "(p => q) => (r <=> s)", "! [X] : X = X & a != b", "? [A] : ! [B] : (p(A) | ! [C] : q(C))",
        "p(X) & ! [Y] : q(X,Y)", "! [X] : ((! [Y] : p(Y)) & (! [Z] : p(Z)) & r(X))"})
    expect_round_trip(body, Language::fof);
}

TEST(TptpCnf, AClauseHasFreeVariables) {
  EXPECT_EQ(shape("p(X) | ~ q(X,Y) | X != a", Language::cnf),
            "|:c(p:p('0:v),~:c(q:p('0:v,'1:v)),!=:e('0:v,a:f))");
  expect_round_trip("(p(X) | ~ (q(Y)))", Language::cnf);
}

// Depth would end a recursive reader long before this. Sanitizers make it slow.
constexpr std::size_t kDeep = kSanitized ? 250'000 : 1'000'000;

std::string repeat(std::string_view text, std::size_t times) {
  std::string result;
  result.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) result += text;
  return result;
}

void expect_deep_round_trip(const std::string& body, Language language) {
  std::clock_t start = std::clock();  // of this process alone: other tests run beside it
  expect_round_trip(body, language);
  EXPECT_LT(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC, 30) << "not linear";
}

TEST(TptpDeep, Brackets) {
  expect_deep_round_trip(repeat("(", kDeep) + "p" + repeat(")", kDeep), Language::fof);
}
TEST(TptpDeep, Negations) { expect_deep_round_trip(repeat("~", kDeep) + "p", Language::fof); }
TEST(TptpDeep, EqualQuantifiers) {
  expect_deep_round_trip(repeat("![X]:", kDeep) + "p(X)", Language::fof);
}
TEST(TptpDeep, AlternatingQuantifiers) {
  expect_deep_round_trip(repeat("![X]:?[Y1]:", kDeep / 2) + "p(X,Y1)", Language::fof);
}
TEST(TptpDeep, Functions) {
  expect_deep_round_trip("p(" + repeat("f(", kDeep) + "a" + repeat(")", kDeep) + ")",
                         Language::fof);
}
TEST(TptpDeep, Implications) {
  expect_deep_round_trip(repeat("(p=>", kDeep) + "q" + repeat(")", kDeep), Language::fof);
}
TEST(TptpDeep, ANestedConjunctionBecomesOneFlatOne) {
  TermBank bank;
  TermId term = parse(bank, repeat("(p&", kDeep) + "q" + repeat(")", kDeep));
  EXPECT_EQ(bank.args(term).size(), kDeep + 1);
}
TEST(TptpDeep, AConjunctionOfFiftyThousand) {
  std::string body = "p0";
  for (int i = 1; i < 50'000; ++i) body += " & p" + std::to_string(i);
  expect_deep_round_trip(body, Language::fof);
}
TEST(TptpDeep, ManyNamesOfVariables) {
  std::string body;
  for (int i = 0; i < 100'000; ++i) body += "![X" + std::to_string(i) + "]:";
  expect_deep_round_trip(body + "p(X0,X99999)", Language::fof);
}
TEST(TptpDeep, NestedConditionals) {
  expect_deep_round_trip(repeat("$ite(p,q,", kDeep / 5) + "r" + repeat(")", kDeep / 5),
                         Language::tff);
}
TEST(TptpDeep, Types) {
  expect_deep_round_trip(
      "! [X: " + repeat("($i > ", kDeep) + "$i" + repeat(")", kDeep) + "] : p(X)", Language::tff);
}
TEST(TptpDeep, Applications) {
  expect_deep_round_trip(repeat("(f @ ", kDeep) + "a" + repeat(")", kDeep), Language::thf);
}

}  // namespace
}  // namespace winnow
