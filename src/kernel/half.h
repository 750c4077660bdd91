// kernel/half.h - 16-bit floats on disk, 32-bit in memory.
// in: floats, or their halves     out: the other
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

void widen(std::span<const std::uint16_t> half, std::span<float> out);
void narrow(std::span<const float> values, std::span<std::uint16_t> half);  // nearest, ties to even

// What is too large for 16 bits becomes the largest that is not: an index holds numbers only.
std::vector<std::uint16_t> narrow_clamped(std::span<const float> values);

// out[i]: the inner product of `query` and rows[i], which has as many halves.
void dot_rows(std::span<const float> query, std::span<const std::uint16_t* const> rows,
              std::span<float> out);
void dot_rows_ref(std::span<const float> query, std::span<const std::uint16_t* const> rows,
                  std::span<float> out);

}  // namespace winnow
