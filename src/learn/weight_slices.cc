#include "learn/weight_slices.h"

#include <algorithm>

namespace winnow {

namespace {

constexpr std::int64_t kStretch = 1 << 16;

}  // namespace

std::int64_t WeightSlice::stretch() const {
  return row == 0 ? kStretch : std::max(kStretch / row, std::int64_t{1}) * row;
}

WeightSlices::WeightSlices(const ParameterMap& parameters, std::uint32_t owners)
    : by_owner_(owners) {
  std::int64_t total = 0, before = 0;
  for (const auto& [name, tensor] : parameters)
    if (tensor.requires_grad()) total += tensor.numel();
  for (const auto& [name, tensor] : parameters) {
    if (!tensor.requires_grad()) continue;
    WeightSlice whole{name, 0, tensor.numel(),
                      name.ends_with(".table") && tensor.dim() == 2 ? tensor.size(1) : 0};
    for (std::int64_t at = 0; at < whole.end; at += whole.stretch()) {
      std::int64_t size = std::min(whole.stretch(), whole.end - at);
      // By where the middle of the stretch lies among all weights.
      std::vector<WeightSlice>& own =
          by_owner_[static_cast<std::size_t>((2 * before + size) * owners / (2 * total))];
      if (own.empty() || own.back().name != name) own.push_back({name, at, at, whole.row});
      own.back().end = at + size;
      before += size;
    }
  }
}

}  // namespace winnow
