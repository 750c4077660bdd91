#include "tests/text/tptp_testing.h"

#include "dag/dag.h"

namespace winnow {
namespace {

using testing::expect_round_trip;
using testing::parse;
using testing::shape;

constexpr Language kTff = Language::tff;
constexpr Language kThf = Language::thf;

TEST(TptpTff, ADeclarationIsAColonOverTypeAndName) {
  EXPECT_EQ(shape("f: ($i * $int) > $o", kTff, "type"), "::t(>:t(*:t($i:t,$int:t),$o:t),f:t)");
  EXPECT_EQ(shape("(a: $tType)", kTff, "type"), "::t($tType:t,a:t)");
  EXPECT_EQ(shape("a << b", kTff, "type"), "<<:t(b:t,a:t)");
}

TEST(TptpTff, TypedVariablesCarryTheirType) {
  EXPECT_EQ(shape("! [X: $int,Y] : p(X,Y)", kTff), "!:q(::t($int:t,?0:v),?1:v,p:p(?0:v,?1:v))");
}

TEST(TptpTff, TypesNeverReachAGraph) {
  TermBank bank;
  TermId typed = parse(bank, "! [X: list($int)] : $let(c: $i, c := X, p(c))", kTff);
  Dag dag = DagBuilder().build(bank.view(), std::span(&typed, 1));
  for (Kind kind : dag.kinds) EXPECT_NE(kind, Kind::type);
}

TEST(TptpTff, PolymorphicTypesBindTypeVariables) {
  EXPECT_EQ(shape("cons: !>[A: $tType] : ((A * list(A)) > list(A))", kTff, "type"),
            "::t(!>:q(::t($tType:t,?0:v),>:t(*:t(?0:v,list:t(?0:v)),list:t(?0:v))),cons:t)");
}

TEST(TptpTff, AConditionIsAFormulaAndArmsAreWhatTheWholeIs) {
  EXPECT_EQ(shape("$ite(p,q,r)", kTff), "$ite:p(p:p,q:p,r:p)");
  EXPECT_EQ(shape("$ite(p,a,b) = c", kTff), "=:e($ite:f(p:p,a:f,b:f),c:f)");
  EXPECT_EQ(shape("(($ite(p,$ite(q,a,b),c))) = d", kTff),
            "=:e($ite:f(p:p,$ite:f(q:p,a:f,b:f),c:f),d:f)");
  EXPECT_EQ(shape("f($ite(p,a,b)) = c & ($ite(p,q,r))", kTff),
            "&:c(=:e(f:f($ite:f(p:p,a:f,b:f)),c:f),$ite:p(p:p,q:p,r:p))");
}

TEST(TptpTff, LetKeepsTypesAndDefinitions) {
  EXPECT_EQ(shape("$let(c: $i, c := f(a), p(c))", kTff),
            "$let:p(::t($i:t,c:t),:=:c(c:f,f:f(a:f)),p:p(c:f))");
  expect_round_trip("$let([c: $i, g: $i > $o], [c := d, g(X) := p(X)], g(c))", kTff);
}

TEST(TptpTff, FormulasMayBeArguments) {
  EXPECT_EQ(shape("p(q & r, ! [X: $o] : X)", kTff), "p:p(&:c(q:p,r:p),!:q(::t($o:t,?0:v),?0:v))");
}

TEST(TptpTff, RoundTrips) {
  for (std::string_view body :
       {"! [X: $int] : ($greater($sum(X,1),X) | $less(X,-3))", "[a,b] = [c,[d]]", "$true = p",
        "! [A: $tType, X: A, L: list(A)] : cons(A,X,L) != nil(A)", "(p & q) = r",
        "$ite(p & q, a, b) != $let(c: $i, c := d, c)", "f(p => q, ~ r)", "(~ p) = (a = b)",
        "! [X: ($i > $o) > ($i + $o)] : p(X)"})
    expect_round_trip(body, kTff);
  for (std::string_view body :
       {"f: $i", "f: ($i * $i) > $o", "c: !>[A: $tType, B: $tType] : ((A * B) > A)",
        "t: [$i,$o] > $i", "a << b"})
    expect_round_trip(body, kTff, "type");
}

TEST(TptpThf, ACurriedConstantIsOneNode) {
  EXPECT_EQ(shape("f @ a @ b", kThf), "f:p(a:f,b:f)");
  EXPECT_EQ(shape("(f @ a) @ b", kThf), "f:p(a:f,b:f)");
  EXPECT_EQ(shape("((f @ a)) = b", kThf), "=:e(f:f(a:f),b:f)");
}

TEST(TptpThf, AVariableOrCompoundHeadIsAnApplication) {
  EXPECT_EQ(shape("! [P: $i > $o] : (P @ a)", kThf), "!:q(::t(>:t($i:t,$o:t),?0:v),@:a(?0:v,a:f))");
  EXPECT_EQ(shape("(X @ a) @ b", kThf), shape("X @ a @ b", kThf));
  EXPECT_EQ(shape("(^ [X: $i] : X) @ a", kThf), "@:a(^:q(::t($i:t,?0:v),?0:v),a:f)");
}

TEST(TptpThf, ConnectivesAsTerms) {
  EXPECT_EQ(shape("(&) @ p @ q", kThf), "@:a(&:c,p:f,q:f)");
  EXPECT_EQ(shape("f @ (~) @ (=)", kThf), "f:p(~:c,=:e)");
  EXPECT_EQ(shape("!! (^ [X: $i] : (p @ X))", kThf), shape("!! @ (^ [Y: $i] : (p @ Y))", kThf));
}

TEST(TptpThf, MappingTypesAssociateToTheRight) {
  EXPECT_EQ(shape("f: $i > $o > $i", kThf, "type"), shape("f: $i > ($o > $i)", kThf, "type"));
  EXPECT_NE(shape("f: $i > $o > $i", kThf, "type"), shape("f: ($i > $o) > $i", kThf, "type"));
}

// Type arguments of polymorphic symbols (TH1); they were an error once.
TEST(TptpThf, ArgumentsMayBeTypes) {
  EXPECT_EQ(shape("f @ (A > $o) @ x", kThf), "f:p(>:t('0:v,$o:f),x:f)");
  EXPECT_EQ(shape("f @ (A > B > C) @ x", kThf), shape("f @ (A > (B > C)) @ x", kThf));
  EXPECT_EQ(shape("f @ ((A > B) > C)", kThf), shape("(f @ ((A > B) > C))", kThf));
  EXPECT_EQ(shape("f @ ((list @ A) > B) @ x", kThf), shape("f @ (list @ A > B) @ x", kThf));
  for (std::string_view body : {"f @ (A > B) @ x", "f @ (A > B > C) @ x", "f @ ((A > B) > C)",
                                "f @ ((list @ A) > B) @ (g @ x)"})
    expect_round_trip(body, kThf);
}

TEST(TptpThf, AnArrowOutsideOfAnArgumentIsAnError) {
  for (std::string_view body : {"A > B", "(A > B)", "p & (A > B)", "f @ A > B"})
    EXPECT_THROW(shape(body, kThf), InputError) << body;
}

// The body of a binder is a unit: brackets end it.
TEST(TptpThf, ABracketedLambdaMayBeFollowedByAnotherArgument) {
  EXPECT_EQ(shape("^ [X: $i] : Y @ a", kThf), shape("(^ [X: $i] : Y) @ a", kThf));
  EXPECT_EQ(shape("^ [X: $i] : (g @ X) @ a", kThf), shape("(^ [X: $i] : (g @ X)) @ a", kThf));
  EXPECT_EQ(shape("f @ ^ [X: $i] : (g @ X) @ a", kThf),
            shape("f @ (^ [X: $i] : (g @ X)) @ a", kThf));
  EXPECT_THROW(shape("f @ ^ [X: $i] : g @ X", kThf), InputError);
}

TEST(TptpThf, RoundTrips) {
  for (std::string_view body :
       {"! [X: $i, P: $i > $o] : ((P @ X) => ((f @ X @ P) = a))", "(^ [X: $i] : (p @ X)) = p",
        "(@+ [X: $i] : (p @ X)) = (@- [Y: $i] : (p @ Y))", "$ite @ (p @ a) @ b @ c",
        "((&) @ p) | ((~) = h)", "(@= @ $i @ a @ b) & (?? @ r) & (@@+ @ q)", "~ (p @ (q & r))",
        "! [L: list @ $i] : (h @ (P @ X) @ Y)", "f @ [a,b]", "$let(c: $i, c := (f @ a), p @ c)",
        "(!! @ p) @ q", "(&) = (|)"})
    expect_round_trip(body, kThf);
  for (std::string_view body :
       {"f: $i > $o > $i", "f: (list @ $i) > $o", "g: ($i * $i) > ($o + $i)"})
    expect_round_trip(body, kThf, "type");
}

TEST(TptpThf, TheConditionOfAnAppliedIteIsAFormula) {  // once a term, unlike that of $ite(p,a,b)
  EXPECT_EQ(shape("$ite @ p @ a @ b", kThf), shape("$ite(p,a,b)", kThf));
  EXPECT_EQ(shape("$ite @ (p @ c) @ a @ b", kThf), "$ite:p(p:p(c:f),a:f,b:f)");
  expect_round_trip("$ite(p, a, $ite(q, b, c)) & r", kThf);
}

}  // namespace
}  // namespace winnow
