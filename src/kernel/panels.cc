#include "kernel/panels.h"

#include <algorithm>
#include <cstring>
#include <utility>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/panels.cc"
#include <hwy/cache_control.h>
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
std::size_t panel_width() { return 2 * hn::Lanes(hn::ScalableTag<float>()); }

// c[kRows, panel] = or += a[kRows, k] panel[k, panel]
template <std::size_t kRows>
HWY_NOINLINE void tile(std::size_t k, const float* HWY_RESTRICT a, std::size_t a_stride,
                       const float* HWY_RESTRICT panel, float* HWY_RESTRICT c, std::size_t c_stride,
                       bool add) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  using V = hn::Vec<decltype(d)>;
  V left[kRows], right[kRows];
  HWY_UNROLL(16)
  for (std::size_t r = 0; r < kRows; ++r) {
    left[r] = add ? hn::LoadU(d, c + r * c_stride) : hn::Zero(d);
    right[r] = add ? hn::LoadU(d, c + r * c_stride + lanes) : hn::Zero(d);
  }
  constexpr std::size_t kAhead = std::min<std::size_t>(128, 384 / kRows);
  for (std::size_t i = 0; i < k; ++i) {
    // Matrices of many labels take turns, so b often comes from L3: a few rows of a do not give
    // the hardware the time to notice the stream.
    hwy::Prefetch(panel + (i + kAhead) * 2 * lanes);
    hwy::Prefetch(panel + (i + kAhead) * 2 * lanes + lanes);
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
                      bool);

template <std::size_t... kRows>
Tile tile_of(std::size_t rows, std::index_sequence<kRows...>) {
  static constexpr Tile tiles[] = {tile<kRows + 1>...};
  return tiles[rows - 1];
}

void multiply_panels(std::size_t m, std::size_t n, std::size_t k, Strided a, const float* panels,
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
        if (columns == width) {
          run(this_depth, a_tile, a.stride, panel, c_tile, c_stride, depth > 0);
          continue;
        }
        for (std::size_t r = 0; r < rows; ++r) {
          std::memcpy(edge + r * width, c_tile + r * c_stride, columns * sizeof(float));
        }
        run(this_depth, a_tile, a.stride, panel, edge, width, depth > 0);
        for (std::size_t r = 0; r < rows; ++r) {
          std::memcpy(c_tile + r * c_stride, edge + r * width, columns * sizeof(float));
        }
      }
    }
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

Panels::Panels(std::size_t k, std::size_t n)
    : k_(k), n_(n), data_(k * rounded_up(n, width_of_panels())) {}

Panels Panels::of(ConstMatrix b) {
  Panels panels(b.rows, b.cols);
  const std::size_t width = width_of_panels();
  float* to = panels.data_.data();
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
  return panels;
}

Panels Panels::of_transposed(ConstMatrix b_t) {
  const std::size_t k = b_t.cols;
  Panels panels(k, b_t.rows);
  const std::size_t width = width_of_panels();
  constexpr std::size_t kStep = 16;  // one cache line of each row at a time
  float* panel = panels.data_.data();
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
  return panels;
}

void Panels::multiply(std::size_t m, Strided a, float* c, std::size_t c_stride) const {
  HWY_DYNAMIC_DISPATCH(multiply_panels)(m, n_, k_, a, data_.data(), c, c_stride);
}

}  // namespace winnow
#endif  // HWY_ONCE
