// Terms through the door that parsers use. The formula that a test builds stands beside it.
#include "term/draft.h"

#include "winnow/error.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace winnow {
namespace {

class DraftTest : public testing::Test {
 protected:
  void p(std::uint32_t args) { draft.push(symbol("p", Kind::predicate), args); }
  void constant(const char* name) { draft.push(symbol(name, Kind::function), 0); }
  void conjunction(std::uint32_t args) { draft.push(symbol("&", Kind::connective), args, true); }
  void forall(std::uint32_t variables) {
    draft.push_quantifier(symbol("!", Kind::quantifier), variables);
  }
  void exists(std::uint32_t variables) {
    draft.push_quantifier(symbol("?", Kind::quantifier), variables);
  }
  SymbolId symbol(const char* name, Kind kind) { return bank.symbols().intern(name, kind); }
  std::vector<TermId> args(TermId term) {
    auto span = bank.args(term);
    return {span.begin(), span.end()};
  }
  TermId commit() { return draft.commit(bank); }

  TermBank bank;
  Draft draft;
};

TEST_F(DraftTest, EqualTermsAreOneTerm) {  // p(a)  p(a)  p(b)
  constant("a"), p(1);
  TermId first = commit();
  constant("a"), p(1);
  EXPECT_EQ(commit(), first);
  constant("b"), p(1);
  EXPECT_NE(commit(), first);
}

TEST_F(DraftTest, NestedConjunctionsAreOne) {  // (a & (b & c)) & d
  constant("a"), constant("b"), constant("c"), conjunction(2), conjunction(2);
  constant("d"), conjunction(2);
  TermId nested = commit();
  EXPECT_EQ(args(nested).size(), 4u);
  constant("a"), constant("b"), constant("c"), constant("d"), conjunction(4);
  EXPECT_EQ(commit(), nested);
}

TEST_F(DraftTest, AConnectiveWithoutArgumentsIsNotDissolved) {  // (&) & a, in THF
  conjunction(0), constant("a"), conjunction(2);
  EXPECT_EQ(args(commit()).size(), 2u);
}

TEST_F(DraftTest, NestedEqualQuantifiersAreOne) {  // ! [X] : ! [Y] : ! [Z] : p(X,Y,Z)
  std::vector<DraftVariable> xyz;
  for (int i = 0; i < 3; ++i) {
    xyz.push_back(draft.bind());
    draft.push_variable(xyz.back());
  }
  for (DraftVariable v : xyz) draft.push_variable(v);
  p(3), forall(1), forall(1), forall(1);
  TermId nested = commit();
  EXPECT_EQ(args(nested).size(), 4u);
  for (int i = 0; i < 3; ++i) {
    xyz[i] = draft.bind();
    draft.push_variable(xyz[i]);
  }
  for (DraftVariable v : xyz) draft.push_variable(v);
  p(3), forall(3);
  EXPECT_EQ(commit(), nested);
}

TEST_F(DraftTest, DifferentQuantifiersStay) {  // ! [X] : ? [Y] : p(X,Y)
  DraftVariable x = draft.bind();
  draft.push_variable(x);
  DraftVariable y = draft.bind();
  draft.push_variable(y);
  draft.push_variable(x), draft.push_variable(y), p(2), exists(1), forall(1);
  TermId term = commit();
  EXPECT_EQ(args(term).size(), 2u);
  EXPECT_FALSE(bank.view().is_open(term));
  TermId inner = args(term)[1];
  EXPECT_EQ(bank.kind(inner), Kind::quantifier);
  EXPECT_TRUE(bank.view().is_open(inner));  // X is bound outside of it
}

TEST_F(DraftTest, VariablesOfAClosedTermAreNumberedFromZero) {  // ! [X] : p(X, ? [Y] : p(Y))
  DraftVariable x = draft.bind();
  draft.push_variable(x), draft.push_variable(x);
  DraftVariable y = draft.bind();
  draft.push_variable(y), draft.push_variable(y), p(1), exists(1);
  p(2), forall(1);
  TermId inner = args(args(commit())[1])[1];
  y = draft.bind();  // ? [Y] : p(Y)
  draft.push_variable(y), draft.push_variable(y), p(1), exists(1);
  EXPECT_EQ(commit(), inner);
}

TEST_F(DraftTest, FreeVariablesLeaveATermOpen) {  // p(X)
  draft.push_variable(draft.make_free());
  p(1);
  TermId term = commit();
  EXPECT_TRUE(bank.view().is_open(term));
  constant("a"), p(1);
  term = commit();
  EXPECT_FALSE(bank.view().is_open(term));
}

TEST_F(DraftTest, AQuantifierMayBindNothing) {  // ! [X] : a
  draft.push_variable(draft.bind());
  constant("a"), forall(1);
  TermId term = commit();
  EXPECT_FALSE(bank.view().is_open(term));
}

TEST_F(DraftTest, ATypedVariableKeepsItsType) {  // ! [X: $i] : p(X)
  DraftVariable x = draft.bind();
  draft.push(symbol("$i", Kind::type), 0);
  draft.push_typed_variable(x, symbol(":", Kind::type));
  draft.push_variable(x), p(1), forall(1);
  TermId binding = args(commit())[0];
  EXPECT_EQ(bank.kind(binding), Kind::type);
  EXPECT_EQ(bank.kind(args(binding)[1]), Kind::variable);
}

TEST_F(DraftTest, IsNotLimitedInDepth) {  // f(f(...f(a)...)), a million deep
  constant("a");
  for (int i = 0; i < 1'000'000; ++i) draft.push(symbol("f", Kind::function), 1);
  commit();
  EXPECT_EQ(bank.size(), 1'000'001u);
}

TEST_F(DraftTest, TakesAMillionNestedBinders) {  // ! [X1] : ? [X2] : ! [X3] : ... : a
  for (int i = 0; i < 1'000'000; ++i) draft.push_variable(draft.bind());
  constant("a");
  for (int i = 0; i < 1'000'000; ++i) i % 2 == 0 ? forall(1) : exists(1);
  TermId term = commit();
  EXPECT_FALSE(bank.view().is_open(term));
}

TEST_F(DraftTest, RefusesWhatIsNoFormula) {
  EXPECT_THROW(p(1), ContractError);      // no operand
  EXPECT_THROW(commit(), ContractError);  // nothing
  constant("a"), constant("b");
  EXPECT_THROW(commit(), ContractError);  // two formulas
  draft.clear();
  constant("a"), constant("b");
  EXPECT_THROW(forall(1), ContractError);  // a is no variable
  draft.clear();
  draft.push_variable(draft.bind());
  EXPECT_THROW(commit(), ContractError);  // bound by nothing
}

}  // namespace
}  // namespace winnow
