// kernel/product.h - products of whole matrices, on the calling thread.
// They are exact to float's rounding unless somebody asks for bfloat16: then large ones round what
// they multiply to 8 bits and still sum in float, faster where the processor has instructions for
// it (kernel/bf16.h).
#pragma once

#include "kernel/matrix.h"

namespace winnow {

enum class Products : std::uint8_t { f32, bf16 };

// From here to the end of the scope, on this thread alone: whoever hands work to other threads
// opens a scope there, too (learn/workers.cc). Without such instructions it stays f32.
class ProductScope {
 public:
  explicit ProductScope(Products products);
  ~ProductScope();
  ProductScope(const ProductScope&) = delete;
  ProductScope& operator=(const ProductScope&) = delete;

 private:
  Products before_;
};
Products products_here();  // what the innermost scope of this thread says

// Shall a product with b [k, n] be in bfloat16? Narrow ones gain nothing: they stay as they are.
bool rounds_products(std::size_t k, std::size_t n);

// out = product, or with `add` out += product.
void multiply_nt(ConstMatrix a, ConstMatrix b, Matrix out, bool add = false);  // a b^T
void multiply_nn(ConstMatrix a, ConstMatrix b, Matrix out, bool add = false);  // a b
void multiply_tn(ConstMatrix a, ConstMatrix b, Matrix out, bool add = false);  // a^T b

}  // namespace winnow
