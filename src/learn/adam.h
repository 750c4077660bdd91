// learn/adam.h - AdamW and the running average of weights in one sweep over memory.
// The optimisers of libtorch make about a dozen passes over the parameters; a HolStep model has
// twenty million of them, so the passes would cost more than the gradients of a small batch.
// in: parameters with gradients     out: parameters moved; moments and average kept here
#pragma once

#include "learn/torch_ops.h"

#include <cstdint>
#include <map>
#include <string>

namespace winnow {

struct AdamOptions {
  double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
  double weight_decay = 0;
  double clip = 0;     // longest gradient; 0: any
  double average = 0;  // decay of the running average of weights; 0: none
  bool lazy =
      false;  // rows of tables move, and their moments fade, only when a gradient touches them
};

class Adam {
 public:
  Adam(ParameterMap& parameters, const AdamOptions& options);

  // Moves every parameter that has a gradient; returns the gradient's length before clipping.
  double step(double learning_rate, std::uint32_t threads);

  // The running average of parameter `name` (the parameter itself without averaging).
  const torch::Tensor& average(const std::string& name) const;

  // Moments and averages by name, for checkpoints.
  struct State {
    torch::Tensor first, second, average;
  };
  std::map<std::string, State>& states() { return states_; }
  std::uint64_t steps() const { return steps_; }
  void set_steps(std::uint64_t steps) { steps_ = steps; }

 private:
  ParameterMap& parameters_;
  AdamOptions options_;
  std::map<std::string, State> states_;
  std::uint64_t steps_ = 0;
};

}  // namespace winnow
