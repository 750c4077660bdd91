// Models of the first two formats, which the shipped ones are; tests/model/shipped_models_test.cc
// reads those.
#include "model/old_model_text.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

TEST(OldModelText, KeysAreSixteenDigitsInOrder) {
  EXPECT_TRUE(old_keys("0000000000000001000000000000000a") == FormulaTable({1, 10}));
  EXPECT_EQ(old_keys("").rows(), 1u);
  EXPECT_ANY_THROW(old_keys("0123"));
  EXPECT_ANY_THROW(old_keys("000000000000000g"));
  EXPECT_ANY_THROW(old_keys("00000000000000020000000000000001"));
}

TEST(OldModelText, PrecedentsAreThreeLinesAnExample) {
  const std::string keys = "0000000000000001\n0000000000000002\n";  // one symbol, one formula
  PrecedentTable table = old_precedents(keys + "A\nA\nB\n" + "A\n\n\n");
  ASSERT_EQ(table.examples.size(), 2u);
  EXPECT_EQ(table.examples.conjectures[0], 0u);
  EXPECT_EQ(table.symbols_of(0).size(), 1u);
  ASSERT_EQ(table.examples[0].size(), 1u);
  EXPECT_TRUE(table.examples[0][0] == PremiseUse(0, true));
  EXPECT_EQ(old_precedents("").examples.size(), 0u);
  for (const char* text : {"0\n", "000000000000000x\n\n"})
    EXPECT_ANY_THROW(old_precedents(text)) << text;
  for (const char* example : {"A", "A\nA\nB", "\nA\nB\n", "AA\nA\nB\n", "B\nA\nB\n", "A\nB\nB\n",
                              "A\nA\nC\n", "A\nA\n-\n", "A\nA\nf\n", "A\nA\nffffffffA\n"})
    EXPECT_ANY_THROW(old_precedents(keys + example)) << example;
}

TEST(OldModelText, NumbersHaveFiveBitsADigit) {
  ExampleTable table = old_nearest_examples("Bh/B\nC\n\n", 3000);  // 1, and 1 + 32 * (31 + 32)
  EXPECT_EQ(table.conjectures, (std::vector<std::uint32_t>{1, 1 + 32 * (31 + 32 * 1)}));
  EXPECT_TRUE(table[0][0] == PremiseUse(1, false));
  EXPECT_EQ(table[1].size(), 0u);
  EXPECT_ANY_THROW(old_nearest_examples("Bh/B\nC\n\n", 2000));
  EXPECT_ANY_THROW(old_nearest_examples("B\nC\nC\n", 3000));
}

TEST(OldModelText, AFieldOfTheLabelsThatIsThereTwiceIsRefused) {
  EXPECT_EQ(old_labels(R"({"symbols":[["p","predicate"]],"heads":[["other",1]]})").symbols.size(),
            1u);
  EXPECT_ANY_THROW(old_labels(R"({"symbols":[],"heads":[["other",1]],"heads":[]})"));
}

}  // namespace
}  // namespace winnow
