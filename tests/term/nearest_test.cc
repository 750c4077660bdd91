#include "term/nearest.h"

#include <gtest/gtest.h>

#include <vector>

namespace winnow {
namespace {

const std::vector<std::string_view> kWords = {"joint", "pair",   "prove",
                                              "train", "--time", "--time-limit"};

TEST(Nearest, FindsWhatWasMistyped) {
  EXPECT_EQ(nearest("jiont", kWords), "joint");   // swapped
  EXPECT_EQ(nearest("joit", kWords), "joint");    // left out
  EXPECT_EQ(nearest("prrove", kWords), "prove");  // added
  EXPECT_EQ(nearest("trein", kWords), "train");   // changed
  EXPECT_EQ(nearest("PAIR", kWords), "pair");     // another case
  EXPECT_EQ(nearest("--tiem-limit", kWords), "--time-limit");
}

TEST(Nearest, SaysNothingWhereNothingIsNear) {
  EXPECT_EQ(nearest("axioms", kWords), "");
  EXPECT_EQ(nearest("", kWords), "");
  EXPECT_EQ(nearest("x", kWords), "");
  EXPECT_EQ(nearest(std::string(100'000, 'p'), kWords), "");
  EXPECT_EQ(nearest("pair", {}), "");
}

TEST(Nearest, PrefersTheNearestAndThenTheFirst) {
  const std::vector<std::string_view> names = {"a_12", "a_1", "a_2"};
  EXPECT_EQ(nearest("a_3", names), "a_1");
  EXPECT_EQ(nearest("A_2", names), "a_2");
}

TEST(Nearest, IsTheHintBeforeTheOtherHint) {
  EXPECT_EQ(hint_with_nearest("pairs", kWords, "joint or pair"),
            "did you mean 'pair'? joint or pair");
  EXPECT_EQ(hint_with_nearest("axioms", kWords, "joint or pair"), "joint or pair");
}

}  // namespace
}  // namespace winnow
