#include "kernel/segments.h"

#include "winnow/error.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/segments.cc"
#include "hwy/foreach_target.h"  // compiles this file once for each SIMD target
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace winnow::HWY_NAMESPACE {

// How many entries ahead a loop asks for memory.
constexpr std::size_t kAhead = 4;

// A segment's sum for the columns [c, c + 8 vectors), kept in registers over all its entries.
template <bool kWeighted, class D>
HWY_INLINE void sum_stripe(D d, const float* x, std::size_t cols, std::size_t c,
                           const Segments& segments, std::size_t begin, std::size_t end,
                           float* to) {
  const std::size_t n = hn::Lanes(d);
  auto s0 = hn::Zero(d), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  for (std::size_t e = begin; e < end; ++e) {
    const float* from = x + segments.rows[e] * cols + c;
    if constexpr (kWeighted) {
      const auto w = hn::Set(d, segments.weights[e]);
      s0 = hn::MulAdd(w, hn::LoadU(d, from), s0);
      s1 = hn::MulAdd(w, hn::LoadU(d, from + n), s1);
      s2 = hn::MulAdd(w, hn::LoadU(d, from + 2 * n), s2);
      s3 = hn::MulAdd(w, hn::LoadU(d, from + 3 * n), s3);
      s4 = hn::MulAdd(w, hn::LoadU(d, from + 4 * n), s4);
      s5 = hn::MulAdd(w, hn::LoadU(d, from + 5 * n), s5);
      s6 = hn::MulAdd(w, hn::LoadU(d, from + 6 * n), s6);
      s7 = hn::MulAdd(w, hn::LoadU(d, from + 7 * n), s7);
    } else {
      s0 = hn::Add(s0, hn::LoadU(d, from));
      s1 = hn::Add(s1, hn::LoadU(d, from + n));
      s2 = hn::Add(s2, hn::LoadU(d, from + 2 * n));
      s3 = hn::Add(s3, hn::LoadU(d, from + 3 * n));
      s4 = hn::Add(s4, hn::LoadU(d, from + 4 * n));
      s5 = hn::Add(s5, hn::LoadU(d, from + 5 * n));
      s6 = hn::Add(s6, hn::LoadU(d, from + 6 * n));
      s7 = hn::Add(s7, hn::LoadU(d, from + 7 * n));
    }
  }
  hn::StoreU(s0, d, to + c);
  hn::StoreU(s1, d, to + c + n);
  hn::StoreU(s2, d, to + c + 2 * n);
  hn::StoreU(s3, d, to + c + 3 * n);
  hn::StoreU(s4, d, to + c + 4 * n);
  hn::StoreU(s5, d, to + c + 5 * n);
  hn::StoreU(s6, d, to + c + 6 * n);
  hn::StoreU(s7, d, to + c + 7 * n);
}

template <bool kWeighted>
HWY_INLINE void segment_sums(ConstMatrix x, const Segments& segments, Matrix out) {
  const Wide wide;
  const std::size_t cols = x.cols, stripe = 8 * hn::Lanes(wide), entries = segments.rows.size();
  std::size_t begin = 0;
  for (std::size_t s = 0; s < out.rows; ++s) {
    const std::size_t end = segments.ends[s];
    float* to = out.data + s * cols;
    // The rows of the segments to come, as many as this one has.
    for (std::size_t e = begin + kAhead; e < std::min(end + kAhead, entries); ++e)
      prefetch_row(x.data + segments.rows[e] * cols, cols);
    std::size_t c = 0;
    for (; c + stripe <= cols; c += stripe)
      sum_stripe<kWeighted>(wide, x.data, cols, c, segments, begin, end, to);
    each_vector(cols - c, [&](auto d, std::size_t i) HWY_ATTR {
      auto sum = hn::Zero(d);
      for (std::size_t e = begin; e < end; ++e) {
        const auto row = hn::LoadU(d, x.data + segments.rows[e] * cols + c + i);
        if constexpr (kWeighted)
          sum = hn::MulAdd(hn::Set(d, segments.weights[e]), row, sum);
        else
          sum = hn::Add(sum, row);
      }
      hn::StoreU(sum, d, to + c + i);
    });
    begin = end;
  }
}

void segment_sum(ConstMatrix x, const Segments& segments, Matrix out) {
  if (segments.weights.empty())
    segment_sums<false>(x, segments, out);
  else
    segment_sums<true>(x, segments, out);
}

void segment_sum_backward(ConstMatrix d_out, const Segments& segments, Matrix d_x) {
  const std::size_t cols = d_x.cols, entries = segments.rows.size();
  std::size_t e = 0;
  for (std::size_t s = 0; s < d_out.rows; ++s) {
    const float* from = d_out.data + s * cols;
    for (; e < segments.ends[s]; ++e) {
      if (e + kAhead < entries) prefetch_row(d_x.data + segments.rows[e + kAhead] * cols, cols);
      float* to = d_x.data + segments.rows[e] * cols;
      if (segments.weights.empty())
        add_to(from, to, cols);
      else
        add_scaled(segments.weights[e], from, to, cols);
    }
  }
}

void segment_max(ConstMatrix x, const Segments& segments, Matrix out, std::uint32_t* from) {
  const std::size_t cols = x.cols, entries = segments.rows.size();
  std::size_t begin = 0;
  for (std::size_t s = 0; s < out.rows; ++s) {
    const std::size_t end = segments.ends[s];
    for (std::size_t e = begin + kAhead; e < std::min(end + kAhead, entries); ++e)
      prefetch_row(x.data + segments.rows[e] * cols, cols);
    each_vector(cols, [&](auto d, std::size_t c) HWY_ATTR {
      const hn::RebindToUnsigned<decltype(d)> numbers;
      auto best = hn::LoadU(d, x.data + segments.rows[begin] * cols + c);
      auto best_row = hn::Set(numbers, segments.rows[begin]);
      for (std::size_t e = begin + 1; e < end; ++e) {
        const auto next = hn::LoadU(d, x.data + segments.rows[e] * cols + c);
        const auto more = hn::Gt(next, best);  // equal ones do not replace the first
        best = hn::IfThenElse(more, next, best);
        best_row = hn::IfThenElse(hn::RebindMask(numbers, more), hn::Set(numbers, segments.rows[e]),
                                  best_row);
      }
      hn::StoreU(best, d, out.data + s * cols + c);
      hn::StoreU(best_row, numbers, from + s * cols + c);
    });
    begin = end;
  }
}

}  // namespace winnow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace winnow {

