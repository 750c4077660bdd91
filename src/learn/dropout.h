// learn/dropout.h - what a step leaves out.
// A mask holds 0 for a share of the places and 1 / (1 - share) for the rest, so that sums stay
// what they are on average. It depends on the seed and the position alone, not on threads.
#pragma once

#include <torch/torch.h>

#include <cstdint>

namespace winnow {

torch::Tensor dropout_mask(const torch::Tensor& like, double share, std::uint64_t seed);

}  // namespace winnow
