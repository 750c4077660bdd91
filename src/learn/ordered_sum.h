// learn/ordered_sum.h - gradients of micro-batches, computed by any process, added in their order.
// in: what each process's block of micro-batches leaves behind     out: at every process the
// losses and statistics of all of them, and the sum of all gradients for the slices that it owns
// Sums of floats depend on their order. Trees of additions, as all-reduce has them, depend on the
// number of processes; here every owner gets each micro-batch's gradient of its slices and adds
// them from the first to the last. Rows of tables that a micro-batch did not touch are not sent.
#pragma once

#include "learn/peers.h"
#include "learn/torch_ops.h"
#include "learn/weight_slices.h"
#include "learn/workers.h"

#include <string>
#include <vector>

namespace winnow {

// What one micro-batch leaves behind.
struct MicroBatchResult {
  double loss = 0;
  std::uint64_t correct = 0;
  std::vector<BatchStatistics> statistics;
  std::vector<torch::Tensor> gradients;  // [trained] some undefined; or none at all
};

// `own` are the results of this process's block of `micro_batches`. Returns those of all, without
// gradients. Every parameter's .grad() is the sum, times its mask if it has one, where this process
// owns it; elsewhere it is undefined or anything.
std::vector<MicroBatchResult> add_in_order(std::uint32_t micro_batches,
                                           std::vector<MicroBatchResult> own,
                                           const std::vector<std::string>& trained,
                                           const std::vector<torch::Tensor>& masks,
                                           ParameterMap& parameters, const WeightSlices& slices,
                                           Peers& peers, Workers& workers);

// Statistics of batch norms as words, and back.
void write_statistics(const std::vector<BatchStatistics>& statistics, WordWriter& out);
std::vector<BatchStatistics> read_statistics(WordReader& in);

}  // namespace winnow
