// kernel/blas.h - the one way to OpenBLAS: matrix products on the calling thread.
// An OpenBLAS that is older than the processor does not know it and falls back to its SSE3 kernels,
// a fifth of the speed (0.3.21 on Sapphire Rapids: 30 instead of 150 GFlop/s). A program that wants
// better calls tune_process (winnow/tune.h). While a product runs, OpenBLAS starts no threads of
// its own (kernel/blas_scope.h). Where there is no memory for its buffers, a product throws
// std::bad_alloc.
#pragma once

#include "kernel/matrix.h"

#include <string>

namespace winnow {

// A view of a matrix whose rows are `stride` floats apart.
struct Strided {
  const float* data;
  std::size_t stride;
};

// c[m, n] = a b, or += with `add`; _t: the operand is given transposed.
void sgemm_nn(std::size_t m, std::size_t n, std::size_t k, Strided a, Strided b, float* c,
              std::size_t c_stride, bool add);
void sgemm_nt(std::size_t m, std::size_t n, std::size_t k, Strided a, Strided b_t, float* c,
              std::size_t c_stride, bool add);
void sgemm_tn(std::size_t m, std::size_t n, std::size_t k, Strided a_t, Strided b, float* c,
              std::size_t c_stride, bool add);

std::string blas_core();  // "SkylakeX": the kernels in use

}  // namespace winnow
