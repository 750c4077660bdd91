#include "term/ragged.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

namespace winnow {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Ragged, EachListBeginsWhereTheOneBeforeItEnds) {
  const std::vector<std::uint32_t> ends = {2, 2, 5};
  const std::vector<std::string> items = {"a", "b", "c", "d", "e"};
  EXPECT_EQ(Ends(ends).begin(0), 0u);
  EXPECT_EQ(Ends(ends).begin(2), 2u);
  EXPECT_EQ(Ends(ends).size(1), 0u);
  EXPECT_THAT(Ends(ends).list(items, 0), ElementsAre("a", "b"));
  EXPECT_THAT(Ends(ends).list(items, 1), IsEmpty());
  EXPECT_THAT(Ends(ends).list(items, 2), ElementsAre("c", "d", "e"));
}

TEST(Ragged, TakesPointersAndSpansOfAnyWidth) {
  const std::uint64_t ends[] = {1, 3};
  const char items[] = {'x', 'y', 'z'};
  EXPECT_THAT(Ends(&ends[0]).list(&items[0], 1), ElementsAre('y', 'z'));
  EXPECT_THAT(Ends(std::span(ends)).list(std::span(items), 0), ElementsAre('x'));
}

}  // namespace
}  // namespace winnow
