// The learning rate of each step against what the words mean.
#include "learn/schedule.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace winnow {
namespace {

TrainOptions options_of(const std::string& schedule, std::uint32_t warm_up) {
  TrainOptions options;
  options.learning_rate = 0.2;
  options.schedule = schedule;
  options.warm_up = warm_up;
  return options;
}

TEST(LearningRate, WarmsUpInEqualStepsToTheWholeRate) {
  for (const char* schedule : {"constant", "cosine"}) {
    const TrainOptions options = options_of(schedule, 4);
    for (std::uint64_t step = 0; step < 4; ++step)
      EXPECT_DOUBLE_EQ(learning_rate(options, step, 100), 0.05 * static_cast<double>(step + 1));
  }
}

TEST(LearningRate, ConstantStaysAfterItsWarmUp) {
  for (const std::uint64_t step : {4, 50, 99, 1000})
    EXPECT_DOUBLE_EQ(learning_rate(options_of("constant", 4), step, 100), 0.2);
}

TEST(LearningRate, CosineFallsByHalfACosineToAHundredth) {
  const TrainOptions options = options_of("cosine", 0);
  EXPECT_DOUBLE_EQ(learning_rate(options, 0, 100), 0.2);
  EXPECT_NEAR(learning_rate(options, 50, 100), 0.2 * 0.505, 1e-12);
  EXPECT_NEAR(learning_rate(options, 25, 100),
              0.2 * (0.01 + 0.99 * (1 + std::numbers::sqrt2 / 2) / 2), 1e-12);
  EXPECT_NEAR(learning_rate(options, 100, 100), 0.002, 1e-12);
  for (std::uint64_t step = 1; step < 100; ++step)
    EXPECT_LT(learning_rate(options, step, 100), learning_rate(options, step - 1, 100)) << step;
}

TEST(LearningRate, CosineGoesOnFromWhereItsWarmUpEnds) {
  const TrainOptions options = options_of("cosine", 10);
  const double share = (1 + std::cos(std::numbers::pi * 10 / 100)) / 2;
  EXPECT_NEAR(learning_rate(options, 10, 100), 0.2 * (0.01 + 0.99 * share), 1e-12);
}

TEST(LearningRate, StepsBeyondTheLastStayAtItsRate) {
  EXPECT_NEAR(learning_rate(options_of("cosine", 0), 500, 100), 0.002, 1e-12);
}

}  // namespace
}  // namespace winnow
