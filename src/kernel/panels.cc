#include "kernel/panels.h"

#include "kernel/bf16.h"
#include "kernel/product.h"

#include <algorithm>
#include <cstring>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/panels.cc"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#ifndef WINNOW_KERNEL_PANELS_CC
#define WINNOW_KERNEL_PANELS_CC
namespace winnow {
constexpr std::size_t kDepth = 256;  // rows of a panel that stay in L1 while tiles pass over them
}  // namespace winnow
#endif

HWY_BEFORE_NAMESPACE();
namespace winnow {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Rows of c in one tile: two vectors each of sums, as many as the registers hold beside a row of b.
#if HWY_TARGET == HWY_AVX3 || HWY_TARGET == HWY_AVX3_DL
constexpr std::size_t kTileRows = 12;
#else
constexpr std::size_t kTileRows = 6;
#endif
// Rows of a that go over all panels together: a stays in L1 and L2 beside the panels.
constexpr std::size_t kSlabRows = 6 * kTileRows;

std::size_t panel_width() { return 2 * hn::Lanes(hn::ScalableTag<float>()); }

// What a tile asks memory for while it computes: two vectors at a time, from `from` on.
struct Fetch {
  const float* from;
  std::size_t step;
};

// c[kRows, panel] = or += a[kRows, k] panel[k, panel]
template <std::size_t kRows>
HWY_NOINLINE void tile(std::size_t k, const float* HWY_RESTRICT a, std::size_t a_stride,
                       const float* HWY_RESTRICT panel, float* HWY_RESTRICT c, std::size_t c_stride,
                       bool add, Fetch fetch) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  using V = hn::Vec<decltype(d)>;
  V left[kRows], right[kRows];
  HWY_UNROLL(16)
  for (std::size_t r = 0; r < kRows; ++r) {
    left[r] = add ? hn::LoadU(d, c + r * c_stride) : hn::Zero(d);
    right[r] = add ? hn::LoadU(d, c + r * c_stride + lanes) : hn::Zero(d);
  }
  for (std::size_t i = 0; i < k; ++i) {
    __builtin_prefetch(fetch.from + i * fetch.step, 0, 2);  // as far as L2
    __builtin_prefetch(fetch.from + i * fetch.step + lanes, 0, 2);
    const V b_left = hn::Load(d, panel + i * 2 * lanes);
    const V b_right = hn::Load(d, panel + i * 2 * lanes + lanes);
    HWY_UNROLL(16)
    for (std::size_t r = 0; r < kRows; ++r) {
      const V x = hn::Set(d, a[r * a_stride + i]);
      left[r] = hn::MulAdd(x, b_left, left[r]);
      right[r] = hn::MulAdd(x, b_right, right[r]);
    }
  }
  HWY_UNROLL(16)
  for (std::size_t r = 0; r < kRows; ++r) {
    hn::StoreU(left[r], d, c + r * c_stride);
    hn::StoreU(right[r], d, c + r * c_stride + lanes);
  }
}

using Tile = void (*)(std::size_t, const float*, std::size_t, const float*, float*, std::size_t,
                      bool, Fetch);

template <std::size_t... kRows>
Tile tile_of(std::size_t rows, std::index_sequence<kRows...>) {
  static constexpr Tile kTiles[] = {tile<kRows + 1>...};
  return kTiles[rows - 1];
}

void multiply_slab(std::size_t m, std::size_t n, std::size_t k, Strided a, const float* panels,
                   float* c, std::size_t c_stride) {
  const std::size_t width = panel_width();
  HWY_ALIGN float edge[kTileRows * 2 * HWY_MAX_BYTES / sizeof(float)];
  const std::size_t tiles = (m + kTileRows - 1) / kTileRows;
  const float* panel = panels;
  for (std::size_t depth = 0; depth < k; depth += kDepth) {
    const std::size_t this_depth = std::min(kDepth, k - depth);
    for (std::size_t column = 0; column < n; column += width, panel += this_depth * width) {
      const std::size_t columns = std::min(width, n - column);
      for (std::size_t t = 0, row = 0; t < tiles; ++t) {
        const std::size_t rows = (m - row) / (tiles - t);  // tiles of about equal height
        const Tile run = tile_of(rows, std::make_index_sequence<kTileRows>());
        const float* a_tile = a.data + row * a.stride + depth;
        float* c_tile = c + row * c_stride + column;
        row += rows;
        // Matrices of many labels take turns, so panels come from L3. One tile alone fetches just
        // ahead of itself, as far as its speed needs; several share the work on the next panel.
        const std::size_t ahead = tiles > 1 ? this_depth : std::min<std::size_t>(128, 384 / rows);
        const Fetch fetch{panel + ahead * width + t * this_depth * (width / tiles), width / tiles};
        if (columns == width) {
          run(this_depth, a_tile, a.stride, panel, c_tile, c_stride, depth > 0, fetch);
          continue;
        }
        for (std::size_t r = 0; r < rows; ++r) {
          std::memcpy(edge + r * width, c_tile + r * c_stride, columns * sizeof(float));
        }
        run(this_depth, a_tile, a.stride, panel, edge, width, depth > 0, fetch);
        for (std::size_t r = 0; r < rows; ++r) {
          std::memcpy(c_tile + r * c_stride, edge + r * width, columns * sizeof(float));
        }
      }
    }
  }
}

