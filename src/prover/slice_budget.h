// prover/slice_budget.h - divides the time that is left among the steps that are left.
#pragma once

#include "prover/slices.h"
#include "term/seconds.h"

#include <algorithm>
#include <chrono>
#include <cstddef>

namespace winnow {

class SliceBudget {
 public:
  SliceBudget(const SliceOptions& options, std::size_t steps) : options_(options), steps_(steps) {}

  double share(const ProverStep& step, std::size_t waiting) const {
    const double left_s =
        options_.cpu_time ? options_.time_limit_s - used_s_ - promised_s_ : left_wall_s();
    if (step.seconds > 0) return options_.every ? step.seconds : std::min(step.seconds, left_s);
    if (options_.every) return options_.time_limit_s / static_cast<double>(steps_);
    const auto lanes = options_.cpu_time ? 1 : static_cast<std::size_t>(options_.jobs);
    const std::size_t rounds = (waiting + lanes - 1) / lanes;
    return left_s / static_cast<double>(rounds);
  }
  // A step's own seconds are CPU time, so that a busy machine does not take them away; the limit
  // for all steps stays on the clock. Steps that are compared get what they ask for, by either.
  bool by_cpu_time(const ProverStep& step) const {
    return options_.cpu_time || (step.seconds > 0 && !options_.every);
  }
  double left_wall_s() const { return options_.time_limit_s - wall_s(); }
  void promise(double share_s) { promised_s_ += share_s; }
  void settle(double share_s, double cpu_s) {
    promised_s_ -= share_s;
    used_s_ += cpu_s;
  }
  double used_s() const { return used_s_; }
  double wall_s() const { return seconds_since(start_); }

 private:
  const SliceOptions& options_;
  std::size_t steps_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  double used_s_ = 0;      // CPU time of runs that ended
  double promised_s_ = 0;  // shares of runs that go on
};

}  // namespace winnow
