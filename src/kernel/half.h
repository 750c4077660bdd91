// kernel/half.h - 16-bit floats on disk, 32-bit in memory.
#pragma once

#include <cstdint>
#include <span>

namespace winnow {

void widen(std::span<const std::uint16_t> half, std::span<float> out);
void narrow(std::span<const float> values, std::span<std::uint16_t> half);  // nearest, ties to even

}  // namespace winnow