void multiply_panels(std::size_t m, std::size_t n, std::size_t k, Strided a, const float* panels,
                     float* c, std::size_t c_stride) {
  const std::size_t slabs = (m + kSlabRows - 1) / kSlabRows;
  for (std::size_t s = 0, row = 0; s < slabs; ++s) {
    const std::size_t rows = (m - row) / (slabs - s);
    multiply_slab(rows, n, k, {a.data + row * a.stride, a.stride}, panels, c + row * c_stride,
                  c_stride);
    row += rows;
  }
}

}  // namespace HWY_NAMESPACE
}  // namespace winnow
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace winnow {

HWY_EXPORT(panel_width);
HWY_EXPORT(multiply_panels);

namespace {

std::size_t width_of_panels() { return HWY_DYNAMIC_DISPATCH(panel_width)(); }

std::size_t rounded_up(std::size_t n, std::size_t step) { return (n + step - 1) / step * step; }

}  // namespace

std::size_t Panels::size(std::size_t k, std::size_t n, Products products) {
  if (rounds_products(products, k, n)) return bf16_layout_size(k, n);
  return k * rounded_up(n, width_of_panels());
}

Panels Panels::of(ConstMatrix b, float* memory, Products products) {
  if (rounds_products(products, b.rows, b.cols)) {
    bf16_lay_out(b.rows, b.cols, {{b.data, b.cols}, false}, memory);
    return {b.rows, b.cols, true, memory};
  }
  const std::size_t width = width_of_panels();
  float* to = memory;
  for (std::size_t depth = 0; depth < b.rows; depth += kDepth) {
    const std::size_t end = std::min(depth + kDepth, b.rows);
    for (std::size_t column = 0; column < b.cols; column += width) {
      const std::size_t columns = std::min(width, b.cols - column);
      for (std::size_t i = depth; i < end; ++i, to += width) {
        std::memcpy(to, b.data + i * b.cols + column, columns * sizeof(float));
        std::fill(to + columns, to + width, 0.0f);
      }
    }
  }
  return {b.rows, b.cols, false, memory};
}

Panels Panels::of_transposed(ConstMatrix b_t, float* memory, Products products) {
  const std::size_t k = b_t.cols;
  if (rounds_products(products, k, b_t.rows)) {
    bf16_lay_out(k, b_t.rows, {{b_t.data, k}, true}, memory);
    return {k, b_t.rows, true, memory};
  }
  const std::size_t width = width_of_panels();
  constexpr std::size_t kStep = 16;  // one cache line of each row at a time
  float* panel = memory;
  for (std::size_t depth = 0; depth < k; depth += kDepth) {
    const std::size_t end = std::min(depth + kDepth, k);
    for (std::size_t column = 0; column < b_t.rows; column += width) {
      const std::size_t columns = std::min(width, b_t.rows - column);
      if (columns < width) std::fill_n(panel, (end - depth) * width, 0.0f);
      for (std::size_t from = depth; from < end; from += kStep, panel += kStep * width) {
        const std::size_t steps = std::min(kStep, end - from);
        for (std::size_t j = 0; j < columns; ++j) {
          const float* row = b_t.data + (column + j) * k + from;
          for (std::size_t i = 0; i < steps; ++i) panel[i * width + j] = row[i];
        }
        if (steps < kStep) panel -= (kStep - steps) * width;
      }
    }
  }
  return {k, b_t.rows, false, memory};
}

void Panels::multiply(std::size_t m, Strided a, float* c, std::size_t c_stride) const {
  if (rounded_) return bf16_multiply(m, n_, k_, {a, false}, data_, c, c_stride, false);
  HWY_DYNAMIC_DISPATCH(multiply_panels)(m, n_, k_, a, data_, c, c_stride);
}

}  // namespace winnow
#endif  // HWY_ONCE
