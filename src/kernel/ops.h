// kernel/ops.h - the other kernels of the models: each forward, and backward from d loss / d out.
// All run on the calling thread, on raw spans, and write every element of their outputs;
// backward functions say where they add instead. Rows stand for classes of equal nodes; `weights`
// says how many nodes a row stands for.
#pragma once

#include "kernel/matrix.h"

#include <cstdint>
#include <span>

namespace winnow {

using Rows = std::span<const std::uint32_t>;
using Weights = std::span<const float>;

// --- products (OpenBLAS, one thread) -----------------------------------------------------------
void multiply_nt(ConstMatrix a, ConstMatrix b, Matrix out, bool add = false);  // a b^T
void multiply_nn(ConstMatrix a, ConstMatrix b, Matrix out, bool add = false);  // a b
void multiply_tn(ConstMatrix a, ConstMatrix b, Matrix out, bool add = false);  // a^T b
void add_bias(Matrix x, std::span<const float> bias);                          // to each row
void sum_rows(ConstMatrix x, std::span<float> out);                            // adds to out

// --- rows ----------------------------------------------------------------------------------------
void gather_rows(ConstMatrix table, Rows rows, Matrix out);     // out[i] = table[rows[i]]
void scatter_add_rows(ConstMatrix x, Rows rows, Matrix table);  // table[rows[i]] += x[i]

void relu(ConstMatrix x, Matrix out);
void relu_backward(ConstMatrix out, ConstMatrix d_out, Matrix d_x);

// out[i] = x[i] * sigmoid(gates[kinds[i]])
void gate(ConstMatrix x, ConstMatrix gates, Rows kinds, Matrix out);
// d_gates is added to.
void gate_backward(ConstMatrix x, ConstMatrix gates, Rows kinds, ConstMatrix d_out, Matrix d_x,
                   Matrix d_gates);

// --- norms ---------------------------------------------------------------------------------------
// Layer norm of each row; hat [rows, cols] and scale [rows] are kept for backward.
void layer_norm(ConstMatrix x, std::span<const float> gain, std::span<const float> bias, Matrix out,
                Matrix hat, std::span<float> scale);
void layer_norm_backward(ConstMatrix hat, std::span<const float> scale, std::span<const float> gain,
                         ConstMatrix d_out, Matrix d_x, std::span<float> d_gain,
                         std::span<float> d_bias);  // the last two are added to

// Batch norm over rows counted with their weights (biased variance in the normalisation), then an
// optional ReLU. mean, variance [cols] are written, for the running averages.
void batch_norm(ConstMatrix x, Weights weights, std::span<const float> gain,
                std::span<const float> bias, bool with_relu, Matrix out, Matrix hat,
                std::span<float> mean, std::span<float> variance);
// Row i stands for weights[i] nodes; d_out[i] is the sum of their gradients, and so is d_x[i].
void batch_norm_backward(ConstMatrix hat, std::span<const float> variance, Weights weights,
                         std::span<const float> gain, bool with_relu, ConstMatrix out,
                         ConstMatrix d_out, Matrix d_x, std::span<float> d_gain,
                         std::span<float> d_bias);  // the last two are added to
// With given statistics (inference).
void batch_norm_fixed(ConstMatrix x, std::span<const float> mean, std::span<const float> variance,
                      std::span<const float> gain, std::span<const float> bias, bool with_relu,
                      Matrix out);

// --- segments: a sparse matrix in CSR form -------------------------------------------------------
struct Segments {
  Rows ends;        // [out rows] where a segment ends in `rows`
  Rows rows;        // [entries]
  Weights weights;  // [entries] or empty: all 1
};
void segment_sum(ConstMatrix x, const Segments& segments, Matrix out);  // out[s] = sum w x[row]
void segment_sum_backward(ConstMatrix d_out, const Segments& segments, Matrix d_x);  // added to
// Elementwise maximum; `from` [out rows, cols] remembers the row it came from. No empty segments.
void segment_max(ConstMatrix x, const Segments& segments, Matrix out, std::span<std::uint32_t> from);
void segment_max_backward(ConstMatrix d_out, std::span<const std::uint32_t> from,
                          Matrix d_x);  // added to

// out[i] = a[a_rows[i]] + b[b_rows[i]] + c[c_rows[i]]
void gather_sum(ConstMatrix a, Rows a_rows, ConstMatrix b, Rows b_rows, ConstMatrix c, Rows c_rows,
                Matrix out);

// --- attention over equal labels -----------------------------------------------------------------
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
// [queries * heads].
void attention(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttentionPlan& plan, Matrix out,
               std::span<float> log_sum);
void attention_backward(ConstMatrix q, ConstMatrix k, ConstMatrix v, const AttentionPlan& plan,
                        ConstMatrix out, std::span<const float> log_sum, ConstMatrix d_out,
                        Matrix d_q, Matrix d_k, Matrix d_v);  // all three are added to

}  // namespace winnow
