// kernel/lstm_rows.h - what happens between the matrix products of a DAG LSTM, row by row.
// Everything here is elementwise or a layer norm; each function walks over a row while it is in
// cache. `hat` is a normalised product before gain and bias, so that over the edges of a row
//   sum of count * (gain * hat + bias) = gain * (sum of count * hat) + (sum of count) * bias.
// Rows of four gates lie in the order i, o, c^, f.
#pragma once

#include "kernel/lstm.h"

#include <cstdint>

namespace winnow {

// What the row functions share. All pointers belong to the caller.
struct LstmRows {
  const LstmPlan* plan;
  std::size_t width;    // d
  const float* bias;    // [4d] b + bias of W's norms
  const float* w_gain;  // [4d]
  const float* u_gain;  // [4d]
  const float* u_bias;  // [4d]
  const float* c_gain;  // [d] or null
  const float* c_bias;  // [d]
  const float* w_hat;   // [inputs, 4d]
  const float* u_hat;   // [pairs, 4d]
  float* c;             // [rows, d]
  float* gates;         // [rows, 3d] i, o, c^; null: not kept
  float* c_norms;       // [rows, 2] mean and scale of the cell norm; null: not kept
};

// Layer norm of each gate of x [rows, 4d], in place and without gain and bias; scale [rows, 4].
void normalise_gates(std::size_t rows, std::size_t width, float* x, float* scale);

// c and h (and what is kept) of rows [first, last).
void lstm_cells(const LstmRows& rows, std::uint32_t first, std::uint32_t last, float* h);

// Where backward row functions read and write.
struct LstmRowGradients {
  const std::uint32_t* pair_edge_ends;  // [pairs] where a pair's uses end
  const std::uint32_t* pair_edges;      // [edges] edges by pair
  const std::uint32_t* edge_rows;       // [edges] the row an edge belongs to
  float* d_c;                           // [rows, d]
  float* d_sum;                         // [rows, 4d] of the arguments of sigmoids and tanh
  float* c_gain;                        // [d] added to
  float* c_bias;                        // [d] added to
};

// Rows [first, last), whose d_h [last - first, d] is complete and whose d_c holds what came from
// their pairs: completes d_c, writes d_sum (the part of f: zeros, filled by pairs_backward).
void lstm_cells_backward(const LstmRows& rows, const LstmRowGradients& gradients,
                         std::uint32_t first, std::uint32_t last, const float* d_h);

// Pairs [first, last), all of whose uses are done: d_y [last - first, 4d] = d of gain * hat + bias.
// Adds to d_c of the pairs' rows and to the part of f of d_sum.
void lstm_pairs_backward(const LstmRows& rows, const LstmRowGradients& gradients,
                         std::uint32_t first, std::uint32_t last, float* d_y);

// From d of gain * hat + bias to d of the product, in place: d [rows, 4d], hat [rows, 4d],
// scale [rows, 4]; adds to d_gain, d_bias [4d].
void norm_gates_backward(std::size_t rows, std::size_t width, const float* hat, const float* scale,
                         const float* gain, float* d, float* d_gain, float* d_bias);

// to[j] += from[j]
void add_vector(std::size_t n, const float* from, float* to);

}  // namespace winnow
