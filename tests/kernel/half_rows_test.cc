// Inner products with rows of 16-bit floats.
#include "kernel/half.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace winnow {
namespace {

TEST(DotRows, AgreeWithTheReferenceAtEveryLength) {
  for (std::size_t size : {1u, 7u, 8u, 16u, 33u, 97u}) {
    std::vector<float> query, values;
    for (std::size_t i = 0; i < size; ++i) query.push_back(std::sin(static_cast<float>(i)));
    for (std::size_t i = 0; i < 5 * size; ++i)
      values.push_back(std::cos(static_cast<float>(3 * i)));
    std::vector<std::uint16_t> halves = narrow_clamped(values);
    std::vector<const std::uint16_t*> rows;
    for (std::size_t n = 0; n < 5; ++n) rows.push_back(halves.data() + n * size);
    std::vector<float> fast(5), reference(5);
    dot_rows(query, rows, fast);
    dot_rows_ref(query, rows, reference);
    for (std::size_t n = 0; n < 5; ++n) EXPECT_NEAR(fast[n], reference[n], 1e-4f) << size;
  }
}

// On every processor: without instructions for it, conversions are computed.
TEST(Halves, WhatIsNoFiniteNumberStaysSo) {
  const float infinity = std::numeric_limits<float>::infinity();
  const std::vector<float> values = {70000, -70000, infinity, -infinity, std::nanf(""), 65504,
                                     1,     0,      -2,       65519,     1e-9f};
  std::vector<std::uint16_t> halves(values.size());
  narrow(values, halves);
  std::vector<float> again(values.size());
  widen(halves, again);
  EXPECT_TRUE(std::isnan(again[4]));
  again[4] = 0;
  EXPECT_EQ(again, (std::vector<float>{infinity, -infinity, infinity, -infinity, 0, 65504, 1, 0, -2,
                                       65504, 0}));
}

TEST(NarrowClamped, HasNumbersOnly) {
  const std::vector<float> large = {1e9f, -1e9f, 1};
  std::vector<float> again(3);
  widen(narrow_clamped(large), again);
  EXPECT_EQ(again, (std::vector<float>{65504, -65504, 1}));
}

}  // namespace
}  // namespace winnow
