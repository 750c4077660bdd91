#include "kernel/bf16_tiles.h"

#include "kernel/bf16_target.h"
#include "winnow/error.h"

#if WINNOW_HAS_BF16_TARGET

#include <cstdint>

namespace winnow {
namespace {

constexpr std::size_t kSide = Bf16Tile::kSide;

// A tile on its way into memory.
struct alignas(64) Tile {
  __m512i rows[kSide];
};

WINNOW_BF16 __mmask16 first(std::size_t count) {
  return count >= 16 ? 0xffff : static_cast<__mmask16>((1u << count) - 1);
}

WINNOW_BF16 __m512i narrowed(__m512 low, __m512 high) {
  return reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(high, low));
}

// 16 rows of 32 numbers.
WINNOW_BF16 void load_rows(Strided x, std::size_t rows, std::size_t cols, Tile& tile) {
  const __mmask16 low = first(cols), high = first(cols > 16 ? cols - 16 : 0);
  for (std::size_t i = 0; i < kSide; ++i) {
    const float* row = x.data + i * x.stride;
    tile.rows[i] =
        i < rows ? narrowed(_mm512_maskz_loadu_ps(low, row), _mm512_maskz_loadu_ps(high, row + 16))
                 : _mm512_setzero_si512();
  }
}

// 32 rows of 16 numbers, two rows at a time with their columns paired.
WINNOW_BF16 void load_pairs(Strided x, std::size_t rows, std::size_t cols, Tile& tile) {
  alignas(64) static constexpr std::uint16_t kOrder[32] = {
      0, 16, 1, 17, 2,  18, 3,  19, 4,  20, 5,  21, 6,  22, 7,  23,
      8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31};
  const __m512i order = _mm512_load_si512(kOrder);
  const __mmask16 mask = first(cols);
  for (std::size_t i = 0; i < kSide; ++i) {
    const float* row = x.data + 2 * i * x.stride;
    const __m512 even = 2 * i < rows ? _mm512_maskz_loadu_ps(mask, row) : _mm512_setzero_ps();
    const __m512 odd =
        2 * i + 1 < rows ? _mm512_maskz_loadu_ps(mask, row + x.stride) : _mm512_setzero_ps();
    tile.rows[i] = _mm512_permutexvar_epi16(order, narrowed(even, odd));
  }
}

// Swaps rows and columns of pairs.
WINNOW_BF16 void transpose(Tile& tile) {
  __m512i* v = tile.rows;
  __m512i a[kSide], b[kSide];
  for (std::size_t i = 0; i < kSide; i += 2) {
    a[i] = _mm512_unpacklo_epi32(v[i], v[i + 1]);
    a[i + 1] = _mm512_unpackhi_epi32(v[i], v[i + 1]);
  }
  for (std::size_t i = 0; i < kSide; i += 4) {
    b[i] = _mm512_unpacklo_epi64(a[i], a[i + 2]);
    b[i + 1] = _mm512_unpackhi_epi64(a[i], a[i + 2]);
    b[i + 2] = _mm512_unpacklo_epi64(a[i + 1], a[i + 3]);
    b[i + 3] = _mm512_unpackhi_epi64(a[i + 1], a[i + 3]);
  }
  // b[4 g + j], quarter q: column 4 q + j of the rows 4 g to 4 g + 3
  for (std::size_t j = 0; j < 4; ++j) {
    const __m512i even_top = _mm512_shuffle_i32x4(b[j], b[4 + j], 0x88);
    const __m512i even_low = _mm512_shuffle_i32x4(b[8 + j], b[12 + j], 0x88);
    const __m512i odd_top = _mm512_shuffle_i32x4(b[j], b[4 + j], 0xdd);
    const __m512i odd_low = _mm512_shuffle_i32x4(b[8 + j], b[12 + j], 0xdd);
    v[j] = _mm512_shuffle_i32x4(even_top, even_low, 0x88);
    v[4 + j] = _mm512_shuffle_i32x4(odd_top, odd_low, 0x88);
    v[8 + j] = _mm512_shuffle_i32x4(even_top, even_low, 0xdd);
    v[12 + j] = _mm512_shuffle_i32x4(odd_top, odd_low, 0xdd);
  }
}

WINNOW_BF16 void store(const Tile& tile, float* to) {
  for (std::size_t i = 0; i < kSide; ++i) _mm512_store_si512(to + i * kSide, tile.rows[i]);
}

}  // namespace

WINNOW_BF16 void lay_out_tile(Side side, Operand x, std::size_t size, std::size_t at, std::size_t k,
                              std::size_t depth, float* to) {
  Tile tile;
  const auto [data, stride] = x.memory;
  const bool k_lies_along_rows = (side == Side::a) != x.transposed;
  if (k_lies_along_rows) {
    load_rows({data + at * stride + depth, stride}, size - at, k - depth, tile);
  } else {
    load_pairs({data + depth * stride + at, stride}, k - depth, size - at, tile);
  }
  if (x.transposed) transpose(tile);
  store(tile, to);
}

}  // namespace winnow

#else

namespace winnow {

void lay_out_tile(Side, Operand, std::size_t, std::size_t, std::size_t, std::size_t, float*) {
  require(false, "there are no instructions for bfloat16");
}

}  // namespace winnow

#endif
