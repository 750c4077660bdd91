// kernel/product.h - products of whole matrices, on the calling thread.
#pragma once

#include "kernel/matrix.h"

namespace winnow {

// out = product, or with `add` out += product.
void multiply_nt(ConstMatrix a, ConstMatrix b, Matrix out, bool add = false);  // a b^T
void multiply_nn(ConstMatrix a, ConstMatrix b, Matrix out, bool add = false);  // a b
void multiply_tn(ConstMatrix a, ConstMatrix b, Matrix out, bool add = false);  // a^T b

}  // namespace winnow
