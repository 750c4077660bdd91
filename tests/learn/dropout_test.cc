#include "learn/dropout.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

TEST(DropoutMask, LeavesOutItsShareAndKeepsSums) {
  torch::Tensor like = torch::empty({1001, 37});
  torch::Tensor mask = dropout_mask(like, 0.25, 7);
  EXPECT_EQ(mask.sizes(), like.sizes());
  EXPECT_NEAR((mask == 0).to(torch::kDouble).mean().item<double>(), 0.25, 0.01);
  EXPECT_NEAR(mask.to(torch::kDouble).mean().item<double>(), 1, 0.02);
  EXPECT_FLOAT_EQ(mask.max().item<float>(), 1 / 0.75f);
}

TEST(DropoutMask, DependsOnTheSeedAlone) {
  torch::Tensor like = torch::empty({50, 50});
  EXPECT_TRUE(dropout_mask(like, 0.5, 1).equal(dropout_mask(like, 0.5, 1)));
  double same = (dropout_mask(like, 0.5, 1) == dropout_mask(like, 0.5, 2))
                    .to(torch::kDouble)
                    .mean()
                    .item<double>();
  EXPECT_NEAR(same, 0.5, 0.05);
}

// Neighbours share a hash; they must not share their fate.
TEST(DropoutMask, NeighboursAreIndependent) {
  torch::Tensor mask = dropout_mask(torch::empty({40000}), 0.5, 3);
  for (std::int64_t distance = 1; distance <= 4; ++distance) {
    torch::Tensor both = mask.slice(0, distance) == mask.slice(0, 0, mask.size(0) - distance);
    EXPECT_NEAR(both.to(torch::kDouble).mean().item<double>(), 0.5, 0.02) << distance;
  }
}

}  // namespace
}  // namespace winnow
