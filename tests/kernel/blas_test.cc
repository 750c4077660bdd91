#include "kernel/blas.h"

#include <gtest/gtest.h>
#include <hwy/highway.h>
#include <hwy/targets.h>

namespace winnow {
namespace {

#if HWY_ARCH_X86
TEST(Blas, DoesNotFallBackToSse3OnAProcessorWithAvx2) {
  if ((hwy::SupportedTargets() & HWY_AVX2) == 0) GTEST_SKIP() << "an old processor";
  EXPECT_NE(blas_core(), "Prescott");
}
#endif

}  // namespace
}  // namespace winnow
