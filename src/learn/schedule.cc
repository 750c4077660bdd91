#include "learn/schedule.h"

#include "model/cosine_schedule.h"

#include <algorithm>
#include <numbers>

namespace winnow {

double learning_rate(const TrainOptions& options, std::uint64_t step, std::uint64_t steps) {
  double rate = options.learning_rate;
  if (step < options.warm_up)
    return rate * static_cast<double>(step + 1) / static_cast<double>(options.warm_up);
  if (options.schedule == "constant") return rate;
  double done = static_cast<double>(step) / static_cast<double>(steps);
  return rate * cosine_share(std::numbers::pi * std::min(1.0, done));
}

}  // namespace winnow
