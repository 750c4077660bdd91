#include "data/ahead.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace winnow {
namespace {

TEST(Ahead, GivesItemsInOrder) {
  Ahead<std::size_t> squares(1000, 3, [](std::size_t i) { return i * i; });
  for (std::size_t i = 0; i < 1000; ++i) ASSERT_EQ(squares.next(), i * i);
  EXPECT_EQ(squares.next(), std::nullopt);
}

TEST(Ahead, ThrowsInTheItemsPlaceAndGoesOn) {
  Ahead<int> items(3, 2, [](std::size_t i) {
    if (i == 1) throw std::runtime_error("one");
    return static_cast<int>(i);
  });
  EXPECT_EQ(items.next(), 0);
  EXPECT_THROW(items.next(), std::runtime_error);
  EXPECT_EQ(items.next(), 2);
}

TEST(Ahead, MayBeLeftEarly) {
  Ahead<int> items(1000000, 2, [](std::size_t i) { return static_cast<int>(i); });
  EXPECT_EQ(items.next(), 0);
}

}  // namespace
}  // namespace winnow
