#include "kernel/blas.h"

#include <cblas.h>
#include <hwy/highway.h>
#include <hwy/targets.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

extern "C" {
char* openblas_get_corename();
void openblas_set_num_threads(int threads);
// Exported by builds that carry many kernels (DYNAMIC_ARCH); others have nothing to choose.
void gotoblas_dynamic_init() __attribute__((weak));
void gotoblas_dynamic_quit() __attribute__((weak));
}

namespace winnow {
namespace {

const char* best_core() {
#if HWY_ARCH_X86
  const auto targets = hwy::SupportedTargets();
  if (targets & HWY_AVX3) return "SkylakeX";
  if (targets & HWY_AVX2) return "Haswell";
#endif
  return nullptr;
}

// Runs before main, when no thread can be inside a product or read the environment.
void choose_core() {
  const std::string_view fallback = "Prescott";
  const char* variable = "OPENBLAS_CORETYPE";
  const char* core = best_core();
  if (core == nullptr || gotoblas_dynamic_init == nullptr || gotoblas_dynamic_quit == nullptr ||
      std::getenv(variable) != nullptr || openblas_get_corename() != fallback) {
    return;
  }
  setenv(variable, core, 1);
  gotoblas_dynamic_quit();
  gotoblas_dynamic_init();
  unsetenv(variable);
}

// Our threads each work on a batch of their own: products must not start more.
[[maybe_unused]] const bool prepared = (choose_core(), openblas_set_num_threads(1), true);

void sgemm(CBLAS_TRANSPOSE a_order, CBLAS_TRANSPOSE b_order, std::size_t m, std::size_t n,
           std::size_t k, Strided a, Strided b, float* c, std::size_t c_stride, bool add) {
  if (m == 0 || n == 0) return;
  if (k == 0) {  // OpenBLAS would refuse the strides of an empty matrix
    for (std::size_t i = 0; !add && i < m; ++i) std::fill_n(c + i * c_stride, n, 0.0f);
    return;
  }
  // Our threads work on independent parts of a batch; a second set of threads would disturb them.
  static const bool alone = (openblas_set_num_threads(1), true);
  static_cast<void>(alone);
  const auto blas = [](std::size_t x) { return static_cast<blasint>(x); };
  cblas_sgemm(CblasRowMajor, a_order, b_order, blas(m), blas(n), blas(k), 1.0f, a.data,
              blas(a.stride), b.data, blas(b.stride), add ? 1.0f : 0.0f, c, blas(c_stride));
}

}  // namespace

void sgemm_nn(std::size_t m, std::size_t n, std::size_t k, Strided a, Strided b, float* c,
              std::size_t c_stride, bool add) {
  sgemm(CblasNoTrans, CblasNoTrans, m, n, k, a, b, c, c_stride, add);
}

void sgemm_nt(std::size_t m, std::size_t n, std::size_t k, Strided a, Strided b_t, float* c,
              std::size_t c_stride, bool add) {
  sgemm(CblasNoTrans, CblasTrans, m, n, k, a, b_t, c, c_stride, add);
}

void sgemm_tn(std::size_t m, std::size_t n, std::size_t k, Strided a_t, Strided b, float* c,
              std::size_t c_stride, bool add) {
  sgemm(CblasTrans, CblasNoTrans, m, n, k, a_t, b, c, c_stride, add);
}

std::string blas_core() { return openblas_get_corename(); }

}  // namespace winnow
