#include "term/symbol.h"

#include "winnow/error.h"

#include <gtest/gtest.h>

#include <string>

namespace winnow {
namespace {

TEST(Symbol, IsItsNameAndItsKind) {
  SymbolTable symbols;
  SymbolId p = symbols.intern("p", Kind::predicate);
  EXPECT_EQ(symbols.intern("p", Kind::predicate), p);
  EXPECT_NE(symbols.intern("p", Kind::function), p);
  EXPECT_EQ(symbols.name(p), "p");
  EXPECT_EQ(symbols.kind(p), Kind::predicate);
}

TEST(Symbol, NumbersNamesInOrderOfFirstAppearance) {
  SymbolTable symbols;
  for (std::uint32_t i = 0; i < 5000; ++i)  // enough for the table to grow a few times
    EXPECT_EQ(index(symbols.intern("f" + std::to_string(i), Kind::function)), kReservedSymbols + i);
  EXPECT_EQ(symbols.name(SymbolId{kReservedSymbols + 4321}), "f4321");
}

TEST(Symbol, MayBeEmptyOrHoldAnyByte) {
  SymbolTable symbols;
  SymbolId empty = symbols.intern("", Kind::distinct_object);
  SymbolId bytes = symbols.intern(std::string_view("a\0b", 3), Kind::function);
  EXPECT_EQ(symbols.name(empty), "");
  EXPECT_EQ(symbols.name(bytes), std::string_view("a\0b", 3));
  EXPECT_NE(symbols.intern("a", Kind::function), bytes);
}

TEST(Symbol, LabelsOfVariablesComeFirst) {
  SymbolTable symbols;
  EXPECT_EQ(symbols.name(kGenericVariable), "VAR");
  EXPECT_EQ(symbols.name(indexed_bound_variable(0)), "BOUND0");
  EXPECT_EQ(symbols.name(indexed_bound_variable(99)), "BOUND15");
  EXPECT_EQ(symbols.name(indexed_free_variable(3)), "FREE3");
  EXPECT_EQ(symbols.name(indexed_free_variable(16)), "FREE15");
  EXPECT_EQ(symbols.size(), kReservedSymbols);
}

TEST(Symbol, OfAVariableTellsWhichOneItIs) {
  SymbolTable symbols;
  SymbolId bound = symbols.bound_variable(12), free = symbols.free_variable(7);
  EXPECT_EQ(symbols.bound_variable(12), bound);
  EXPECT_TRUE(variable_name(symbols.name(bound)).bound);
  EXPECT_EQ(variable_name(symbols.name(bound)).number, 12u);
  EXPECT_FALSE(variable_name(symbols.name(free)).bound);
  EXPECT_EQ(variable_name(symbols.name(free)).number, 7u);
  EXPECT_THROW(variable_name("X"), ContractError);
}

TEST(Kind, IsCalledByItsName) {
  for (int i = 0; i < kKinds; ++i) {
    Kind kind = static_cast<Kind>(i);
    EXPECT_EQ(kind_of(to_string(kind)), kind);
  }
  EXPECT_THROW(kind_of("verb"), ContractError);
}

}  // namespace
}  // namespace winnow
