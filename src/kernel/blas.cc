#include "kernel/blas.h"

#include "kernel/blas_scope.h"

#include <cblas.h>
#include <hwy/highway.h>
#include <hwy/targets.h>
#include <sys/mman.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <new>
#include <string_view>

extern "C" {
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

}  // namespace

void choose_blas_core() {
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

namespace {

// OpenBLAS's setting belongs to the whole process, and so does who has changed it.
struct ThreadSetting {
  std::mutex lock;
  int scopes = 0;
  int before = 0;
};
ThreadSetting& thread_setting() {
  static ThreadSetting setting;
  return setting;
}

}  // namespace

OneThreadedBlas::OneThreadedBlas() : counted_(openblas_get_num_threads() != 1) {
  if (!counted_) return;  // somebody else has set it: at worst a product of ours starts threads
  ThreadSetting& setting = thread_setting();
  std::lock_guard guard(setting.lock);
  if (setting.scopes++ > 0) return;
  setting.before = openblas_get_num_threads();
  openblas_set_num_threads(1);
}

OneThreadedBlas::~OneThreadedBlas() {
  if (!counted_) return;
  ThreadSetting& setting = thread_setting();
  std::lock_guard guard(setting.lock);
  if (--setting.scopes == 0) openblas_set_num_threads(setting.before);
}

namespace {

// OpenBLAS has a buffer for each product that runs at the same time, and where the system has no
// memory left for another it asks again, forever (0.3.21: blas_memory_alloc). So we ask before it
// does. The counts belong to the whole process, as its buffers do.
class RunningProduct {
 public:
  RunningProduct() {
    const int now = ++running;
    int had = buffers.load();
    if (now <= had) return;
    void* trial =
        mmap(nullptr, kBuffer_bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (trial == MAP_FAILED) {
      --running;
      throw std::bad_alloc();
    }
    munmap(trial, kBuffer_bytes);
    while (had < now && !buffers.compare_exchange_weak(had, now)) {
    }
  }
  ~RunningProduct() { --running; }
  RunningProduct(const RunningProduct&) = delete;
  RunningProduct& operator=(const RunningProduct&) = delete;

 private:
  static constexpr std::size_t kBuffer_bytes = (std::size_t{128} << 20) + (64 << 10);
  inline static std::atomic<int> running = 0, buffers = 0;
};

void sgemm(CBLAS_TRANSPOSE a_order, CBLAS_TRANSPOSE b_order, std::size_t m, std::size_t n,
           std::size_t k, Strided a, Strided b, float* c, std::size_t c_stride, bool add) {
  if (m == 0 || n == 0) return;
  if (k == 0) {  // OpenBLAS would refuse the strides of an empty matrix
    for (std::size_t i = 0; !add && i < m; ++i) std::fill_n(c + i * c_stride, n, 0.0f);
    return;
  }
  const OneThreadedBlas alone;
  const RunningProduct counted;
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
