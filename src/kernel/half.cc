#include "kernel/half.h"

#include <algorithm>
#include <cmath>
#include <limits>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/half.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace winnow::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Where the processor does not convert, Highway does, and takes what is no finite number for one.
constexpr bool kConverts = HWY_ARCH_ARM != 0 || (HWY_ARCH_X86 != 0 && HWY_TARGET <= HWY_AVX2);
constexpr std::uint16_t kInfinity = 0x7c00, kNaN = 0x7e00, kFraction = 0x3ff, kSign = 0x8000;
constexpr float kTooLarge = 65520;  // for a half, as it would be rounded

float not_finite(std::uint16_t half) {
  using Limits = std::numeric_limits<float>;
  const float value = (half & kFraction) != 0 ? Limits::quiet_NaN() : Limits::infinity();
  return (half & kSign) != 0 ? -value : value;
}

// The tail goes through a padded copy: vectors of halves have no scalar form everywhere.
void widen(const std::uint16_t* half, std::size_t size, float* out) {
  const hn::ScalableTag<float> floats;
  const hn::Rebind<hwy::float16_t, decltype(floats)> halves;
  std::size_t i = 0, step = hn::Lanes(floats);
  auto convert = [&](const std::uint16_t* from, float* to) {
    hn::StoreU(
        hn::PromoteTo(floats, hn::LoadU(halves, reinterpret_cast<const hwy::float16_t*>(from))),
        floats, to);
  };
  for (; i + step <= size; i += step) convert(half + i, out + i);
  std::uint16_t last_halves[hn::MaxLanes(floats)] = {};
  float last[hn::MaxLanes(floats)];
  std::copy(half + i, half + size, last_halves);
  convert(last_halves, last);
  std::copy(last, last + (size - i), out + i);
  for (i = 0; !kConverts && i < size; ++i)
    if ((half[i] & kInfinity) == kInfinity) out[i] = not_finite(half[i]);
}

void narrow(const float* values, std::size_t size, std::uint16_t* half) {
  const hn::ScalableTag<float> floats;
  const hn::Rebind<hwy::float16_t, decltype(floats)> halves;
  std::size_t i = 0, step = hn::Lanes(floats);
  auto convert = [&](const float* from, std::uint16_t* to) {
    hn::StoreU(hn::DemoteTo(halves, hn::LoadU(floats, from)), halves,
               reinterpret_cast<hwy::float16_t*>(to));
  };
  for (; i + step <= size; i += step) convert(values + i, half + i);
  float last[hn::MaxLanes(floats)] = {};
  std::uint16_t last_halves[hn::MaxLanes(floats)];
  std::copy(values + i, values + size, last);
  convert(last, last_halves);
  std::copy(last_halves, last_halves + (size - i), half + i);
  for (i = 0; !kConverts && i < size; ++i)
    if (const float value = values[i]; !(std::abs(value) < kTooLarge))
      half[i] = static_cast<std::uint16_t>((std::signbit(value) ? kSign : 0) |
                                           (std::isnan(value) ? kNaN : kInfinity));
}

void dot_rows(const float* query, std::size_t size, const std::uint16_t* const* rows,
              std::size_t count, float* out) {
  const hn::ScalableTag<float> floats;
  const hn::Rebind<hwy::float16_t, decltype(floats)> halves;
  const std::size_t step = hn::Lanes(floats), whole = size / step * step;
  // The tail goes through padded copies, as above.
  float last_query[hn::MaxLanes(floats)] = {};
  std::uint16_t last[hn::MaxLanes(floats)] = {};
  std::copy(query + whole, query + size, last_query);
  auto read = [&](const std::uint16_t* from) {
    return hn::PromoteTo(floats, hn::LoadU(halves, reinterpret_cast<const hwy::float16_t*>(from)));
  };
  for (std::size_t n = 0; n < count; ++n) {
    const std::uint16_t* row = rows[n];
    std::copy(row + whole, row + size, last);
    auto sum0 = hn::Mul(hn::LoadU(floats, last_query), read(last)), sum1 = hn::Zero(floats);
    std::size_t i = 0;
    for (; i + 2 * step <= whole; i += 2 * step) {
      sum0 = hn::MulAdd(hn::LoadU(floats, query + i), read(row + i), sum0);
      sum1 = hn::MulAdd(hn::LoadU(floats, query + i + step), read(row + i + step), sum1);
    }
    if (i < whole) sum0 = hn::MulAdd(hn::LoadU(floats, query + i), read(row + i), sum0);
    out[n] = hn::GetLane(hn::SumOfLanes(floats, hn::Add(sum0, sum1)));
  }
}

}  // namespace winnow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "winnow/error.h"

namespace winnow {

HWY_EXPORT(widen);
HWY_EXPORT(narrow);
HWY_EXPORT(dot_rows);

void widen(std::span<const std::uint16_t> half, std::span<float> out) {
  require(half.size() == out.size(), "as many floats as halves");
  HWY_DYNAMIC_DISPATCH(widen)(half.data(), half.size(), out.data());
}

void narrow(std::span<const float> values, std::span<std::uint16_t> half) {
  require(half.size() == values.size(), "as many halves as floats");
  HWY_DYNAMIC_DISPATCH(narrow)(values.data(), values.size(), half.data());
}

std::vector<std::uint16_t> narrow_clamped(std::span<const float> values) {
  constexpr float kMost = 65504;
  std::vector<float> clamped(values.begin(), values.end());
  for (float& each : clamped) each = std::clamp(each, -kMost, kMost);
  std::vector<std::uint16_t> half(values.size());
  narrow(clamped, half);
  return half;
}

void dot_rows(std::span<const float> query, std::span<const std::uint16_t* const> rows,
              std::span<float> out) {
  require(rows.size() == out.size(), "a product for each row");
  HWY_DYNAMIC_DISPATCH(dot_rows)
  (query.data(), query.size(), rows.data(), rows.size(), out.data());
}

void dot_rows_ref(std::span<const float> query, std::span<const std::uint16_t* const> rows,
                  std::span<float> out) {
  std::vector<float> row(query.size());
  for (std::size_t n = 0; n < rows.size(); ++n) {
    widen({rows[n], row.size()}, row);
    out[n] = 0;
    for (std::size_t i = 0; i < row.size(); ++i) out[n] += query[i] * row[i];
  }
}

}  // namespace winnow
#endif
