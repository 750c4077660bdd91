// learn/adam.h - AdamW and the running average of weights in one sweep over memory.
// The optimisers of libtorch make about a dozen passes over the parameters; a HolStep model has
// twenty million of them, so the passes would cost more than the gradients of a small batch.
// in: parameters with gradients     out: parameters moved; moments and average kept here
#pragma once

#include "learn/torch_ops.h"
#include "learn/weight_slices.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

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
  // Moves, and keeps moments of, these slices of the parameters; without them, of all that ask for
  // a gradient.
  Adam(ParameterMap& parameters, const AdamOptions& options);
  Adam(ParameterMap& parameters, const AdamOptions& options, std::span<const WeightSlice> own);

  // Gets the squared lengths of the own gradients, stretch by stretch, and returns those of all
  // owners, in their order.
  using AllSquares = std::function<std::vector<double>(const std::vector<double>& own)>;

  // Moves every slice that has a gradient; returns the whole gradient's length before clipping.
  double step(double learning_rate, std::uint32_t threads, const AllSquares& all = {});

  // Moments and averages of the own slices, in the order of names.
  struct State {
    WeightSlice slice;
    torch::Tensor first, second, average;  // [size of the slice]; no average: it is not asked for
  };
  std::vector<State>& states() { return states_; }
  const AdamOptions& options() const { return options_; }
  std::uint64_t steps() const { return steps_; }
  void set_steps(std::uint64_t steps) { steps_ = steps; }

 private:
  ParameterMap& parameters_;
  AdamOptions options_;
  std::vector<State> states_;
  std::uint64_t steps_ = 0;
};

}  // namespace winnow
