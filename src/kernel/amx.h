// kernel/amx.h - products in bfloat16 with float sums, by the matrix unit of x86 processors (AMX).
// in: a [m, k], b [k, n], each as it is or transposed, in float     out: a b, or c += a b
// The unit takes blocks ("tiles") of 16 rows of 64 bytes: of a, rows with 32 numbers; of b, rows with
// 16 pairs, where a pair is two numbers of one column. Laying operands out so is what costs time, so
// b can be laid out once and used often.
#pragma once

#include "kernel/blas.h"

namespace winnow {

// A matrix as it lies in memory; transposed: rows of memory are its columns.
struct Operand {
  Strided memory;
  bool transposed = false;
};

bool has_amx();  // does this processor have the unit, and does the system let us use it?

// The rest may only be called where there is a unit.

std::size_t amx_layout_size(std::size_t k, std::size_t n);  // floats that the layout of b [k, n] takes
void amx_lay_out(std::size_t k, std::size_t n, Operand b, float* layout);  // aligned to 64 bytes

// c[m, n] = a b, or += with `add`. Each row of c is the same bytes whatever the other rows are.
void amx_multiply(std::size_t m, std::size_t n, std::size_t k, Operand a, const float* b_layout,
                  float* c, std::size_t c_stride, bool add);
void amx_multiply(std::size_t m, std::size_t n, std::size_t k, Operand a, Operand b, float* c,
                  std::size_t c_stride, bool add);

}  // namespace winnow
