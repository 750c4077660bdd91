#include "kernel/amx.h"

#include "kernel/buffer.h"
#include "winnow/error.h"

#if defined(__x86_64__) && defined(__linux__)

// GCC 12 warns of variables in this header that are meant to have any value.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#include <immintrin.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstring>

#define WINNOW_AMX \
  __attribute__((target("avx512f,avx512bw,avx512vl,avx512bf16,amx-tile,amx-bf16")))

namespace winnow {
namespace {

constexpr std::size_t kSide = 16;              // rows of a tile; columns of a tile of sums
constexpr std::size_t kStep = 2 * kSide;       // numbers of k in a tile
constexpr std::size_t kBlock = 2 * kSide;      // rows and columns of c that are computed together
constexpr std::size_t kDepth = 32 * kStep;     // of k at a time: a block of a stays in L1 and L2
constexpr std::size_t kTileFloats = kSide * kSide;  // memory of one tile

bool asked_for_unit() {
  __builtin_cpu_init();
  if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512bw") ||
      !__builtin_cpu_supports("avx512vl") || !__builtin_cpu_supports("avx512bf16")) {
    return false;
  }
  std::uint32_t a = 7, b = 0, c = 0, d = 0;
  __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  constexpr std::uint32_t kBf16 = 1u << 22, kTile = 1u << 24;  // of edx, leaf 7
  if ((d & kBf16) == 0 || (d & kTile) == 0) return false;
  // Linux gives the large state of tiles only to processes that ask for it.
  constexpr long kRequestPermission = 0x1023, kTileData = 18;
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}

std::size_t steps_of(std::size_t k) { return (k + kStep - 1) / kStep; }
std::size_t blocks_of(std::size_t n) { return (n + kBlock - 1) / kBlock; }

// All tiles are full; what a matrix does not fill is zero.
struct TileShapes {
  std::uint8_t palette = 1;
  std::uint8_t start = 0;
  std::uint8_t reserved[14] = {};
  std::uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};

// A tile on its way into memory.
struct alignas(64) Tile {
  __m512i rows[kSide];
};

WINNOW_AMX __mmask16 first(std::size_t count) {
  return count >= 16 ? 0xffff : static_cast<__mmask16>((1u << count) - 1);
}

WINNOW_AMX __m512i narrowed(__m512 low, __m512 high) {
  return reinterpret_cast<__m512i>(_mm512_cvtne2ps_pbh(high, low));
}

// 16 rows of 32 numbers.
WINNOW_AMX void load_rows(Strided x, std::size_t rows, std::size_t cols, Tile& tile) {
  const __mmask16 low = first(cols), high = first(cols > 16 ? cols - 16 : 0);
  for (std::size_t i = 0; i < kSide; ++i) {
    const float* row = x.data + i * x.stride;
    tile.rows[i] = i < rows ? narrowed(_mm512_maskz_loadu_ps(low, row),
                                       _mm512_maskz_loadu_ps(high, row + 16))
                            : _mm512_setzero_si512();
  }
}

// 32 rows of 16 numbers, two rows at a time with their columns paired.
WINNOW_AMX void load_pairs(Strided x, std::size_t rows, std::size_t cols, Tile& tile) {
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
WINNOW_AMX void transpose(Tile& tile) {
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

WINNOW_AMX void store(const Tile& tile, float* to) {
  for (std::size_t i = 0; i < kSide; ++i) _mm512_store_si512(to + i * kSide, tile.rows[i]);
}

enum class Side { a, b };

// The tile that begins at `at` of `size` rows of a, or columns of b, and at `depth` of k.
WINNOW_AMX void lay_out(Side side, Operand x, std::size_t size, std::size_t at, std::size_t k,
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

// Rows [from, to) of k, block after block of columns: [blocks, steps, 2 tiles].
WINNOW_AMX void lay_out_depth(std::size_t from, std::size_t to, std::size_t n, Operand b,
                              float* layout) {
  for (std::size_t column = 0; column < n; column += kBlock) {
    for (std::size_t depth = from; depth < to; depth += kStep) {
      lay_out(Side::b, b, n, column, to, depth, layout);
      if (column + kSide < n) {
        lay_out(Side::b, b, n, column + kSide, to, depth, layout + kTileFloats);
      } else {
        std::memset(layout + kTileFloats, 0, kTileFloats * sizeof(float));
      }
      layout += 2 * kTileFloats;
    }
  }
}

// c[32, 32] += a b; a: [steps, 2 tiles], b: likewise.
WINNOW_AMX void multiply_block(std::size_t steps, const float* a, const float* b, float* c,
                               std::size_t c_stride, bool add) {
  const std::size_t bytes = c_stride * sizeof(float);
  float* low = c + kSide * c_stride;
  if (add) {
    _tile_loadd(0, c, bytes);
    _tile_loadd(1, c + kSide, bytes);
    _tile_loadd(2, low, bytes);
    _tile_loadd(3, low + kSide, bytes);
  } else {
    _tile_zero(0);
    _tile_zero(1);
    _tile_zero(2);
    _tile_zero(3);
  }
  for (std::size_t i = 0; i < steps; ++i, a += 2 * kTileFloats, b += 2 * kTileFloats) {
    _tile_loadd(4, a, 64);
    _tile_loadd(6, b, 64);
    _tile_loadd(7, b + kTileFloats, 64);
    _tile_loadd(5, a + kTileFloats, 64);
    _tile_dpbf16ps(0, 4, 6);
    _tile_dpbf16ps(1, 4, 7);
    _tile_dpbf16ps(2, 5, 6);
    _tile_dpbf16ps(3, 5, 7);
  }
  _tile_stored(0, c, bytes);
  _tile_stored(1, c + kSide, bytes);
  _tile_stored(2, low, bytes);
  _tile_stored(3, low + kSide, bytes);
}

// The same for the upper half of c alone: deep levels of a formula have few rows.
WINNOW_AMX void multiply_half_block(std::size_t steps, const float* a, const float* b, float* c,
                                    std::size_t c_stride, bool add) {
  const std::size_t bytes = c_stride * sizeof(float);
  if (add) {
    _tile_loadd(0, c, bytes);
    _tile_loadd(1, c + kSide, bytes);
  } else {
    _tile_zero(0);
    _tile_zero(1);
  }
  for (std::size_t i = 0; i < steps; ++i, a += 2 * kTileFloats, b += 2 * kTileFloats) {
    _tile_loadd(4, a, 64);
    _tile_loadd(6, b, 64);
    _tile_loadd(7, b + kTileFloats, 64);
    _tile_dpbf16ps(0, 4, 6);
    _tile_dpbf16ps(1, 4, 7);
  }
  _tile_stored(0, c, bytes);
  _tile_stored(1, c + kSide, bytes);
}

void copy(std::size_t rows, std::size_t cols, Strided from, float* to, std::size_t to_stride) {
  for (std::size_t i = 0; i < rows; ++i) {
    std::memcpy(to + i * to_stride, from.data + i * from.stride, cols * sizeof(float));
  }
}

// Rows [from, to) of k of the product; `layout` is that of these rows.
WINNOW_AMX void multiply_depth(std::size_t m, std::size_t n, std::size_t from, std::size_t to,
                               Operand a, const float* layout, float* c, std::size_t c_stride,
                               bool add, float* a_layout) {
  alignas(64) float edge[kBlock * kBlock];
  const std::size_t steps = steps_of(to - from);
  for (std::size_t row = 0; row < m; row += kBlock) {
    const std::size_t rows = std::min(kBlock, m - row);
    const bool half = rows <= kSide;
    for (std::size_t i = 0; i < steps; ++i) {
      float* tiles = a_layout + i * 2 * kTileFloats;
      lay_out(Side::a, a, m, row, to, from + i * kStep, tiles);
      if (!half) lay_out(Side::a, a, m, row + kSide, to, from + i * kStep, tiles + kTileFloats);
    }
    const auto run = half ? multiply_half_block : multiply_block;
    const std::size_t computed_rows = half ? kSide : kBlock;
    const float* b = layout;
    for (std::size_t column = 0; column < n; column += kBlock, b += steps * 2 * kTileFloats) {
      const std::size_t columns = std::min(kBlock, n - column);
      float* block = c + row * c_stride + column;
      if (rows == computed_rows && columns == kBlock) {
        run(steps, a_layout, b, block, c_stride, add);
        continue;
      }
      if (add) {
        std::memset(edge, 0, sizeof edge);
        copy(rows, columns, {block, c_stride}, edge, kBlock);
      }
      run(steps, a_layout, b, edge, kBlock, add);
      copy(rows, columns, {edge, kBlock}, block, c_stride);
    }
  }
}

// Calls work(from, to, add) for pieces of k.
template <class Work>
void each_depth(std::size_t k, bool add, const Work& work) {
  for (std::size_t from = 0; from < k; from += kDepth, add = true) {
    work(from, std::min(from + kDepth, k), add);
  }
}

WINNOW_AMX void begin_tiles() {
  static constexpr TileShapes kShapes;
  _tile_loadconfig(&kShapes);
}

WINNOW_AMX void end_tiles() { _tile_release(); }

void clear(std::size_t m, std::size_t n, float* c, std::size_t c_stride) {
  for (std::size_t i = 0; i < m; ++i) std::fill_n(c + i * c_stride, n, 0.0f);
}

// Memory for the rows of a that are being multiplied.
struct ALayout {
  alignas(64) float tiles[kDepth / kStep * 2 * kTileFloats];
};

}  // namespace

bool has_amx() {
  static const bool result = asked_for_unit();
  return result;
}

std::size_t amx_layout_size(std::size_t k, std::size_t n) {
  return steps_of(k) * blocks_of(n) * 2 * kTileFloats;
}

void amx_lay_out(std::size_t k, std::size_t n, Operand b, float* layout) {
  each_depth(k, false, [&](std::size_t from, std::size_t to, bool) {
    lay_out_depth(from, to, n, b, layout);
    layout += amx_layout_size(to - from, n);
  });
}

void amx_multiply(std::size_t m, std::size_t n, std::size_t k, Operand a, const float* b_layout,
                  float* c, std::size_t c_stride, bool add) {
  if (k == 0 && !add) clear(m, n, c, c_stride);
  static thread_local ALayout a_layout;
  begin_tiles();
  each_depth(k, add, [&](std::size_t from, std::size_t to, bool add_here) {
    multiply_depth(m, n, from, to, a, b_layout, c, c_stride, add_here, a_layout.tiles);
    b_layout += amx_layout_size(to - from, n);
  });
  end_tiles();
}

void amx_multiply(std::size_t m, std::size_t n, std::size_t k, Operand a, Operand b, float* c,
                  std::size_t c_stride, bool add) {
  if (k == 0 && !add) clear(m, n, c, c_stride);
  static thread_local ALayout a_layout;
  const Buffer b_layout(amx_layout_size(std::min(k, kDepth), n));
  begin_tiles();
  each_depth(k, add, [&](std::size_t from, std::size_t to, bool add_here) {
    lay_out_depth(from, to, n, b, b_layout.data());
    multiply_depth(m, n, from, to, a, b_layout.data(), c, c_stride, add_here, a_layout.tiles);
  });
  end_tiles();
}

}  // namespace winnow

#pragma GCC diagnostic pop

#else

namespace winnow {

bool has_amx() { return false; }

std::size_t amx_layout_size(std::size_t, std::size_t) { return 0; }

void amx_lay_out(std::size_t, std::size_t, Operand, float*) { require(false, "there is no AMX"); }

void amx_multiply(std::size_t, std::size_t, std::size_t, Operand, const float*, float*,
                  std::size_t, bool) {
  require(false, "there is no AMX");
}

void amx_multiply(std::size_t, std::size_t, std::size_t, Operand, Operand, float*, std::size_t,
                  bool) {
  require(false, "there is no AMX");
}

}  // namespace winnow

#endif
