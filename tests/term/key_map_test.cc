#include "term/key_map.h"

#include "term/hash.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

TEST(KeyMap, KeepsTheFirstNumberOfAKey) {
  KeyMap map;
  EXPECT_TRUE(map.insert(7, 1).is_new);
  EXPECT_FALSE(map.insert(7, 2).is_new);
  EXPECT_EQ(map.insert(7, 3).value, 1u);
  EXPECT_EQ(map.find(7), 1u);
  EXPECT_EQ(map.find(8), std::nullopt);
}

TEST(KeyMap, HasWhatWasInsertedHoweverItGrew) {
  KeyMap small, large(5000);
  for (std::uint32_t i = 0; i < 5000; ++i) {
    EXPECT_TRUE(small.insert(mix(i, 1), i).is_new);
    EXPECT_TRUE(large.insert(mix(i, 1), i).is_new);
  }
  EXPECT_EQ(small.size(), 5000u);
  for (std::uint32_t i = 0; i < 5000; ++i) {
    EXPECT_EQ(small.find(mix(i, 1)), i);
    EXPECT_EQ(large.find(mix(i, 1)), i);
    EXPECT_EQ(small.find(mix(i, 2)), std::nullopt);
  }
}

TEST(KeyMap, ZeroIsAKeyLikeOthers) {
  KeyMap map;
  EXPECT_EQ(map.find(0), std::nullopt);
  map.insert(0, 0);
  EXPECT_EQ(map.find(0), 0u);
}

}  // namespace
}  // namespace winnow
