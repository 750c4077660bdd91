#include "kernel/product.h"

#include "kernel/bf16.h"
#include "kernel/blas.h"
#include "winnow/error.h"

namespace winnow {
namespace {

thread_local Products chosen = Products::f32;

constexpr std::size_t kNarrow = 16;  // half a tile

}  // namespace

ProductScope::ProductScope(Products products) : before_(chosen) {
  chosen =
      products == Products::bf16 && bf16_unit() != Bf16Unit::none ? Products::bf16 : Products::f32;
}

ProductScope::~ProductScope() { chosen = before_; }

Products products_here() { return chosen; }

bool rounds_products(std::size_t k, std::size_t n) {
  return chosen == Products::bf16 && k >= kNarrow && n >= kNarrow;
}

void multiply_nt(ConstMatrix a, ConstMatrix b, Matrix out, bool add) {
  require(a.cols == b.cols && out.rows == a.rows && out.cols == b.rows, "a b^T: shapes differ");
  if (rounds_products(a.cols, out.cols)) {
    return bf16_multiply(out.rows, out.cols, a.cols, {{a.data, a.cols}, false},
                         {{b.data, b.cols}, true}, out.data, out.cols, add);
  }
  sgemm_nt(out.rows, out.cols, a.cols, {a.data, a.cols}, {b.data, b.cols}, out.data, out.cols, add);
}

void multiply_nn(ConstMatrix a, ConstMatrix b, Matrix out, bool add) {
  require(a.cols == b.rows && out.rows == a.rows && out.cols == b.cols, "a b: shapes differ");
  if (rounds_products(a.cols, out.cols)) {
    return bf16_multiply(out.rows, out.cols, a.cols, {{a.data, a.cols}, false},
                         {{b.data, b.cols}, false}, out.data, out.cols, add);
  }
  sgemm_nn(out.rows, out.cols, a.cols, {a.data, a.cols}, {b.data, b.cols}, out.data, out.cols, add);
}

void multiply_tn(ConstMatrix a, ConstMatrix b, Matrix out, bool add) {
  require(a.rows == b.rows && out.rows == a.cols && out.cols == b.cols, "a^T b: shapes differ");
  if (rounds_products(a.rows, out.cols)) {
    return bf16_multiply(out.rows, out.cols, a.rows, {{a.data, a.cols}, true},
                         {{b.data, b.cols}, false}, out.data, out.cols, add);
  }
  sgemm_tn(out.rows, out.cols, a.rows, {a.data, a.cols}, {b.data, b.cols}, out.data, out.cols, add);
}

}  // namespace winnow
