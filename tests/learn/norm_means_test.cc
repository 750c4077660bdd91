#include "learn/norm_means.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

TEST(NormMeans, AreMeansOverAllBatches) {
  torch::Tensor kept = torch::full({2}, 7.f);
  ParameterMap parameters = {{"a.mean", torch::zeros({2})},
                             {"a.variance", torch::ones({2})},
                             {"b.mean", kept},
                             {"b.variance", kept}};
  torch::Tensor before = parameters.at("a.mean");
  NormMeans means;
  for (float value : {1.f, 2.f, 6.f}) {
    std::vector<BatchStatistics> batch = {
        {"a", torch::full({2}, value), torch::full({2}, 2 * value)}};
    means.add(batch);
  }
  means.put_into(parameters);
  EXPECT_TRUE(parameters.at("a.mean").equal(torch::full({2}, 3.f)));
  EXPECT_TRUE(parameters.at("a.variance").equal(torch::full({2}, 6.f)));
  EXPECT_TRUE(before.equal(torch::zeros({2})));  // who else holds the old tensors keeps them
  EXPECT_TRUE(parameters.at("b.mean").equal(kept));
}

}  // namespace
}  // namespace winnow
