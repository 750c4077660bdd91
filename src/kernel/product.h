// kernel/product.h - products of whole matrices, on the calling thread.
// in: a [m, k], b [k, n], each as it is or transposed     out: a b, or c += a b
// They are exact to float's rounding unless the caller asks for bfloat16: then large ones round
// what they multiply to 8 bits and still sum in float, faster where the processor has instructions
// for it (kernel/bf16.h). How to multiply is said with every product: nothing is remembered, so
// models of different precision compute side by side.
#pragma once

#include "kernel/matrix.h"

namespace winnow {

enum class Products : std::uint8_t { f32, bf16 };  // bf16 without such instructions is f32

// Shall a product with b [k, n] be in bfloat16? Narrow ones gain nothing: they stay as they are.
bool rounds_products(Products products, std::size_t k, std::size_t n);

// out = product, or with `add` out += product.
void multiply_nt(ConstMatrix a, ConstMatrix b, Matrix out, bool add = false,
                 Products products = Products::f32);  // a b^T
void multiply_nn(ConstMatrix a, ConstMatrix b, Matrix out, bool add = false,
                 Products products = Products::f32);  // a b
void multiply_tn(ConstMatrix a, ConstMatrix b, Matrix out, bool add = false,
                 Products products = Products::f32);  // a^T b

}  // namespace winnow