HWY_EXPORT(segment_sum);
HWY_EXPORT(segment_sum_backward);
HWY_EXPORT(segment_max);

namespace {

void require_shapes(ConstMatrix x, const Segments& segments, ConstMatrix out) {
  require(x.cols == out.cols && segments.ends.size() == out.rows &&
              (out.rows == 0 || segments.ends.back() == segments.rows.size()) &&
              (segments.weights.empty() || segments.weights.size() == segments.rows.size()),
          "segments: shapes differ");
}

}  // namespace

void segment_sum(ConstMatrix x, const Segments& segments, Matrix out) {
  require_shapes(x, segments, out);
  HWY_DYNAMIC_DISPATCH(segment_sum)(x, segments, out);
}

void segment_sum_backward(ConstMatrix d_out, const Segments& segments, Matrix d_x) {
  require_shapes(d_x, segments, d_out);
  HWY_DYNAMIC_DISPATCH(segment_sum_backward)(d_out, segments, d_x);
}

void segment_max(ConstMatrix x, const Segments& segments, Matrix out,
                 std::span<std::uint32_t> from) {
  require_shapes(x, segments, out);
  require(from.size() == out.size(), "segment_max: shapes differ");
  std::size_t begin = 0;
  for (const std::uint32_t end : segments.ends) {
    require(begin < end, "segment_max: an empty segment has no maximum");
    begin = end;
  }
  HWY_DYNAMIC_DISPATCH(segment_max)(x, segments, out, from.data());
}

// One element at a time: neighbouring columns come from different rows.
void segment_max_backward(ConstMatrix d_out, std::span<const std::uint32_t> from, Matrix d_x) {
  require(from.size() == d_out.size() && d_x.cols == d_out.cols,
          "segment_max_backward: shapes differ");
  const std::size_t cols = d_out.cols;
  for (std::size_t s = 0; s < d_out.rows; ++s)
    for (std::size_t c = 0; c < cols; ++c)
      d_x.data[from[s * cols + c] * cols + c] += d_out.data[s * cols + c];
}

}  // namespace winnow
#endif
