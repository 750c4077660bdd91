#include "model/adam_moments.h"

#include "model/cosine_schedule.h"
#include "winnow/error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace winnow {
namespace {

// However long the first gradient is, its step is as long as the learning rate.
TEST(AdamMoments, TheFirstStepHasLengthOneAlongEachNumber) {
  AdamMoments moments(3);
  const double gradients[] = {1e-3, -5, 0};
  const auto directions = moments.step(gradients);
  EXPECT_NEAR(directions[0], 1, 1e-4);
  EXPECT_NEAR(directions[1], -1, 1e-8);
  EXPECT_EQ(directions[2], 0);
}

// Gradients 1 and 3 at rates of 0.5 and 0.75: both means are corrected for their beginning at zero.
TEST(AdamMoments, LaterStepsAreMeansOfGradientsAndOfTheirSquares) {
  AdamMoments moments(1, {.beta1 = 0.5, .beta2 = 0.75, .epsilon = 0.1});
  const double first[] = {1}, second[] = {3};
  moments.step(first);
  const double mean = (0.25 * 1 + 0.5 * 3) / 0.75;
  const double squares = (0.75 * 0.25 * 1 + 0.25 * 9) / (1 - 0.75 * 0.75);
  EXPECT_NEAR(moments.step(second)[0], mean / (std::sqrt(squares) + 0.1), 1e-12);
}

TEST(AdamMoments, AskForAGradientOfEachNumber) {
  const double one[] = {1};
  EXPECT_THROW(AdamMoments(2).step(one), ContractError);
}

TEST(CosineSchedule, FallsFromTheWholeRateToAHundredth) {
  EXPECT_DOUBLE_EQ(cosine_share(0), 1);
  EXPECT_DOUBLE_EQ(cosine_share(std::numbers::pi / 2), 0.505);
  EXPECT_DOUBLE_EQ(cosine_share(std::numbers::pi), 0.01);
}

}  // namespace
}  // namespace winnow
