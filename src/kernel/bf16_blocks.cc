#include "kernel/bf16_blocks.h"

#include "kernel/bf16_target.h"
#include "winnow/error.h"

#if WINNOW_HAS_BF16_TARGET

#include <sys/syscall.h>
#include <unistd.h>

namespace winnow {
namespace {

constexpr std::size_t kSide = Bf16Tile::kSide, kTileFloats = Bf16Tile::kFloats;
constexpr std::size_t kVectorRows = 8;  // two vectors of sums each: half of the registers

bool has_vectors() {
  __builtin_cpu_init();
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
         __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512bf16");
}

bool asked_for_tiles() {
  std::uint32_t a = 7, b = 0, c = 0, d = 0;
  __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  constexpr std::uint32_t kBf16 = 1u << 22, kTile = 1u << 24;  // of edx, leaf 7
  if ((d & kBf16) == 0 || (d & kTile) == 0) return false;
  // Linux gives the large state of tiles only to processes that ask for it.
  constexpr long kRequestPermission = 0x1023, kTileData = 18;
  return syscall(SYS_arch_prctl, kRequestPermission, kTileData) == 0;
}

// All tiles are full.
struct TileShapes {
  std::uint8_t palette = 1;
  std::uint8_t start = 0;
  std::uint8_t reserved[14] = {};
  std::uint16_t row_bytes[16] = {64, 64, 64, 64, 64, 64, 64, 64};
  std::uint8_t rows[16] = {16, 16, 16, 16, 16, 16, 16, 16};
};

WINNOW_AMX void begin_tiles() {
  static constexpr TileShapes kShapes;
  _tile_loadconfig(&kShapes);
}

WINNOW_AMX void end_tiles() { _tile_release(); }

WINNOW_AMX void multiply_tiles(std::size_t steps, const float* a, const float* b, float* c,
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
WINNOW_AMX void multiply_upper_tiles(std::size_t steps, const float* a, const float* b, float* c,
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

WINNOW_BF16 __m512bh pairs(const float* from) {
  return reinterpret_cast<__m512bh>(_mm512_load_si512(from));
}

WINNOW_BF16 __m512bh pair_everywhere(const float* from) {
  __m512 pair = _mm512_set1_ps(*from);
#ifdef __clang__
  // Clang 16 never comes back from making a broadcast of bfloat16 out of this one, so it is not
  // shown that they are the same. GCC may: it reads the pair as part of the product.
  __asm__("" : "+v"(pair));
#endif
  return reinterpret_cast<__m512bh>(pair);
}

// kVectorRows rows of c; `a` begins with the first of them.
WINNOW_BF16 void multiply_vectors(std::size_t steps, const float* a, const float* b, float* c,
                                  std::size_t c_stride, bool add) {
  __m512 left[kVectorRows], right[kVectorRows];
#pragma GCC unroll 8
  for (std::size_t r = 0; r < kVectorRows; ++r) {
    left[r] = add ? _mm512_loadu_ps(c + r * c_stride) : _mm512_setzero_ps();
    right[r] = add ? _mm512_loadu_ps(c + r * c_stride + kSide) : _mm512_setzero_ps();
  }
  for (std::size_t i = 0; i < steps; ++i, a += 2 * kTileFloats, b += 2 * kTileFloats) {
    for (std::size_t p = 0; p < kSide; ++p) {
      const __m512bh b_left = pairs(b + p * kSide), b_right = pairs(b + kTileFloats + p * kSide);
#pragma GCC unroll 8
      for (std::size_t r = 0; r < kVectorRows; ++r) {
        const __m512bh x = pair_everywhere(a + r * kSide + p);
        left[r] = _mm512_dpbf16_ps(left[r], x, b_left);
        right[r] = _mm512_dpbf16_ps(right[r], x, b_right);
      }
    }
  }
#pragma GCC unroll 8
  for (std::size_t r = 0; r < kVectorRows; ++r) {
    _mm512_storeu_ps(c + r * c_stride, left[r]);
    _mm512_storeu_ps(c + r * c_stride + kSide, right[r]);
  }
}

}  // namespace

Bf16Unit bf16_unit() {
  static const Bf16Unit best = !has_vectors()      ? Bf16Unit::none
                               : asked_for_tiles() ? Bf16Unit::tiles
                                                   : Bf16Unit::vectors;
  return best;
}

Bf16Blocks::Bf16Blocks(Bf16Unit unit)
    : unit_(unit), rows_(unit == Bf16Unit::tiles ? kSide : kVectorRows) {
  require(unit != Bf16Unit::none, "there are no instructions for bfloat16");
  if (unit_ == Bf16Unit::tiles) begin_tiles();
}

Bf16Blocks::~Bf16Blocks() {
  if (unit_ == Bf16Unit::tiles) end_tiles();
}

void Bf16Blocks::multiply(std::size_t rows, std::size_t steps, const float* a, const float* b,
                          float* c, std::size_t c_stride, bool add) const {
  if (unit_ == Bf16Unit::tiles) {
    const auto run = rows <= kSide ? multiply_upper_tiles : multiply_tiles;
    return run(steps, a, b, c, c_stride, add);
  }
  for (std::size_t row = 0; row < rows; row += kVectorRows) {
    const float* a_rows = a + row / kSide * kTileFloats + row % kSide * kSide;
    multiply_vectors(steps, a_rows, b, c + row * c_stride, c_stride, add);
  }
}

}  // namespace winnow

#else

namespace winnow {

Bf16Unit bf16_unit() { return Bf16Unit::none; }

Bf16Blocks::Bf16Blocks(Bf16Unit unit) : unit_(unit), rows_(1) {
  require(false, "there are no instructions for bfloat16");
}

Bf16Blocks::~Bf16Blocks() = default;

void Bf16Blocks::multiply(std::size_t, std::size_t, const float*, const float*, float*, std::size_t,
                          bool) const {}

}  // namespace winnow

#endif
