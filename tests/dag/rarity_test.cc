#include "dag/rarity.h"
#include "text/tptp.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

struct Library {
  explicit Library(const std::vector<std::string>& formulas) {
    for (const std::string& each : formulas)
      terms.push_back(parse_tptp("fof(x, axiom, " + each + ").", bank).formulas.at(0).term);
  }
  SymbolCounts counts() const { return count_symbols(bank.view(), terms); }
  std::uint32_t with(std::string_view name, Kind kind) {
    return counts().with[index(bank.symbols().intern(name, kind))];
  }
  TermBank bank;
  std::vector<TermId> terms;
};

TEST(Rarity, CountsAFormulaOnceHoweverOftenItHasASymbol) {
  Library library({"p(a) & p(f(a,a))", "q(a)", "p(b) | q(b)"});
  EXPECT_EQ(library.counts().formulas, 3u);
  EXPECT_EQ(library.with("a", Kind::function), 2u);
  EXPECT_EQ(library.with("p", Kind::predicate), 2u);
  EXPECT_EQ(library.with("f", Kind::function), 1u);
}

TEST(Rarity, ARangeIsAFactorOfFour) {
  EXPECT_EQ(rarity_ranges({64, {64, 17, 16, 5, 4, 1}}, 8),
            (std::vector<std::uint8_t>{0, 0, 1, 1, 2, 3}));
}

TEST(Rarity, TheLastRangeHasAllThatIsRarer) {
  EXPECT_EQ(rarity_ranges({1'000'000, {1, 4'000, 100'000, 0}}, 3),
            (std::vector<std::uint8_t>{2, 2, 1, 2}));
}

TEST(Rarity, IsTheSameInALibraryTenTimesAsLarge) {
  EXPECT_EQ(rarity_ranges({100, {1, 3, 50, 0}}, 8), rarity_ranges({1000, {10, 30, 500, 0}}, 8));
}

TEST(Rarity, WhatNoFormulaHasIsTheRarest) {
  EXPECT_EQ(rarity_ranges({2, {0, 2}}, 5), (std::vector<std::uint8_t>{4, 0}));
  EXPECT_EQ(rarity_ranges({0, {0}}, 5), (std::vector<std::uint8_t>{4}));
}

}  // namespace
}  // namespace winnow
