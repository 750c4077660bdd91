// Intervals and tests against counts that can be done by hand.
#include "winnow/significance.h"

#include <gtest/gtest.h>

#include <cmath>

namespace winnow {
namespace {

// Examples of `size` premises that are all useful; `right[i]` of them are called so.
struct Said {
  std::vector<float> logits;
  std::vector<bool> useful;
  std::vector<std::uint64_t> ends;
};
Said said(const std::vector<int>& right, int size) {
  Said result;
  for (int count : right) {
    for (int i = 0; i < size; ++i) {
      result.logits.push_back(i < count ? 1.f : -1.f);
      result.useful.push_back(true);
    }
    result.ends.push_back(result.logits.size());
  }
  return result;
}

TEST(Bootstrap, EqualExamplesLeaveNoDoubt) {
  Said a = said({3, 3, 3, 3}, 4);
  AccuracyInterval interval = bootstrap_accuracy(a.logits, a.useful, a.ends);
  EXPECT_DOUBLE_EQ(interval.low, 0.75);
  EXPECT_DOUBLE_EQ(interval.high, 0.75);
}

TEST(Bootstrap, IsAsWideAsTheBinomialOverExamples) {
  // 200 examples of ten premises, half of them all right and half all wrong: as uncertain as 200
  // coins, 0.5 +- 1.96 * sqrt(0.25 / 200), and not as 2,000 coins.
  std::vector<int> right;
  for (int i = 0; i < 200; ++i) right.push_back(i % 2 == 0 ? 10 : 0);
  Said a = said(right, 10);
  AccuracyInterval interval = bootstrap_accuracy(a.logits, a.useful, a.ends);
  const double half = 1.96 * std::sqrt(0.25 / 200);
  EXPECT_NEAR(interval.low, 0.5 - half, 0.01);
  EXPECT_NEAR(interval.high, 0.5 + half, 0.01);
}

TEST(Bootstrap, NothingIsAnEmptyInterval) {
  AccuracyInterval interval = bootstrap_accuracy({}, {}, {});
  EXPECT_EQ(interval.low, 0);
  EXPECT_EQ(interval.high, 0);
}

TEST(PermutationTest, AgreesWithAllExchangesCountedByHand) {
  // Gains 3, 2, 2, -1 in four examples: 6 in sum. Of the 16 ways to choose signs, +-(3, 2, 2, -1)
  // and +-(3, 2, 2, 1) reach 6: 4 of 16.
  Said a = said({0, 0, 0, 1}, 4), b = said({3, 2, 2, 0}, 4);
  PermutationTest test = permutation_test(a.logits, b.logits, a.useful, a.ends);
  EXPECT_DOUBLE_EQ(test.difference, 6.0 / 16);
  EXPECT_EQ(test.examples, 4u);
  EXPECT_NEAR(test.p_value, 4.0 / 16, 0.02);
}

TEST(PermutationTest, OneExampleProvesNothing) {
  // Forty premises more, all in one example: McNemar's test would be sure.
  Said a = said({0, 5}, 40), b = said({40, 5}, 40);
  EXPECT_DOUBLE_EQ(permutation_test(a.logits, b.logits, a.useful, a.ends).p_value, 1);
}

TEST(PermutationTest, IsTheSameEachTimeAndForTheOtherSide) {
  Said a = said({1, 4, 2, 2, 3, 0, 1}, 5), b = said({2, 4, 3, 1, 5, 2, 1}, 5);
  PermutationTest there = permutation_test(a.logits, b.logits, a.useful, a.ends);
  PermutationTest back = permutation_test(b.logits, a.logits, a.useful, a.ends);
  EXPECT_EQ(there.p_value, permutation_test(a.logits, b.logits, a.useful, a.ends).p_value);
  EXPECT_EQ(there.p_value, back.p_value);
  EXPECT_EQ(there.difference, -back.difference);
}

TEST(PermutationTest, EqualModelsDoNotDiffer) {
  Said a = said({1, 2, 3}, 4);
  PermutationTest test = permutation_test(a.logits, a.logits, a.useful, a.ends);
  EXPECT_EQ(test.difference, 0);
  EXPECT_EQ(test.p_value, 1);
}

}  // namespace
}  // namespace winnow
