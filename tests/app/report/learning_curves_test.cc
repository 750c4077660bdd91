#include "app/report/learning_curves.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(LearningCurves, NameTheBestRunFirst) {
  const std::string svg =
      learning_curves("a run", {{"low", {0.5, 0.7}}, {"high", {0.6, 0.9, 0.8}}});
  EXPECT_THAT(svg, HasSubstr(">a run</text>"));
  const std::size_t best = svg.find(">high  90.00</text>"), other = svg.find(">low  70.00</text>");
  ASSERT_NE(other, std::string::npos);
  EXPECT_LT(best, other);
  EXPECT_THAT(svg, HasSubstr("<title>high, epoch 3: 80.00 %</title>"));
}

// Every line was black: its colour was in a variable that no rule asked for.
TEST(LearningCurves, EachHasItsColourAndItsStroke) {
  const std::string svg = learning_curves(
      "runs", {{"one", {0.9}, 0, Stroke::solid}, {"two", {0.8}, 1, Stroke::dashed}});
  EXPECT_THAT(svg, HasSubstr("<g class=\"series\" style=\"color:#2563c9\"><path d=\"M"));
  EXPECT_THAT(svg, HasSubstr("<g class=\"series\" style=\"color:#d9580d\"><path d=\"M"));
  EXPECT_THAT(svg, HasSubstr("stroke-dasharray=\"7 4\"/>"));
}

TEST(LearningCurves, WithoutAnEpochTheyAreAnEmptyPicture) {
  const std::string svg = learning_curves("none", {{"unfinished", {}}});
  EXPECT_THAT(svg, HasSubstr(">100 %</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("unfinished")));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
}

}  // namespace
}  // namespace winnow
