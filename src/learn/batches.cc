#include "learn/batches.h"

#include <algorithm>

namespace winnow {

// The largest first, each into the one that has least.
std::vector<std::vector<ExampleId>> cut_into_micro_batches(const Store& store,
                                                           std::span<const ExampleId> batch,
                                                           std::uint32_t micro_batches) {
  std::vector<ExampleId> order(batch.begin(), batch.end());
  std::ranges::stable_sort(order, std::ranges::greater(),
                           [&](ExampleId id) { return store.premises(id).size(); });
  std::vector<std::vector<ExampleId>> result(micro_batches);
  std::vector<std::size_t> sizes(micro_batches, 0);
  for (ExampleId example : order) {
    auto least = static_cast<std::size_t>(std::ranges::min_element(sizes) - sizes.begin());
    result[least].push_back(example);
    sizes[least] += store.premises(example).size();
  }
  return result;
}

}  // namespace winnow
