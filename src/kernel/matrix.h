// kernel/matrix.h - a dense row-major matrix in somebody else's memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace winnow {

template <class Real>
struct MatrixSpan {
  Real* data = nullptr;
  std::size_t rows = 0;
  std::size_t cols = 0;

  std::span<Real> row(std::size_t i) const { return {data + i * cols, cols}; }
  std::span<Real> all() const { return {data, rows * cols}; }
  std::size_t size() const { return rows * cols; }
  operator MatrixSpan<const Real>() const { return {data, rows, cols}; }
};

using Matrix = MatrixSpan<float>;
using ConstMatrix = MatrixSpan<const float>;

using Rows = std::span<const std::uint32_t>;  // row numbers
using Weights = std::span<const float>;       // how many nodes a row stands for

}  // namespace winnow
