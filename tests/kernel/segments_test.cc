#include "kernel/segments.h"

#include "dense.h"
#include "kernel/ops_ref.h"
#include "winnow/error.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

// Segments of 1, 2, ... 9 entries over 13 rows, and the same with empty ones between.
struct Example {
  std::vector<std::uint32_t> ends, rows;
  std::vector<float> weights;

  explicit Example(bool with_empty) {
    std::uint32_t end = 0;
    for (std::uint32_t size = 1; size < 10; ++size) {
      ends.push_back(end += size);
      if (with_empty) ends.push_back(end);
    }
    rows = random_rows(end, 13, 1);
    weights = random_dense(1, end, 2).values;
  }
  Segments weighted() const { return {ends, rows, weights}; }
  Segments plain() const { return {ends, rows, {}}; }
};

TEST(SegmentSum, AgreesWithReference) {
  const Example example(true);
  for (const std::size_t width : kWidths)
    for (const Segments& segments : {example.plain(), example.weighted()}) {
      const auto x = random_dense(13, width, 3);
      Dense<float> out(segments.ends.size(), width, 9), truth(segments.ends.size(), width);
      segment_sum(x, segments, out);
      ref::segment_sum<float>(x, segments, truth);
      EXPECT_LT(relative_difference(out, truth), kClose);

      const auto d_out = random_dense(segments.ends.size(), width, 4);
      Dense<float> d_x(13, width, 1);
      Dense<double> d_truth(13, width, 1);
      segment_sum_backward(d_out, segments, d_x);
      ref::segment_sum_backward<double>(Dense<double>(d_out), segments, d_truth);
      EXPECT_LT(relative_difference(d_x, d_truth), kClose);
    }
}

TEST(SegmentSum, GradientIsTheSlope) {
  const Example example(true);
  const Segments segments = example.weighted();
  Dense<double> x(random_dense(13, 2, 3)), d_x(13, 2);
  const Dense<double> d_out(random_dense(segments.ends.size(), 2, 4));
  ref::segment_sum_backward<double>(d_out, segments, d_x);
  expect_gradient(x, d_x, [&] {
    Dense<double> out(segments.ends.size(), 2);
    ref::segment_sum<double>(x, segments, out);
    return loss_of(out, d_out);
  });
}

TEST(SegmentMax, AgreesWithReference) {
  const Example example(false);
  for (const std::size_t width : kWidths) {
    const auto x = random_dense(13, width, 3);
    Dense<float> out(9, width), truth(9, width);
    std::vector<std::uint32_t> from(9 * width), from_truth(9 * width);
    segment_max(x, example.plain(), out, from);
    ref::segment_max<float>(x, example.plain(), truth, from_truth);
    EXPECT_EQ(out.values, truth.values);
    EXPECT_EQ(from, from_truth);

    const auto d_out = random_dense(9, width, 4);
    Dense<float> d_x(13, width, 1);
    Dense<double> d_truth(13, width, 1);
    segment_max_backward(d_out, from, d_x);
    ref::segment_max_backward<double>(Dense<double>(d_out), from_truth, d_truth);
    EXPECT_LT(relative_difference(d_x, d_truth), kClose);
  }
}

TEST(SegmentMax, GradientIsTheSlope) {
  const Example example(false);
  Dense<double> x(random_dense(13, 2, 3)), d_x(13, 2), out(9, 2);
  const Dense<double> d_out(random_dense(9, 2, 4));
  std::vector<std::uint32_t> from(18);
  ref::segment_max<double>(x, example.plain(), out, from);
  ref::segment_max_backward<double>(d_out, from, d_x);
  expect_gradient(x, d_x, [&] {
    ref::segment_max<double>(x, example.plain(), out, from);
    return loss_of(out, d_out);
  });
}

TEST(SegmentMax, OfEqualRowsTheFirstWins) {
  for (const std::size_t width : kWidths) {
    const Dense<float> x(4, width, 5.f);
    const std::uint32_t ends[] = {3, 5}, rows[] = {2, 0, 1, 3, 0};
    Dense<float> out(2, width);
    std::vector<std::uint32_t> from(2 * width);
    segment_max(x, {ends, rows, {}}, out, from);
    for (std::size_t c = 0; c < width; ++c) {
      EXPECT_EQ(from[c], 2u);
      EXPECT_EQ(from[width + c], 3u);
    }
  }
}

TEST(SegmentMax, RefusesAnEmptySegment) {
  const std::uint32_t ends[] = {1, 1}, rows[] = {0};
  const Dense<float> x(1, 1);
  Dense<float> out(2, 1);
  std::vector<std::uint32_t> from(2);
  EXPECT_THROW(segment_max(x, {ends, rows, {}}, out, from), ContractError);
}

TEST(Segments, NoSegmentsDoNothing) {
  Dense<float> none(0, 8), x(2, 8, 1.f);
  segment_sum(x, {}, none);
  segment_sum_backward(none, {}, x);
  segment_max(x, {}, none, {});
  segment_max_backward(none, {}, x);
  EXPECT_EQ(x.values, Dense<float>(2, 8, 1.f).values);
}

}  // namespace
}  // namespace winnow
