// kernel/lstm.h - the DAG LSTM over all levels of a plan, forward and backward.
// in: a plan, inputs s_v, weights     out: h and c of every row; backward: all gradients
//
//   i = s(LN(W_i s_v) + sum_w LN(U_i^e h_w) + b_i)      f_w = s(LN(W_f s_v) + LN(U_f^e h_w) + b_f)
//   o = s(LN(W_o s_v) + sum_w LN(U_o^e h_w) + b_o)      c   = i * c^ + sum_w f_w * c_w
//   c^ = tanh(LN(W_c s_v) + sum_w LN(U_c^e h_w) + b_c)  h   = o * tanh(c)   (c through one more LN
//                                                             inside that tanh: cell norm)
// Gates lie in the order i, o, c^, f: the first three are summed over edges, the last is per edge.
// All W s_v are one product over distinct inputs; U^e h_w is one product per (level, label) over
// distinct pairs; weight gradients are one product per label over all levels.
// Everything here runs on the calling thread.
#pragma once

#include "kernel/buffer.h"
#include "kernel/matrix.h"
#include "kernel/norms.h"
#include "kernel/product.h"
#include "plan/lstm_plan.h"

#include <memory>

namespace winnow {

// Pointers to parameters (Real = const float) or to their gradients (Real = float, added to).
template <class Real>
struct LstmTensors {
  std::size_t width = 0;        // d
  std::size_t input_width = 0;  // length of s_v
  std::size_t labels = 0;
  Real* w = nullptr;       // [4d, input_width]
  Real* u = nullptr;       // [labels, 4d, d]
  Real* b = nullptr;       // [4d]
  Real* w_gain = nullptr;  // [4d] layer norms of W's products, one per gate
  Real* w_bias = nullptr;  // [4d]
  Real* u_gain = nullptr;  // [4d] layer norms of U's products, one per gate
  Real* u_bias = nullptr;  // [4d]
  Real* c_gain = nullptr;  // [d] cell norm; null: without
  Real* c_bias = nullptr;  // [d]
};
using LstmWeights = LstmTensors<const float>;
using LstmGradients = LstmTensors<float>;

// What a forward pass keeps for its backward pass.
struct LstmTape;
struct LstmTapeDeleter {
  void operator()(LstmTape* tape) const;
};
using LstmTapePtr = std::unique_ptr<LstmTape, LstmTapeDeleter>;

// h [plan.rows, width] from inputs [plan.input_rows, input_width]. With `keep` the tape for
// lstm_backward, which multiplies likewise; else null and less memory.
LstmTapePtr lstm_forward(const LstmPlan& plan, const LstmWeights& weights, ConstMatrix inputs,
                         Matrix h, bool keep, Products products = Products::f32);

// From d loss / d h [rows, width]: adds to `gradients`, writes d loss / d inputs into `d_inputs`
// (rows no one uses get zeros). `inputs` and `h` are those of the forward pass.
void lstm_backward(const LstmPlan& plan, const LstmWeights& weights, const LstmTape& tape,
                   ConstMatrix inputs, ConstMatrix h, ConstMatrix d_h,
                   const LstmGradients& gradients, Matrix d_inputs);

}  // namespace winnow
