// kernel/rows.h - kernels that treat every row, or every element, by itself.
#pragma once

#include "kernel/matrix.h"

#include <span>

namespace winnow {

void gather_rows(ConstMatrix table, Rows rows, Matrix out);     // out[i] = table[rows[i]]
void scatter_add_rows(ConstMatrix x, Rows rows, Matrix table);  // table[rows[i]] += x[i]

// out[i] = a[a_rows[i]] + b[b_rows[i]] + c[c_rows[i]]
void gather_sum(ConstMatrix a, Rows a_rows, ConstMatrix b, Rows b_rows, ConstMatrix c, Rows c_rows,
                Matrix out);

void add_bias(Matrix x, std::span<const float> bias);  // to each row
void sum_rows(ConstMatrix x, std::span<float> out);    // added to out

void relu(ConstMatrix x, Matrix out);
void relu_backward(ConstMatrix out, ConstMatrix d_out, Matrix d_x);

// out[i] = x[i] * sigmoid(gates[kinds[i]]), for few kinds and many rows
void gate(ConstMatrix x, ConstMatrix gates, Rows kinds, Matrix out);
// d_gates is added to.
void gate_backward(ConstMatrix x, ConstMatrix gates, Rows kinds, ConstMatrix d_out, Matrix d_x,
                   Matrix d_gates);

}  // namespace winnow
