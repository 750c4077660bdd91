#include "kernel/half.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/half.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace winnow::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

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
}

}  // namespace winnow::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include "winnow/error.h"

namespace winnow {

HWY_EXPORT(widen);
HWY_EXPORT(narrow);

void widen(std::span<const std::uint16_t> half, std::span<float> out) {
  require(half.size() == out.size(), "as many floats as halves");
  HWY_DYNAMIC_DISPATCH(widen)(half.data(), half.size(), out.data());
}

void narrow(std::span<const float> values, std::span<std::uint16_t> half) {
  require(half.size() == values.size(), "as many halves as floats");
  HWY_DYNAMIC_DISPATCH(narrow)(values.data(), values.size(), half.data());
}

}  // namespace winnow
#endif
