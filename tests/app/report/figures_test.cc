#include "app/report/figures.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

TEST(PText, StaysReadableAtBothEnds) {
  EXPECT_EQ(p_text(1), "1.0000");
  EXPECT_EQ(p_text(0.03125), "0.0312");
  EXPECT_EQ(p_text(4.4e-7), "4.4e-07");
  EXPECT_EQ(p_text(0), "< 1e-300");
}

}  // namespace
}  // namespace winnow
