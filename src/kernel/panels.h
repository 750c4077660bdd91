// kernel/panels.h - products with a matrix that is laid out once and then used often.
// in: b [k, n], or its transpose     out: a b for any number of rows of a
// BLAS lays b out anew in every call, which for a few rows of a costs more than the product: deep
// levels of a formula have few rows for a label. Here b lies in panels, each two vectors wide with
// its rows contiguous, in the order in which the inner loop reads them; or, where products are
// rounded (kernel/product.h), in tiles.
#pragma once

#include "kernel/blas.h"
#include "kernel/matrix.h"
#include "kernel/product.h"

namespace winnow {

class Panels {
 public:
  // Floats that Panels of b [k, n] take.
  static std::size_t size(std::size_t k, std::size_t n, Products products = Products::f32);

  // Both lay b out in `memory`, aligned to 64 bytes, which must outlive the Panels.
  static Panels of(ConstMatrix b, float* memory, Products products = Products::f32);  // b [k, n]
  static Panels of_transposed(ConstMatrix b_t, float* memory,
                              Products products = Products::f32);  // b_t [n, k]

  // c[m, n] = a[m, k] b. Each row of c is the same bytes whatever the other rows are.
  void multiply(std::size_t m, Strided a, float* c, std::size_t c_stride) const;

 private:
  Panels(std::size_t k, std::size_t n, bool rounded, const float* data)
      : k_(k), n_(n), rounded_(rounded), data_(data) {}
  std::size_t k_;
  std::size_t n_;
  bool rounded_;
  const float* data_;  // [slices of k, panels, k of the slice, panel width]; 0 in columns past n.
                       // Or tiles (kernel/bf16.h)
};

}  // namespace winnow
