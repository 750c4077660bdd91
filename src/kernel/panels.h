// kernel/panels.h - products with a matrix that is laid out once and then used often.
// in: b [k, n], or its transpose     out: a b for any number of rows of a
// BLAS lays b out anew in every call, which for a few rows of a costs more than the product: deep
// levels of a formula have few rows for a label. Here b lies in panels, each two vectors wide with
// its rows contiguous, in the order in which the inner loop reads them.
#pragma once

#include "kernel/blas.h"
#include "kernel/buffer.h"

namespace winnow {

class Panels {
 public:
  Panels() = default;
  static Panels of(ConstMatrix b);               // b [k, n]
  static Panels of_transposed(ConstMatrix b_t);  // b_t [n, k]

  bool empty() const { return data_.data() == nullptr; }
  // c[m, n] = a[m, k] b. Each row of c is the same bytes whatever the other rows are.
  void multiply(std::size_t m, Strided a, float* c, std::size_t c_stride) const;

 private:
  Panels(std::size_t k, std::size_t n);
  std::size_t k_ = 0;
  std::size_t n_ = 0;
  Buffer data_;  // [slices of k, panels, k of the slice, panel width]; columns past n are zero
};

}  // namespace winnow
