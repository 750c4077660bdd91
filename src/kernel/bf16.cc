#include "kernel/bf16.h"

#include "kernel/buffer.h"

#include <algorithm>
#include <cstring>

namespace winnow {
namespace {

constexpr std::size_t kSide = Bf16Tile::kSide, kStep = Bf16Tile::kStep,
                      kTileFloats = Bf16Tile::kFloats;
constexpr std::size_t kBlock = kBf16Block;
constexpr std::size_t kDepth = 32 * kStep;  // of k at a time: a block of a stays in L1 and L2

std::size_t steps_of(std::size_t k) { return (k + kStep - 1) / kStep; }
std::size_t blocks_of(std::size_t n) { return (n + kBlock - 1) / kBlock; }

// Rows [from, to) of k, block after block of columns: [blocks, steps, 2 tiles].
void lay_out_depth(std::size_t from, std::size_t to, std::size_t n, Operand b, float* layout) {
  for (std::size_t column = 0; column < n; column += kBlock) {
    for (std::size_t depth = from; depth < to; depth += kStep) {
      lay_out_tile(Side::b, b, n, column, to, depth, layout);
      if (column + kSide < n) {
        lay_out_tile(Side::b, b, n, column + kSide, to, depth, layout + kTileFloats);
      } else {
        std::memset(layout + kTileFloats, 0, kTileFloats * sizeof(float));
      }
      layout += 2 * kTileFloats;
    }
  }
}

void copy(std::size_t rows, std::size_t cols, Strided from, float* to, std::size_t to_stride) {
  for (std::size_t i = 0; i < rows; ++i) {
    std::memcpy(to + i * to_stride, from.data + i * from.stride, cols * sizeof(float));
  }
}

// Rows [from, to) of k of the product; `layout` is that of these rows.
void multiply_depth(const Bf16Blocks& blocks, std::size_t m, std::size_t n, std::size_t from,
                    std::size_t to, Operand a, const float* layout, float* c, std::size_t c_stride,
                    bool add, float* a_layout) {
  alignas(64) float edge[kBlock * kBlock];
  const std::size_t steps = steps_of(to - from);
  for (std::size_t row = 0; row < m; row += kBlock) {
    const std::size_t rows = std::min(kBlock, m - row), computed = blocks.computed(rows);
    for (std::size_t i = 0; i < steps; ++i) {
      float* tiles = a_layout + i * 2 * kTileFloats;
      lay_out_tile(Side::a, a, m, row, to, from + i * kStep, tiles);
      if (rows > kSide)
        lay_out_tile(Side::a, a, m, row + kSide, to, from + i * kStep, tiles + kTileFloats);
    }
    const float* b = layout;
    for (std::size_t column = 0; column < n; column += kBlock, b += steps * 2 * kTileFloats) {
      const std::size_t columns = std::min(kBlock, n - column);
      float* block = c + row * c_stride + column;
      if (rows == computed && columns == kBlock) {
        blocks.multiply(computed, steps, a_layout, b, block, c_stride, add);
        continue;
      }
      if (add) {
        std::memset(edge, 0, sizeof edge);
        copy(rows, columns, {block, c_stride}, edge, kBlock);
      }
      blocks.multiply(computed, steps, a_layout, b, edge, kBlock, add);
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

void clear(std::size_t m, std::size_t n, float* c, std::size_t c_stride) {
  for (std::size_t i = 0; i < m; ++i) std::fill_n(c + i * c_stride, n, 0.0f);
}

// Memory for the rows of a that are being multiplied.
struct ALayout {
  alignas(64) float tiles[kDepth / kStep * 2 * kTileFloats];
};

}  // namespace

std::size_t bf16_layout_size(std::size_t k, std::size_t n) {
  return steps_of(k) * blocks_of(n) * 2 * kTileFloats;
}

void bf16_lay_out(std::size_t k, std::size_t n, Operand b, float* layout) {
  each_depth(k, false, [&](std::size_t from, std::size_t to, bool) {
    lay_out_depth(from, to, n, b, layout);
    layout += bf16_layout_size(to - from, n);
  });
}

void bf16_multiply(std::size_t m, std::size_t n, std::size_t k, Operand a, const float* b_layout,
                   float* c, std::size_t c_stride, bool add, Bf16Unit unit) {
  if (k == 0 && !add) clear(m, n, c, c_stride);
  static thread_local ALayout a_layout;
  const Bf16Blocks blocks(unit);
  each_depth(k, add, [&](std::size_t from, std::size_t to, bool add_here) {
    multiply_depth(blocks, m, n, from, to, a, b_layout, c, c_stride, add_here, a_layout.tiles);
    b_layout += bf16_layout_size(to - from, n);
  });
}

void bf16_multiply(std::size_t m, std::size_t n, std::size_t k, Operand a, Operand b, float* c,
                   std::size_t c_stride, bool add, Bf16Unit unit) {
  if (k == 0 && !add) clear(m, n, c, c_stride);
  static thread_local ALayout a_layout;
  const Buffer b_layout(bf16_layout_size(std::min(k, kDepth), n));
  const Bf16Blocks blocks(unit);
  each_depth(k, add, [&](std::size_t from, std::size_t to, bool add_here) {
    lay_out_depth(from, to, n, b, b_layout.data());
    multiply_depth(blocks, m, n, from, to, a, b_layout.data(), c, c_stride, add_here,
                   a_layout.tiles);
  });
}

}  // namespace winnow
