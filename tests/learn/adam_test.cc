#include "learn/adam.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

// Two rows; only the first has a gradient in the second step.
torch::Tensor after_two_steps(const std::string& name, bool lazy) {
  ParameterMap parameters;
  parameters[name] = torch::ones({2, 3}).requires_grad_();
  AdamOptions options;
  options.lazy = lazy;
  Adam adam(parameters, options);
  parameters[name].mutable_grad() = torch::ones({2, 3});
  adam.step(0.1, 1);
  parameters[name].mutable_grad() = torch::tensor({{1.f, 1.f, 1.f}, {0.f, 0.f, 0.f}});
  adam.step(0.1, 1);
  return parameters[name].detach();
}

TEST(Adam, MovesRowsWithoutAGradientUnlessItIsLazy) {
  torch::Tensor eager = after_two_steps("start.table", false),
                lazy = after_two_steps("start.table", true);
  EXPECT_TRUE(eager[0].equal(lazy[0]));
  EXPECT_NEAR(lazy[1][0].item<float>(), 0.9f, 1e-5);
  EXPECT_LT(eager[1][0].item<float>(), 0.89f);
}

TEST(Adam, IsLazyAboutTablesOnly) {
  EXPECT_TRUE(after_two_steps("up.w", true).equal(after_two_steps("up.w", false)));
}

}  // namespace
}  // namespace winnow
