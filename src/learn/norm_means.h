// learn/norm_means.h - what the batch norms of a finished model subtract and divide by.
// in: the statistics of many batches     out: their means, as parameters of the norms
// Running averages are of the last ten steps, of weights that moved meanwhile and were not
// averaged, and of states with dropout, which a finished model does not have. Where weights move
// fast that costs points of accuracy (docs/lab/training.md); so a model is measured anew before it is
// used (Wu & Johnson, Rethinking "Batch" in BatchNorm, 2021).
#pragma once

#include "learn/torch_ops.h"

#include <map>
#include <span>
#include <string>

namespace winnow {

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
