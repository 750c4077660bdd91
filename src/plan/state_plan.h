// plan/state_plan.h - the first half of a batch plan: from labels to a state row for every node.
// in: a forest, an architecture     out: start rows, passes or rounds, each node's state row
#pragma once

#include "plan/batch_plan.h"

namespace winnow {

// Fills start, node state and round fields of `plan`; returns the state row of every node.
// row_keys [state rows]: the same for the same state in every batch.
std::vector<std::uint32_t> plan_states(const Forest& forest, std::uint32_t edge_labels,
                                       const Architecture& architecture, BatchPlan& plan,
                                       std::vector<std::uint64_t>& row_keys);

}  // namespace winnow
