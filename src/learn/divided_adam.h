// learn/divided_adam.h - Adam on several processes: each has the state of its slices and moves
// them; all have all weights.
// in: gradients that are whole where this process owns the weights (learn/ordered_sum.h)
// out: the same weights everywhere, the same bytes on any number of processes
#pragma once

#include "learn/adam.h"
#include "learn/peers.h"
#include "model/checkpoint_file.h"

namespace winnow {

class DividedAdam {
 public:
  // All of them must outlive it.
  DividedAdam(ParameterMap& parameters, const AdamOptions& options, Peers& peers);

  // Moves all weights that have a gradient; returns the gradient's length before clipping. Weights
  // and rows of tables that stayed what they were are not sent.
  double step(double learning_rate, std::uint32_t threads);
  std::uint64_t steps() const { return adam_.steps(); }
  const WeightSlices& slices() const { return slices_; }

  // The running average of every trained parameter, whole, at every process; the parameter itself
  // without averaging.
  ParameterMap averages();

  // Everything a checkpoint holds, at rank 0; nothing elsewhere.
  TensorMap gather();
  // The reverse: `tensors` and `steps` count at rank 0 alone. Throws at rank 0 if one is missing or
  // has another size.
  void scatter(const TensorMap& tensors, std::uint64_t steps);

 private:
  std::vector<std::vector<float>> own_tables() const;
  void send_moved(const std::vector<std::vector<float>>& before);

  ParameterMap& parameters_;
  Peers& peers_;
  WeightSlices slices_;
  Adam adam_;
};

}  // namespace winnow
