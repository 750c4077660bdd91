// kernel/simd-inl.h - loops over a row of floats, for each SIMD target in turn.
// A loop body gets a tag and a position, and is compiled twice: for whole vectors, and for the
// single elements that are left over. So nothing is read past the end of a row, and a result does
// not depend on where the row lies in memory.
#if defined(WINNOW_KERNEL_SIMD_INL_H_) == defined(HWY_TARGET_TOGGLE)
#ifdef WINNOW_KERNEL_SIMD_INL_H_
#undef WINNOW_KERNEL_SIMD_INL_H_
#else
#define WINNOW_KERNEL_SIMD_INL_H_
#endif

#include "hwy/cache_control.h"
#include "hwy/contrib/math/math-inl.h"
#include "hwy/highway.h"

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace winnow::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Wide = hn::ScalableTag<float>;
using Narrow = hn::CappedTag<float, 1>;

template <class Body>
HWY_INLINE void each_vector(std::size_t size, Body&& body) {
  const Wide wide;
  const Narrow narrow;
  const std::size_t lanes = hn::Lanes(wide);
  std::size_t i = 0;
  for (; i + lanes <= size; i += lanes) body(wide, i);
  for (; i < size; ++i) body(narrow, i);
}

// Sum of term(tag, i) over the row.
template <class Term>
HWY_INLINE float sum_vectors(std::size_t size, Term&& term) {
  const Wide wide;
  const Narrow narrow;
  const std::size_t lanes = hn::Lanes(wide);
  auto sum0 = hn::Zero(wide), sum1 = hn::Zero(wide);  // two, to hide the latency of an addition
  std::size_t i = 0;
  for (; i + 2 * lanes <= size; i += 2 * lanes) {
    sum0 = hn::Add(sum0, term(wide, i));
    sum1 = hn::Add(sum1, term(wide, i + lanes));
  }
  if (i + lanes <= size) {
    sum0 = hn::Add(sum0, term(wide, i));
    i += lanes;
  }
  float sum = hn::GetLane(hn::SumOfLanes(wide, hn::Add(sum0, sum1)));
  for (; i < size; ++i) sum += hn::GetLane(term(narrow, i));
  return sum;
}

HWY_INLINE float dot(const float* a, const float* b, std::size_t size) {
  return sum_vectors(size, [=](auto d, std::size_t i) HWY_ATTR {
    return hn::Mul(hn::LoadU(d, a + i), hn::LoadU(d, b + i));
  });
}

// y += factor * x
HWY_INLINE void add_scaled(float factor, const float* x, float* y, std::size_t size) {
  each_vector(size, [=](auto d, std::size_t i) HWY_ATTR {
    hn::StoreU(hn::MulAdd(hn::Set(d, factor), hn::LoadU(d, x + i), hn::LoadU(d, y + i)), d, y + i);
  });
}

HWY_INLINE void add_to(const float* x, float* y, std::size_t size) {
  each_vector(size, [=](auto d, std::size_t i) HWY_ATTR {
    hn::StoreU(hn::Add(hn::LoadU(d, x + i), hn::LoadU(d, y + i)), d, y + i);
  });
}

// Asks for a row that a later step of a loop over scattered rows will read.
HWY_INLINE void prefetch_row(const float* row, std::size_t size) {
  constexpr std::size_t kLine = 64 / sizeof(float);
  for (std::size_t i = 0; i < size; i += kLine) hwy::Prefetch(row + i);
}

}  // namespace winnow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
