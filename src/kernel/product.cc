#include "kernel/product.h"

#include "kernel/bf16.h"
#include "kernel/blas.h"
#include "winnow/error.h"

namespace winnow {
namespace {

constexpr std::size_t kNarrow = 16;  // half a tile

}  // namespace

bool rounds_products(Products products, std::size_t k, std::size_t n) {
  return products == Products::bf16 && k >= kNarrow && n >= kNarrow &&
         bf16_unit() != Bf16Unit::none;
}

void multiply_nt(ConstMatrix a, ConstMatrix b, Matrix out, bool add, Products products) {
  require(a.cols == b.cols && out.rows == a.rows && out.cols == b.rows, "a b^T: shapes differ");
  if (rounds_products(products, a.cols, out.cols)) {
    return bf16_multiply(out.rows, out.cols, a.cols, {{a.data, a.cols}, false},
                         {{b.data, b.cols}, true}, out.data, out.cols, add);
  }
  sgemm_nt(out.rows, out.cols, a.cols, {a.data, a.cols}, {b.data, b.cols}, out.data, out.cols, add);
}

void multiply_nn(ConstMatrix a, ConstMatrix b, Matrix out, bool add, Products products) {
  require(a.cols == b.rows && out.rows == a.rows && out.cols == b.cols, "a b: shapes differ");
  if (rounds_products(products, a.cols, out.cols)) {
    return bf16_multiply(out.rows, out.cols, a.cols, {{a.data, a.cols}, false},
                         {{b.data, b.cols}, false}, out.data, out.cols, add);
  }
  sgemm_nn(out.rows, out.cols, a.cols, {a.data, a.cols}, {b.data, b.cols}, out.data, out.cols, add);
}

void multiply_tn(ConstMatrix a, ConstMatrix b, Matrix out, bool add, Products products) {
  require(a.rows == b.rows && out.rows == a.cols && out.cols == b.cols, "a^T b: shapes differ");
  if (rounds_products(products, a.rows, out.cols)) {
    return bf16_multiply(out.rows, out.cols, a.rows, {{a.data, a.cols}, true},
                         {{b.data, b.cols}, false}, out.data, out.cols, add);
  }
  sgemm_tn(out.rows, out.cols, a.rows, {a.data, a.cols}, {b.data, b.cols}, out.data, out.cols, add);
}

}  // namespace winnow
