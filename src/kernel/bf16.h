// kernel/bf16.h - products in bfloat16 with float sums, where the processor has them.
// in: a [m, k], b [k, n], each as it is or transposed, in float     out: a b, or c += a b.
// Operands are laid out in tiles (kernel/bf16_tiles.h) and multiplied block by block
// (kernel/bf16_blocks.h). Laying out is what costs time, so b can be laid out once and used often.
#pragma once

#include "kernel/bf16_blocks.h"
#include "kernel/bf16_tiles.h"

namespace winnow {

// All of this may only be called where there is a unit (bf16_unit()).

std::size_t bf16_layout_size(std::size_t k,
                             std::size_t n);  // floats that the layout of b [k, n] takes
void bf16_lay_out(std::size_t k, std::size_t n, Operand b, float* layout);  // aligned to 64 bytes

// c[m, n] = a b, or += with `add`. Each row of c is the same bytes whatever the other rows are.
void bf16_multiply(std::size_t m, std::size_t n, std::size_t k, Operand a, const float* b_layout,
                   float* c, std::size_t c_stride, bool add, Bf16Unit unit = bf16_unit());
void bf16_multiply(std::size_t m, std::size_t n, std::size_t k, Operand a, Operand b, float* c,
                   std::size_t c_stride, bool add, Bf16Unit unit = bf16_unit());

}  // namespace winnow
