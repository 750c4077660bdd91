// learn/micro_batches.h - loss and gradients of one batch, the same bytes on any number of threads.
// A batch is cut into a fixed number of parts; each part is planned, computed and differentiated
// by one thread from start to end; gradients are added in the order of the parts.
#pragma once

#include "learn/torch_ops.h"
#include "learn/workers.h"
#include "model/config.h"
#include "score/example_batch.h"

#include <functional>
#include <string>
#include <vector>

namespace winnow {

struct StepOptions {
  std::uint32_t threads = 2;  // never changes a result
  DropoutShares dropout = {};
  double label_smoothing = 0.0;
  double sampled_negative_loss = 0.0;  // weight of useful premises standing above negatives
  double teacher_share = 0.0;          // of a teacher in a target; the rest is the label
  Products products = Products::f32;
};

struct StepResult {
  double loss = 0;  // mean over items
  std::uint64_t items = 0;
  std::uint64_t correct = 0;  // items on the right side of zero
};

// One part of a batch, planned: the plan's items are premises with targets, and then negatives.
struct MicroBatch {
  BatchPlan plan;
  std::vector<float> targets;
  std::vector<std::uint32_t> item_ends = {}, negative_ends = {};  // [examples]; or no negatives
  std::vector<float> teacher_says = {};  // [targets] what a teacher says; or no teacher
};

// Called once for every part, on the thread that computes it.
using PartMaker = std::function<MicroBatch(std::uint32_t part)>;

class Differentiator {
 public:
  Differentiator(const ModelConfig& config, ParameterMap& parameters, const StepOptions& options);

  // Writes the gradient of the mean loss into every trained parameter's .grad() and folds the
  // statistics of batch norms into their running averages. `items` is the number of all parts'
  // items together; `seed` is for dropout.
  StepResult run(std::uint32_t parts, std::uint64_t items, const PartMaker& make,
                 std::uint64_t seed);

 private:
  const ModelConfig& config_;
  ParameterMap& parameters_;
  StepOptions options_;
  std::vector<std::string> trained_;
  Workers workers_;
};

// What the batch norms of the parts of one batch see, in the order of the parts, without dropout
// and without gradients.
std::vector<BatchStatistics> batch_statistics(const ModelConfig& config,
                                              const ParameterMap& parameters, std::uint32_t parts,
                                              const PartMaker& make, Workers& workers,
                                              Products products = Products::f32);

}  // namespace winnow
