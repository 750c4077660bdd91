// learn/norm_means.h - what the batch norms of a finished model subtract and divide by.
// in: the statistics of many batches     out: their means, as parameters of the norms
// Running averages lag behind the averaged weights and see dropout, which costs points of accuracy
// where weights move fast (docs/lab/training.md). So the statistics are measured again before a
// model is used (Wu & Johnson, Rethinking "Batch" in BatchNorm, 2021).
#pragma once

#include "learn/torch_ops.h"

#include <map>
#include <span>
#include <string>

namespace winnow {

// Moves the running averages towards the statistics of one of so many micro-batches of a step.
void update_running_norms(std::span<const BatchStatistics> statistics, std::size_t micro_batches,
                          ParameterMap& parameters);

class NormMeans {
 public:
  void add(std::span<const BatchStatistics> statistics);
  // Norms that no batch has told of stay as they are; the others get new tensors.
  void put_into(ParameterMap& parameters) const;

 private:
  struct Sum {
    torch::Tensor mean, variance;  // f64
    std::int64_t batches = 0;
  };
  std::map<std::string, Sum> sums_;  // by norm
};

}  // namespace winnow
