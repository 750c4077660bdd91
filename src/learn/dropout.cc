#include "learn/dropout.h"

#include "term/hash.h"

namespace winnow {

// One hash decides about four places: a network's states and weights are millions of numbers a
// step, and a hash for each of them would be seen in the time of a step.
torch::Tensor dropout_mask(const torch::Tensor& like, double share, std::uint64_t seed) {
  constexpr std::int64_t kPlaces = 4;
  constexpr std::uint64_t kLane = 0xffff;
  torch::Tensor mask = torch::empty(like.sizes());
  float* out = mask.data_ptr<float>();
  auto limit = static_cast<std::uint64_t>(share * 0x1p16);
  auto scale = static_cast<float>(1 / (1 - share));
  std::int64_t size = mask.numel();
  for (std::int64_t i = 0; i < size; i += kPlaces) {
    // Twice: neighbours are too alike after one multiplication.
    std::uint64_t hash = mix(mix(seed, static_cast<std::uint64_t>(i)), seed);
    for (std::int64_t j = i; j < std::min(i + kPlaces, size); ++j, hash >>= 16)
      out[j] = (hash & kLane) < limit ? 0.f : scale;
  }
  return mask;
}

}  // namespace winnow
