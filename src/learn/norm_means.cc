#include "learn/norm_means.h"

namespace winnow {

namespace {

constexpr double kRunningShare = 0.1;  // of a new batch in the running averages

}  // namespace

void update_running_norms(std::span<const BatchStatistics> statistics, std::size_t micro_batches,
                          ParameterMap& parameters) {
  torch::NoGradGuard no_gradients;
  const double share = kRunningShare / static_cast<double>(micro_batches);
  for (const BatchStatistics& each : statistics) {
    parameters.at(each.norm + ".mean").lerp_(each.mean, share);
    parameters.at(each.norm + ".variance").lerp_(each.variance, share);
  }
}

void NormMeans::add(std::span<const BatchStatistics> statistics) {
  torch::NoGradGuard no_gradients;
  for (const BatchStatistics& each : statistics) {
    Sum& sum = sums_[each.norm];
    if (sum.batches++ == 0) {
      sum.mean = torch::zeros_like(each.mean, torch::kFloat64);
      sum.variance = torch::zeros_like(each.variance, torch::kFloat64);
    }
    sum.mean += each.mean;
    sum.variance += each.variance;
  }
}

void NormMeans::put_into(ParameterMap& parameters) const {
  torch::NoGradGuard no_gradients;
  for (const auto& [norm, sum] : sums_) {
    parameters.at(norm + ".mean") = (sum.mean / sum.batches).to(torch::kFloat32);
    parameters.at(norm + ".variance") = (sum.variance / sum.batches).to(torch::kFloat32);
  }
}

}  // namespace winnow
