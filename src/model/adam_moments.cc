#include "model/adam_moments.h"

#include "winnow/error.h"

#include <cmath>

namespace winnow {

AdamMoments::AdamMoments(std::size_t size, const AdamRates& rates)
    : rates_(rates), first_(size), second_(size), directions_(size) {}

std::span<const double> AdamMoments::step(std::span<const double> gradients) {
  require(gradients.size() == first_.size(), "a gradient for each moment");
  ++steps_;
  const double first = 1 - std::pow(rates_.beta1, steps_),
               second = 1 - std::pow(rates_.beta2, steps_);
  for (std::size_t i = 0; i < first_.size(); ++i) {
    const double g = gradients[i];
    first_[i] += (1 - rates_.beta1) * (g - first_[i]);
    second_[i] += (1 - rates_.beta2) * (g * g - second_[i]);
    directions_[i] = first_[i] / first / (std::sqrt(second_[i] / second) + rates_.epsilon);
  }
  return directions_;
}

}  // namespace winnow
