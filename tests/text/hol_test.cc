// Small HOL terms and what they become. `read` takes the constants as a token line.
#include "text/hol.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

namespace winnow {
namespace {

constexpr std::string_view kTokens = "cp cq cr cf cg ca cb cT c+ c, clambda cGSPEC";

struct Hol {
  TermBank bank;
  HolParser parser{bank};

  TermId read(std::string_view text, std::string_view tokens = kTokens) {
    parser.set_constants(tokens);
    return parser.parse(text);
  }

  // The term as a tree: "kind:name(args)", kinds by their first three letters.
  std::string show(TermId term) const {
    TermView view = bank.view();
    std::string out(to_string(view.kind(term)).substr(0, 3));
    out += ':';
    out += view.name(term);
    if (view.args(term).empty()) return out;
    out += '(';
    for (TermId arg : view.args(term)) out += show(arg) + ' ';
    out.back() = ')';
    return out;
  }
  std::string show(std::string_view text) { return show(read(text)); }
};

bool same(std::string_view a, std::string_view b) {
  Hol hol;
  return hol.read(a) == hol.read(b);
}

TEST(Hol, FlattensCurriedApplicationsOfAConstant) {
  Hol hol;
  EXPECT_EQ(hol.show("((p a) b)"), "pre:p(fun:a fun:b)");
  EXPECT_EQ(hol.show("(((a + b) a) b)"), "pre:+(fun:a fun:b fun:a fun:b)");
}

TEST(Hol, ReadsInfixTriplesAndTheirCurriedFormAlike) {
  EXPECT_TRUE(same("(p (a , b))", "(p ((, a) b))"));
  EXPECT_TRUE(same("(a = b)", "((= a) b)"));
  EXPECT_TRUE(same("(p /\\ q)", "((/\\ p) q)"));
  EXPECT_TRUE(same("((p))", "p"));
}

TEST(Hol, GivesFormulaPositionsPredicatesAndTheRestFunctions) {
  Hol hol;
  EXPECT_EQ(hol.show("((p a) ==> (~ q))"), "con:==>(pre:p(fun:a) con:~(pre:q))");
  EXPECT_EQ(hol.show("((f a) = a)"), "equ:=(fun:f(fun:a) fun:a)");
  EXPECT_EQ(hol.show("(?x. (p x))"), "qua:?(var:?0 pre:p(var:?0))");
  EXPECT_EQ(hol.show("(p (\\x. (f x)))"), "pre:p(qua:\\(var:?0 fun:f(var:?0)))");
  EXPECT_EQ(hol.show("(p (@x. (q x)))"), "pre:p(qua:@(var:?0 fun:q(var:?0)))");
  EXPECT_EQ(hol.show("(?!x. (q x))"), "qua:?!(var:?0 pre:q(var:?0))");
}

TEST(Hol, MakesAnApplicationOfAHeadThatIsNoConstant) {
  Hol hol;
  EXPECT_EQ(hol.show("((P x) a)"), "app:@(var:'0 var:'1 fun:a)");
  EXPECT_EQ(hol.show("(x P a)"), "app:@(var:'0 var:'1 fun:a)");  // an infix variable
  EXPECT_EQ(hol.show("((\\x. x) a)"), "app:@(qua:\\(var:?0 var:?0) fun:a)");
  EXPECT_EQ(hol.show("((a = b) a)"), "app:@(equ:=(fun:a fun:b) fun:a)");
}

TEST(Hol, ReadsConnectivesThatLackArgumentsAsFunctions) {
  Hol hol;
  EXPECT_EQ(hol.show("(p =)"), "pre:p(fun:=)");
  EXPECT_EQ(hol.show("(p (= a))"), "pre:p(fun:=(fun:a))");
  EXPECT_EQ(hol.show("(p (/\\ q))"), "pre:p(fun:/\\(fun:q))");
  EXPECT_EQ(hol.show("(? p)"), "pre:?(fun:p)");
  EXPECT_EQ(hol.show("(~ = ~)"), "equ:=(fun:~ fun:~)");
}

TEST(Hol, FlattensConjunctionsDisjunctionsAndQuantifiers) {
  Hol hol;
  EXPECT_EQ(hol.show("((p /\\ q) /\\ (r /\\ (q \\/ p)))"),
            "con:/\\(pre:p pre:q pre:r con:\\/(pre:q pre:p))");
  EXPECT_EQ(hol.show("((p ==> q) ==> r)"), "con:==>(con:==>(pre:p pre:q) pre:r)");
  EXPECT_EQ(hol.show("(!x. (!y. ((p x) y)))"), "qua:!(var:?0 var:?1 pre:p(var:?0 var:?1))");
}

TEST(Hol, ReadsTheLambdaOfVectorsAsAConstant) {
  Hol hol;
  EXPECT_EQ(hol.show("(lambdai. (f i))"), "pre:lambda(qua:\\(var:?0 fun:f(var:?0)))");
  EXPECT_TRUE(same("(p (lambdai'. (f i')))", "(p (lambda (\\i. (f i))))"));
}

TEST(Hol, AcceptsTheOddNamesOfTheDataSet) {
  EXPECT_TRUE(same("(!<<. ((p <<) (<< a)))", "(!r. ((p r) (r a)))"));
  EXPECT_TRUE(same("(\\$_goal_$. $_goal_$)", "(\\x. x)"));
  EXPECT_TRUE(same("(GSPEC (\\GEN%PVAR%93. (p GEN%PVAR%93)))", "(GSPEC (\\x. (p x)))"));
  EXPECT_TRUE(same("(, = ,)", "((= ,) ,)"));
  EXPECT_TRUE(same("(m .. n)", "((.. m) n)"));
  EXPECT_TRUE(same("(?!x. (p x))", "(?!y. (p y))"));
}

TEST(Hol, BindsANameByItsInnermostBinder) {
  EXPECT_TRUE(same("(!x. ((p x) /\\ (?x. (q x))))", "(!x. ((p x) /\\ (?y. (q y))))"));
  EXPECT_TRUE(same("((?x. (p x)) /\\ (q x))", "((?y. (p y)) /\\ (q x))"));
  EXPECT_TRUE(same("(!p. (p a))", "(!P. (P a))"));  // a binder hides a constant
  EXPECT_FALSE(same("(!x. (?y. ((p x) y)))", "(!x. (?y. ((p y) x)))"));
}

TEST(Hol, TakesConstantsFromTheLastTokenLineOnly) {
  Hol hol;
  EXPECT_EQ(hol.show(hol.read("(p x)", "cp cx")), "pre:p(fun:x)");
  EXPECT_EQ(hol.show(hol.read("(p x)", "cp f0")), "pre:p(var:'0)");
  EXPECT_EQ(hol.show(hol.read("(p x)", "* f0 f1")), "app:@(var:'0 var:'1)");
  hol.parser.add_constant("p");
  EXPECT_EQ(hol.show(hol.read("(p x)", "")), "pre:p(var:'0)");
}

TEST(Hol, RemembersConstantsThoughManyVariablesWereForgotten) {
  Hol hol;
  hol.parser.add_constant("p");
  hol.parser.set_constants("cq");
  for (int i = 0; i < 100'000; ++i) hol.parser.parse("(x" + std::to_string(i) + " y)");
  EXPECT_EQ(hol.show(hol.parser.parse("((p x) ==> (q x))")),
            "con:==>(pre:p(var:'0) pre:q(var:'0))");
}

TEST(Hol, ReadsASequentAsHypothesesAndConclusion) {
  Hol hol;
  EXPECT_EQ(hol.show("|- p"), "pre:p");
  EXPECT_EQ(hol.show("(p a) |- q"), "seq:|-(pre:p(fun:a) pre:q)");
  EXPECT_EQ(hol.show("p, (p , q) |- r").substr(0, 6), "seq:|-");
}

TEST(Hol, NumbersTheVariablesOfTheConclusionFirst) {
  Hol hol;
  EXPECT_EQ(hol.show("((p x) y) |- ((q y) x)"),
            "seq:|-(pre:p(var:'1 var:'0) pre:q(var:'0 var:'1))");
}

TEST(Hol, TakesHypothesesAsASet) {
  EXPECT_TRUE(same("p, q |- r", "q, p |- r"));
  EXPECT_TRUE(same("p, q, p |- r", "p, q |- r"));
  EXPECT_TRUE(same("(!x. (p x)), (!y. (p y)) |- r", "(!x. (p x)) |- r"));
  EXPECT_TRUE(same("((p /\\ q) /\\ r), (p /\\ (q /\\ r)) |- r", "(p /\\ (q /\\ r)) |- r"));
  EXPECT_FALSE(same("(p x), (p y) |- r", "(p x) |- r"));
}

TEST(Hol, ForgetsTheNamesOfFreeVariables) {
  EXPECT_TRUE(same("((p x) y)", "((p y) x)"));
  EXPECT_TRUE(same("(p x), (q y) |- ((r x) y)", "(p u), (q v) |- ((r u) v)"));
  EXPECT_FALSE(same("(p x), (q y) |- ((r x) y)", "(p x), (q y) |- ((r y) x)"));
  EXPECT_FALSE(same("((p x) x)", "((p x) y)"));
}

// A random sequent, its hypotheses shuffled and its free variables renamed.
struct Shuffled {
  std::string before, after;
};
Shuffled shuffled_sequent(std::mt19937& random, int variables, int hypotheses, bool symmetric) {
  std::vector<std::string> names, renamed;
  for (int i = 0; i < variables; ++i) {
    names.push_back("x" + std::to_string(i));
    renamed.push_back("y" + std::to_string(i));
  }
  std::shuffle(renamed.begin(), renamed.end(), random);
  struct Edge {
    std::string head;
    int from, to;
  };
  std::vector<Edge> edges;
  auto any = [&] { return static_cast<int>(random() % static_cast<unsigned>(variables)); };
  for (int i = 0; i < hypotheses; ++i)
    edges.push_back({random() % 3 == 0 ? "q" : "p", any(), any()});
  if (symmetric)
    for (int i = 0; i < hypotheses; ++i)
      edges.push_back({edges[static_cast<std::size_t>(i)].head,
                       edges[static_cast<std::size_t>(i)].to,
                       edges[static_cast<std::size_t>(i)].from});
  auto print = [&](const std::vector<std::string>& name) {
    std::string out;
    for (const Edge& e : edges)
      out += (out.empty() ? "((" : ", ((") + e.head + " " + name[static_cast<std::size_t>(e.from)] +
             ") " + name[static_cast<std::size_t>(e.to)] + ")";
    return out + " |- (r " + (symmetric ? std::string("a") : name[0]) + ")";
  };
  Shuffled result;
  result.before = print(names);
  std::shuffle(edges.begin(), edges.end(), random);
  result.after = print(renamed);
  return result;
}

TEST(Hol, OrdersHypothesesByTheSetAlone) {
  std::mt19937 random(7);
  for (int round = 0; round < 600; ++round) {
    Shuffled s = shuffled_sequent(random, 2 + round % 6, 1 + round % 9, round % 2 == 0);
    EXPECT_TRUE(same(s.before, s.after)) << s.before << "\n" << s.after;
  }
}

TEST(Hol, BreaksSymmetriesOfHypothesesConsistently) {
  // Two equal chains: whichever p comes first, the q and r of its chain must follow it.
  EXPECT_TRUE(same("(p y), (p v), (q x), (q u), ((r x) y), ((r u) v) |- T",
                   "(p v), (p y), (q x), (q u), ((r u) v), ((r x) y) |- T"));
  EXPECT_FALSE(same("(p y), (p v), (q x), (q u), ((r x) y), ((r u) v) |- T",
                    "(p y), (p v), (q x), (q u), ((r x) y), ((r u) y) |- T"));
}

TEST(Hol, OrdersManyTiedHypothesesInTime) {
  // (p x) over its own variable each; and a ring, where every tie has to be broken.
  std::string separate, ring;
  auto name = [](int i) { return "x" + std::to_string(i); };
  for (int i = 0; i < 5000; ++i) separate += (i == 0 ? "(p " : ", (p ") + name(i) + ")";
  for (int i = 0; i < 2000; ++i)
    ring += (i == 0 ? "((p " : ", ((p ") + name(i) + ") " + name((i + 1) % 2000) + ")";
  Hol hol;
  TermId first = hol.read(separate + " |- T"), second = hol.read(ring + " |- T");
  EXPECT_EQ(hol.bank.args(first).size(), 5001u);
  EXPECT_EQ(hol.bank.args(second).size(), 2001u);
}

std::string repeat(std::string_view text, int times) {
  std::string out;
  for (int i = 0; i < times; ++i) out += text;
  return out;
}

TEST(Hol, ReadsAMillionNestedLevels) {
  constexpr int kDeep = 1'000'000;
  Hol hol;
  EXPECT_EQ(hol.show(hol.read(repeat("(", kDeep) + "p" + repeat(")", kDeep))), "pre:p");
  TermId quantified = hol.read(repeat("(!x. ", kDeep) + "(p x)" + repeat(")", kDeep));
  EXPECT_EQ(hol.bank.args(quantified).size(), kDeep + 1u);
}

TEST(Hol, ReadsBackWhatIsNestedDeeply) {
  constexpr int kDeep = 250'000;
  for (const std::string& text : {repeat("(~ ", kDeep) + "p" + repeat(")", kDeep),
                                  repeat("(!x. ", kDeep) + "(p x)" + repeat(")", kDeep),
                                  repeat("(?x. (~ ", kDeep) + "(p x)" + repeat("))", kDeep),
                                  repeat("(", kDeep) + "f" + repeat(" a)", kDeep),
                                  repeat("(x ", kDeep) + "x" + repeat(")", kDeep),
                                  repeat("(p /\\ ", kDeep) + "q" + repeat(")", kDeep),
                                  repeat("(", kDeep) + "p" + repeat(" /\\ q)", kDeep)}) {
    Hol hol;
    TermId term = hol.read(text);
    std::string printed = print_hol(hol.bank.view(), term);
    EXPECT_EQ(hol.read(printed, print_hol_tokens(hol.bank.view(), term)), term);
  }
}

std::string error_of(std::string_view text,
                     const Place& at = {.file = "t", .line = 3, .column = 0}) {
  TermBank bank;
  HolParser parser(bank);
  try {
    parser.parse(text, at);
  } catch (const InputError& error) {
    EXPECT_FALSE(error.hint().empty()) << text;
    return error.what();
  }
  return "no error";
}

TEST(Hol, SaysWhereAndWhatIsWrong) {
  using testing::HasSubstr;
  EXPECT_THAT(error_of(""), HasSubstr("t:3:1: expected a term"));
  EXPECT_THAT(error_of("|- "), HasSubstr("t:3:4: expected a term"));
  EXPECT_THAT(error_of("(f (x"), HasSubstr("t:3:4: this '(' is never closed"));
  EXPECT_THAT(error_of("(f x))"), HasSubstr("t:3:6: this ')' closes nothing"));
  EXPECT_THAT(error_of("(f ())"), HasSubstr("t:3:5: expected a term between"));
  EXPECT_THAT(error_of("(f x y z)"), HasSubstr("t:3:8: a fourth part"));
  EXPECT_THAT(error_of("(f (g x) z)"), HasSubstr("t:3:1: the second of three parts"));
  EXPECT_THAT(error_of("(!x. )"), HasSubstr("t:3:6: expected the body"));
  EXPECT_THAT(error_of("(!x. p x)"), HasSubstr("t:3:8: expected ')' after the body"));
  EXPECT_THAT(error_of("(!x y. p)"), HasSubstr("t:3:5: 'y.' does not stand right after a '('"));
  EXPECT_THAT(error_of("!x. (p x)"), HasSubstr("t:3:1: '!x.' does not stand right after a '('"));
  EXPECT_THAT(error_of("(x. p)"), HasSubstr("t:3:2: 'x.' is not a binder"));
  EXPECT_THAT(error_of("(lambda. p)"), HasSubstr("t:3:2: 'lambda.' is not a binder"));
  EXPECT_THAT(error_of("f x"), HasSubstr("t:3:3: expected ',' or '|-' or the end"));
  EXPECT_THAT(error_of("p, q"), HasSubstr("t:3:5: expected '|-' after the hypotheses"));
  EXPECT_THAT(error_of("p,, q |- r"), HasSubstr("t:3:3: expected a term before ','"));
  EXPECT_THAT(error_of("p, |- r"), HasSubstr("t:3:4: expected a term before '|-'"));
  EXPECT_THAT(error_of("p |- q, r"), HasSubstr("t:3:7: ',' after the conclusion"));
  EXPECT_THAT(error_of("p |- q |- r"), HasSubstr("t:3:8: a second '|-'"));
  EXPECT_THAT(error_of("(p |- q)"), HasSubstr("t:3:4: '|-' inside of brackets"));
  EXPECT_THAT(error_of("f\n  (x", {.file = "t", .line = 3, .column = 9}), HasSubstr("t:4:3:"));
  EXPECT_THAT(error_of("(x", {.file = "t", .line = 3, .column = 9}), HasSubstr("t:3:9:"));
}

TEST(Hol, ReadsOnAfterAnError) {
  Hol hol;
  EXPECT_THROW(hol.read("(!a. (\\x. (p a"), InputError);
  EXPECT_EQ(hol.show("(p a)"), "pre:p(fun:a)");  // `a` is bound no more
}

TEST(Hol, PrintsLikeTheDataSet) {
  Hol hol;
  auto print = [&](std::string_view text) {
    const TermId term = hol.read(text);  // which the view must see
    return print_hol(hol.bank.view(), term);
  };
  EXPECT_EQ(print("(!n. (((f n) + a) = (\\y. n)))"), "|- (!x0. (((f x0) + a) = (\\x1. x0)))");
  EXPECT_EQ(print("((q u) v), (p v) |- ((p /\\ q) /\\ r)").substr(0, 2), "((");
  EXPECT_EQ(print("((p /\\ q) /\\ r)"), "|- (p /\\ (q /\\ r))");
  EXPECT_EQ(print("(p a) |- (~ (P a))"), "(p a) |- (~ (v0 a))");
  EXPECT_EQ(print("(,)"), "|- (,)");
}

TEST(Hol, PrintsTokensLikeTheDataSet) {
  Hol hol;
  auto tokens = [&](std::string_view text) {
    const TermId term = hol.read(text);
    return print_hol_tokens(hol.bank.view(), term);
  };
  EXPECT_EQ(tokens("(!n. (((f n) + a) = (\\y. (P n))))"), "! c= c+ cf b0 ca / * f0 b0");
  EXPECT_EQ(tokens("p |- (?x. (q x))"), "c==> cp c? / cq b0");
}

TEST(Hol, NeverNamesAVariableLikeAConstant) {
  Hol hol;
  TermId term = hol.read("(!y. (((p x0) y) x1))", "cp cx0");
  std::string printed = print_hol(hol.bank.view(), term);
  EXPECT_EQ(printed, "|- (!x_0. (((p x0) x_0) v0))");
  EXPECT_EQ(hol.read(printed, "cp cx0"), term);
}

// A random term over constants, variables, binders and operators of all sorts.
std::string random_term(std::mt19937& random, int depth) {
  static const std::vector<std::string> kLeaves = {"a", "p", "f", "x",  "y",  "z",   "T", "=",
                                                   "~", ",", "@", "x0", "..", "/\\", "!"};
  static const std::vector<std::string> kInfixes = {"=", "/\\", "\\/", "==>", ",", "+", "x", ".."};
  static const std::vector<std::string> kBinders = {"!", "?", "?!", "\\", "@", "lambda"};
  auto one_of = [&](const auto& from) { return from[random() % from.size()]; };
  if (depth == 0 || random() % 8 == 0) return one_of(kLeaves);
  auto below = [&] { return random_term(random, depth - 1); };
  switch (random() % 4) {
    case 0: {
      std::string a = below(), infix = one_of(kInfixes);
      return "(" + a + " " + infix + " " + below() + ")";
    }
    case 1: {
      std::string binder = one_of(kBinders);
      return "(" + binder + (random() % 2 == 0 ? "x. " : "y. ") + below() + ")";
    }
    case 2:
      return "(~ " + below() + ")";
    default: {
      std::string head = below();
      return "(" + head + " " + below() + ")";
    }
  }
}

TEST(Hol, ReadsRandomTermsBackAsTheyWere) {
  std::mt19937 random(11);
  Hol hol;
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    unsigned hypotheses = random() % 4;
    for (unsigned i = 0; i < hypotheses; ++i)
      text += (i == 0 ? "(" : ", (") + random_term(random, 4) + ")";
    text += " |- (" + random_term(random, 6) + ")";
    TermId term = hol.read(text, "ca cp cf cT c, c+ c.. clambda cx0");
    std::string printed = print_hol(hol.bank.view(), term);
    EXPECT_EQ(hol.read(printed, print_hol_tokens(hol.bank.view(), term)), term) << text << "\n"
                                                                                << printed;
  }
}

// Real lines, where WINNOW_DATA points at the unpacked sets: every 500th file of HolStep.
TEST(Hol, ReadsRealTermsBackAsTheyWere) {
  const char* data = std::getenv("WINNOW_DATA");
  std::filesystem::path folder =
      std::filesystem::path(data == nullptr ? "" : data) / "holstep/train";
  if (data == nullptr || !std::filesystem::is_directory(folder))
    GTEST_SKIP() << "WINNOW_DATA does not point at a folder with holstep/train";
  std::vector<std::filesystem::path> files(std::filesystem::directory_iterator(folder), {});
  std::ranges::sort(files);
  std::size_t terms = 0;
  for (std::size_t i = 0; i < files.size(); i += 500) {
    Hol hol;
    std::ifstream file(files[i]);
    for (std::string line, text; std::getline(file, line);) {
      if (line.size() < 2) continue;
      if (line[0] != 'T') {
        text = line[0] == 'N' || line[0] == 'D' ? "" : line.substr(2);
        continue;
      }
      TermId term = hol.read(text, std::string_view(line).substr(2));
      std::string printed = print_hol(hol.bank.view(), term);
      EXPECT_EQ(hol.read(printed, print_hol_tokens(hol.bank.view(), term)), term) << text;
      ++terms;
    }
  }
  EXPECT_GT(terms, 0u);
}

}  // namespace
}  // namespace winnow
