// kernel/simd_math-inl.h - sigmoid and tanh on Highway vectors, and sums over a row of any width.
// Both functions are one 2^x of a polynomial of degree 6 (Chebyshev fit, 1e-8) and one division:
// relative error below 1e-6 everywhere, tanh included near 0. NaN stays NaN.
// Included once for each target, after hwy/foreach_target.h.
#if defined(WINNOW_KERNEL_SIMD_MATH_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef WINNOW_KERNEL_SIMD_MATH_INL_H
#undef WINNOW_KERNEL_SIMD_MATH_INL_H
#else
#define WINNOW_KERNEL_SIMD_MATH_INL_H
#endif

#include "kernel/simd-inl.h"

#include <type_traits>

HWY_BEFORE_NAMESPACE();
namespace winnow {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// 2^x = scale * (1 + part): the two factors, so that callers can subtract 1 without loss.
template <class D, class V = hn::Vec<D>>
HWY_INLINE void split_exp2(D d, V x, V& scale, V& part) {
  const hn::RebindToSigned<D> integers;
  const auto whole = hn::NearestInt(x);
  const V f = hn::Sub(x, hn::ConvertTo(d, whole));
  V p = hn::MulAdd(f, hn::Set(d, 1.5453163e-4f), hn::Set(d, 1.3390863e-3f));
  p = hn::MulAdd(f, p, hn::Set(d, 9.6180826e-3f));
  p = hn::MulAdd(f, p, hn::Set(d, 5.5503571e-2f));
  p = hn::MulAdd(f, p, hn::Set(d, 0.24022651f));
  p = hn::MulAdd(f, p, hn::Set(d, 0.69314719f));
  part = hn::Mul(f, p);
  scale = hn::BitCast(d, hn::ShiftLeft<23>(hn::Add(whole, hn::Set(integers, 127))));
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V reciprocal(D d, V x) {
#if HWY_ARCH_X86
  // The processor's estimate and one Newton step: half the time of a division.
  const V estimate = hn::ApproximateReciprocal(x);
  return hn::MulAdd(estimate, hn::NegMulAdd(x, estimate, hn::Set(d, 1.0f)), estimate);
#else
  return hn::Div(hn::Set(d, 1.0f), x);
#endif
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V sigmoid(D d, V x) {
  // The limits come first in Min and Max: then a NaN passes.
  x = hn::Max(hn::Set(d, -60.0f), hn::Min(hn::Set(d, 60.0f), x));
  V scale, part;
  split_exp2(d, hn::Mul(x, hn::Set(d, -1.44269504f)), scale, part);
  return reciprocal(d, hn::MulAdd(scale, part, hn::Add(scale, hn::Set(d, 1.0f))));
}

template <class D, class V = hn::Vec<D>>
HWY_INLINE V tanh(D d, V x) {  // (e^2x - 1) / (e^2x + 1)
  x = hn::Max(hn::Set(d, -10.0f), hn::Min(hn::Set(d, 10.0f), x));
  V scale, part;
  split_exp2(d, hn::Mul(x, hn::Set(d, 2.88539008f)), scale, part);
  const V minus_one = hn::MulAdd(scale, part, hn::Sub(scale, hn::Set(d, 1.0f)));
  return hn::Mul(minus_one, reciprocal(d, hn::Add(minus_one, hn::Set(d, 2.0f))));
}

// A sum over a row, fed by each_vector (simd-inl.h).
class RowSum {
 public:
  HWY_INLINE RowSum() : wide_(hn::Zero(hn::ScalableTag<float>())) {}
  HWY_INLINE void add(hn::Vec<hn::ScalableTag<float>> x) { wide_ = hn::Add(wide_, x); }
  HWY_INLINE void add_one(float x) { rest_ += x; }
  HWY_INLINE float total() const {
    const hn::ScalableTag<float> full;
    return hn::GetLane(hn::SumOfLanes(full, wide_)) + rest_;
  }

 private:
  hn::Vec<hn::ScalableTag<float>> wide_;
  float rest_ = 0.0f;
};

template <class D>
HWY_INLINE void add_to(RowSum& sum, D, hn::Vec<D> x) {
  if constexpr (std::is_same_v<D, hn::ScalableTag<float>>) {
    sum.add(x);
  } else {
    sum.add_one(hn::GetLane(x));
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace winnow
HWY_AFTER_NAMESPACE();

#endif
