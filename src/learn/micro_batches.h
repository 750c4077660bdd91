// learn/micro_batches.h - loss and gradients of one batch, the same bytes on any number of threads
// and processes.
// in: planned micro-batches with targets     out: the loss, gradients, statistics of batch norms
// A batch is cut into a fixed number of micro-batches; each is planned, computed and differentiated
// by one thread of one process from start to end; gradients are added in their order.
#pragma once

#include "learn/peers.h"
#include "learn/step_result.h"
#include "learn/torch_ops.h"
#include "learn/weight_slices.h"
#include "learn/workers.h"
#include "model/config.h"
#include "score/example_batch.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace winnow {

struct StepOptions {
  std::uint32_t threads = 2;  // never changes a result
  DropoutShares dropout = {};
  double list_loss = 0.0;  // weight of useful premises standing above the others of their example
  double label_smoothing = 0.0;
  double sampled_negative_loss = 0.0;  // weight of useful premises standing above negatives
  double teacher_share = 0.0;          // of a teacher in a target; the rest is the label
  Products products = Products::f32;
};

// One micro-batch, planned: the plan's items are premises with targets, and then negatives.
struct MicroBatch {
  BatchPlan plan;
  std::vector<float> targets;
  std::vector<std::uint32_t> item_ends = {}, negative_ends = {};  // [examples]; or no negatives
  std::vector<float> teacher_says = {};  // [targets] what a teacher says; or no teacher
};

// Called once for every micro-batch of this process's block, on the thread that computes it.
using MicroBatchMaker = std::function<MicroBatch(std::uint32_t n)>;

class Differentiator {
 public:
  // All of them must outlive it; without peers this process computes all of them.
  Differentiator(const ModelConfig& config, ParameterMap& parameters, const StepOptions& options,
                 Peers& peers);
  Differentiator(const ModelConfig& config, ParameterMap& parameters, const StepOptions& options);

  // Writes the gradient of the mean loss into every trained parameter's .grad(), where this process
  // owns it (learn/weight_slices.h), and folds the statistics of batch norms into their running
  // averages, which are the same in all processes. `items` is the number of items of all
  // micro-batches together; `seed` is for dropout.
  StepResult run(std::uint32_t micro_batches, std::uint64_t items, const MicroBatchMaker& make,
                 std::uint64_t seed);

 private:
  Differentiator(const ModelConfig& config, ParameterMap& parameters, const StepOptions& options,
                 std::unique_ptr<Peers> alone);

  std::unique_ptr<Peers> alone_;  // or those that were given
  Peers& peers_;
  const ModelConfig& config_;
  ParameterMap& parameters_;
  StepOptions options_;
  WeightSlices slices_;
  std::vector<std::string> trained_;
  Workers workers_;
};

// What the batch norms of the micro-batches of this process's block see, one after another, without
// dropout and without gradients. A micro-batch without items has none.
std::vector<std::vector<BatchStatistics>> batch_statistics(
    const ModelConfig& config, const ParameterMap& parameters, Peers::Block micro_batches,
    const MicroBatchMaker& make, Workers& workers, Products products = Products::f32);

}  // namespace winnow
