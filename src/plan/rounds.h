// plan/rounds.h - rows of work for k rounds of message passing.
// in: a forest, each node's start row     out: a Round for each round, each node's final row
// After t rounds a node's state depends on its t-neighbourhood: its class after the round before,
// and the multisets of the classes of its parents and children (with edge labels for mpnn).
#pragma once

#include "plan/batch_plan.h"

namespace winnow {

// `rows` [nodes] holds start rows (positions in plan.start_rows) and receives the final rows;
// `row_keys` [rows] goes with them: the same for the same state in every batch. Messages are in the
// order of keys, so that sums do not depend on what else is in the batch.
std::vector<Round> plan_rounds(const Forest& forest, Embedder embedder, std::uint32_t rounds,
                               std::vector<std::uint32_t>& rows,
                               std::vector<std::uint64_t>& row_keys);

}  // namespace winnow
