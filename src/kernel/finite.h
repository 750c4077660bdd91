// kernel/finite.h - whether all numbers are numbers.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

namespace winnow {

// Neither an infinity nor a NaN. Without a branch, so that the loop becomes vectors.
inline bool all_finite(std::span<const float> values) {
  constexpr std::uint32_t kExponent = 0x7f800000u;
  std::uint32_t found = 0;
  for (float value : values)
    found |=
        static_cast<std::uint32_t>((std::bit_cast<std::uint32_t>(value) & kExponent) == kExponent);
  return found == 0;
}

}  // namespace winnow
