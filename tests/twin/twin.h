// tests/twin/twin.h - the models once more, as a reader of the paper would write them in libtorch.
// Plain tensor operations and autograd; every node of every graph is computed (no sharing); DAG
// LSTMs go level by level with one product for each level and edge label. It is the baseline of
// the benchmark and, in double precision, the truth that tests compare gradients with.
#pragma once

#include "learn/torch_ops.h"
#include "model/config.h"
#include "plan/forest.h"

#include <torch/torch.h>

#include <span>

namespace winnow {

// Logits [items] in training mode (batch statistics, no dropout); parameters may be float or
// double. A graph's count is its weight in batch norms, as everywhere.
torch::Tensor twin_logits(const ModelConfig& config, const ParameterMap& parameters,
                          const Forest& forest, std::span<const PremiseItem> items);

}  // namespace winnow
