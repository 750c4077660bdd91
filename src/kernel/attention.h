// kernel/attention.h - attention of nodes over the nodes of the other side with the same label.
// in: queries, keys, values, and which set of keys each query sees     out: one vector per query
// Queries that share a set share its keys: work goes by sets, and big sets become products of tiles
// with a running log-sum-exp, so that memory does not grow with the size of a set.
#pragma once

#include "kernel/matrix.h"

#include <cstdint>
#include <span>

namespace winnow {

// Query n is row queries[n] of q and looks at the keys of set sets[n]; set s holds key rows
// key_rows[set_ends[s-1] .. set_ends[s]), each standing for key_counts equal nodes. Softmax over
// the nodes of the set, per head; scale 1 / sqrt(head width). Many queries share a set.
struct AttentionPlan {
  std::uint32_t heads;
  Rows queries, sets;  // [queries]
  Rows set_ends;       // [sets]; no set is empty
  Rows key_rows;       // [entries]
  Weights key_counts;  // [entries]
};

// out [queries, heads * head width]; probabilities are recomputed in backward from `log_sum`
// [queries * heads], which is 0 where a set has one key row (its probability is 1).
void attention(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttentionPlan& plan, Matrix out,
               std::span<float> log_sum);
void attention_backward(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttentionPlan& plan,
                        ConstMatrix out, std::span<const float> log_sum, ConstMatrix d_out,
                        Matrix d_q, Matrix d_k, Matrix d_v);  // all three are added to

}  // namespace winnow
