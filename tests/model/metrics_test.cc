// Figures against numbers worked out by hand.
#include "winnow/metrics.h"

#include <gtest/gtest.h>

#include <cmath>

namespace winnow {
namespace {

// Said useful: the first three. Really useful: 1st, 3rd, 4th.
const std::vector<float> kLogits = {3, 2, 1, -1, -2};
const std::vector<bool> kUseful = {true, false, true, true, false};

TEST(Metrics, CountsWhatIsRight) {
  BinaryMetrics m = binary_metrics(kLogits, kUseful);
  EXPECT_EQ(m.items, 5u);
  EXPECT_DOUBLE_EQ(m.accuracy, 3.0 / 5);
  EXPECT_DOUBLE_EQ(m.precision, 2.0 / 3);
  EXPECT_DOUBLE_EQ(m.recall, 2.0 / 3);
}

TEST(Metrics, AreaIsTheShareOfPairsInTheRightOrder) {
  // Six pairs of useful and useless: (1,2) (1,5) (3,5) (4,5) are right, (3,2) (4,2) are not.
  EXPECT_DOUBLE_EQ(binary_metrics(kLogits, kUseful).auc, 4.0 / 6);
  EXPECT_DOUBLE_EQ(binary_metrics(std::vector<float>{1, 1}, {true, false}).auc, 0.5);  // a tie
}

TEST(Metrics, AveragePrecisionLooksAtEveryUsefulPlace) {
  // Useful at ranks 1, 3, 4: precisions 1/1, 2/3, 3/4.
  EXPECT_NEAR(binary_metrics(kLogits, kUseful).average_precision, (1 + 2.0 / 3 + 3.0 / 4) / 3,
              1e-12);
}

TEST(Metrics, LossIsCrossEntropyEvenWhereExpOverflows) {
  EXPECT_NEAR(binary_metrics(std::vector<float>{0}, {true}).loss, std::log(2), 1e-12);
  EXPECT_NEAR(binary_metrics(std::vector<float>{-1000}, {true}).loss, 1000, 1e-9);
}

TEST(Metrics, NothingIsNoDivisionByZero) {
  BinaryMetrics m = binary_metrics({}, {});
  EXPECT_EQ(m.accuracy + m.precision + m.recall + m.auc + m.average_precision + m.loss, 0);
  EXPECT_EQ(example_metrics({}, {}, {}).mean, 0);
  EXPECT_EQ(calibration({}, {}).error, 0);
}

TEST(Metrics, LogitsThatAreNoNumbersDoNotCrash) {
  std::vector<float> logits(40, NAN);
  for (std::size_t i = 0; i < logits.size(); i += 3) logits[i] = static_cast<float>(i);
  EXPECT_LE(binary_metrics(logits, std::vector<bool>(40, true)).average_precision, 1);
  EXPECT_GE(calibration(logits, std::vector<bool>(40, true)).error, 0);
}

TEST(Metrics, EveryExampleCountsTheSame) {
  // Examples of 2 (1 right), 0 and 3 (2 right) premises.
  std::vector<std::uint64_t> ends = {2, 2, 5};
  ExampleMetrics m = example_metrics(kLogits, kUseful, ends);
  EXPECT_EQ(m.examples, 2u);
  EXPECT_EQ(m.perfect, 0u);
  EXPECT_DOUBLE_EQ(m.mean, (1.0 / 2 + 2.0 / 3) / 2);
  EXPECT_DOUBLE_EQ(m.quantiles[2], (1.0 / 2 + 2.0 / 3) / 2);      // between the two
  EXPECT_NEAR(m.quantiles[1], 0.75 * 0.5 + 0.25 * 2 / 3, 1e-12);  // a quarter of the way
  EXPECT_EQ(m.histogram[5], 1u);
  EXPECT_EQ(m.histogram[6], 1u);
}

TEST(Metrics, APerfectExampleIsInTheLastBin) {
  std::vector<std::uint64_t> ends = {1};
  ExampleMetrics m = example_metrics(std::vector<float>{2}, {true}, ends);
  EXPECT_EQ(m.perfect, 1u);
  EXPECT_EQ(m.histogram[9], 1u);
}

TEST(Metrics, CalibrationComparesWhatWasSaidWithWhatWas) {
  float three_quarters = std::log(3.f);  // its probability
  std::vector<float> logits(4, three_quarters);
  Calibration good = calibration(logits, {true, true, true, false});
  EXPECT_NEAR(good.error, 0, 1e-6);
  EXPECT_EQ(good.bins[7].items, 4u);
  EXPECT_NEAR(good.bins[7].said, 0.75, 1e-6);
  EXPECT_NEAR(good.bins[7].was, 0.75, 1e-6);
  EXPECT_NEAR(calibration(logits, {false, false, true, false}).error, 0.5, 1e-6);
  EXPECT_EQ(calibration(std::vector<float>{100}, {true}).bins[9].items, 1u);
}

TEST(McNemar, IsExactForFewDisagreements) {
  // 1 against 5: 2 (C(6,0) + C(6,1)) / 2^6 = 14/64
  McNemar test = mcnemar(1, 5);
  EXPECT_TRUE(test.exact);
  EXPECT_NEAR(test.p_value, 14.0 / 64, 1e-12);
  EXPECT_DOUBLE_EQ(mcnemar(5, 1).p_value, test.p_value);
  EXPECT_DOUBLE_EQ(mcnemar(0, 0).p_value, 1);
  EXPECT_DOUBLE_EQ(mcnemar(3, 3).p_value, 1);
  EXPECT_NEAR(mcnemar(0, 10).p_value, 2.0 / 1024, 1e-12);
}

TEST(McNemar, IsChiSquareForMany) {
  // (|59 - 121| - 1)^2 / 180 = 20.672; its tail with one degree of freedom is 5.450e-6.
  McNemar test = mcnemar(59, 121);
  EXPECT_FALSE(test.exact);
  EXPECT_NEAR(test.p_value, std::erfc(std::sqrt(20.672222 / 2)), 1e-9);
  EXPECT_NEAR(test.p_value, 5.45e-6, 2e-8);
  EXPECT_DOUBLE_EQ(mcnemar(40, 40).p_value, 1);
  EXPECT_NEAR(mcnemar(24, 25).p_value, mcnemar(25, 25).p_value, 0.01);  // no jump at the border
}

TEST(McNemar, LooksOnlyAtItemsThatOneModelGetsRight) {
  std::vector<float> other = {3, -2, -1, -1, -2};
  McNemar test = mcnemar(kLogits, other, kUseful);
  EXPECT_EQ(test.only_first, 1u);   // the third
  EXPECT_EQ(test.only_second, 1u);  // the second
}

TEST(Roc, GoesFromCornerToCorner) {
  auto points = roc_curve(kLogits, kUseful, 100);
  ASSERT_EQ(points.size(), 6u);
  EXPECT_EQ(points[1].true_positives, 1.0 / 3);
  EXPECT_EQ(points[2].false_positives, 0.5);
  EXPECT_EQ(points.back().true_positives, 1);
  EXPECT_EQ(points.back().false_positives, 1);
  EXPECT_LE(roc_curve(std::vector<float>(1000, 1.f), std::vector<bool>(1000, true), 10).size(),
            12u);
}

TEST(Ensemble, IsTheMeanLogit) {
  std::vector<std::vector<float>> members = {{1, -3}, {2, 1}};
  EXPECT_EQ(mean_logits(members), (std::vector<float>{1.5, -1}));
}

}  // namespace
}  // namespace winnow
