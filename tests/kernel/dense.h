// dense.h - matrices for tests: random, in float and in double with the same numbers, compared.
#pragma once

#include "kernel/matrix.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <span>
#include <vector>

namespace winnow {

template <class Real>
struct Dense {
  std::size_t rows = 0, cols = 0;
  std::vector<Real> values;

  Dense(std::size_t row_count, std::size_t col_count, Real fill = 0)
      : rows(row_count), cols(col_count), values(row_count * col_count, fill) {}
  template <class Other>
  explicit Dense(const Dense<Other>& other)
      : rows(other.rows), cols(other.cols), values(other.values.begin(), other.values.end()) {}

  operator MatrixSpan<Real>() { return {values.data(), rows, cols}; }
  operator MatrixSpan<const Real>() const { return {values.data(), rows, cols}; }
  operator std::span<Real>() { return values; }
  operator std::span<const Real>() const { return values; }
  std::span<Real> row(std::size_t i) { return {values.data() + i * cols, cols}; }
};

// Numbers between -1 and 2: lopsided, so that mistakes of sign or symmetry do not cancel.
inline Dense<float> random_dense(std::size_t rows, std::size_t cols, unsigned seed) {
  std::mt19937 random(seed);
  Dense<float> out(rows, cols);
  for (float& value : out.values) value = static_cast<float>(random() % 30001) / 10000.f - 1.f;
  return out;
}

inline std::vector<std::uint32_t> random_rows(std::size_t size, std::uint32_t below,
                                              unsigned seed) {
  std::mt19937 random(seed);
  std::vector<std::uint32_t> out(size);
  for (auto& row : out) row = static_cast<std::uint32_t>(random() % below);
  return out;
}

// Largest difference, relative to the largest truth (or to 1, if all of the truth is smaller).
template <class Real, class Truth>
double relative_difference(const Dense<Real>& out, const Dense<Truth>& truth) {
  EXPECT_EQ(out.values.size(), truth.values.size());
  double difference = 0, most = 1;
  for (std::size_t i = 0; i < truth.values.size(); ++i) {
    const double gap = std::abs(static_cast<double>(out.values[i]) - truth.values[i]);
    if (!(gap <= difference)) difference = gap;  // also when it is not a number
    most = std::max(most, std::abs(static_cast<double>(truth.values[i])));
  }
  return difference / most;
}

// The loss whose gradient with respect to `out` is `d_out`.
inline double loss_of(const Dense<double>& out, const Dense<double>& d_out) {
  double loss = 0;
  for (std::size_t i = 0; i < out.values.size(); ++i) loss += out.values[i] * d_out.values[i];
  return loss;
}

// d_x against central differences of loss() in every element of x.
template <class Loss>
void expect_gradient(Dense<double>& x, const Dense<double>& d_x, Loss&& loss) {
  constexpr double kStep = 1e-5;
  for (std::size_t i = 0; i < x.values.size(); ++i) {
    const double at = x.values[i];
    x.values[i] = at + kStep;
    const double above = loss();
    x.values[i] = at - kStep;
    const double below = loss();
    x.values[i] = at;
    const double slope = (above - below) / (2 * kStep);
    EXPECT_NEAR(d_x.values[i], slope, 1e-6 * std::max(1.0, std::abs(slope))) << "element " << i;
  }
}

inline constexpr std::size_t kWidths[] = {1, 7, 100, 128, 256};
inline constexpr double kClose = 1e-5;

}  // namespace winnow
