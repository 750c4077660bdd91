// learn/weight_slices.h - which process keeps the optimiser's state of which weights, and moves
// them.
// in: trained parameters, a number of owners     out: for each owner a run of all weights
// Weights are cut into stretches, always the same way; owners get whole stretches, one after
// another. So sums over stretches, in their order, do not depend on the number of owners.
#pragma once

#include "learn/torch_ops.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace winnow {

// What one owner has of one parameter: its elements from begin to end.
struct WeightSlice {
  std::string name;
  std::int64_t begin = 0, end = 0;
  std::int64_t row = 0;  // length of a row of a table of vectors; 0: no table. Rows are not cut

  std::int64_t size() const { return end - begin; }
  std::int64_t stretch() const;  // the length that all stretches but the last have
  friend bool operator==(const WeightSlice&, const WeightSlice&) = default;
};

class WeightSlices {
 public:
  // Of the parameters that ask for a gradient.
  WeightSlices(const ParameterMap& parameters, std::uint32_t owners);
  std::span<const WeightSlice> of(std::uint32_t owner) const { return by_owner_[owner]; }
  std::uint32_t owners() const { return static_cast<std::uint32_t>(by_owner_.size()); }

 private:
  std::vector<std::vector<WeightSlice>> by_owner_;
};

}  // namespace winnow
