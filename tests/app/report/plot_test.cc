#include "app/report/plot.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(Plot, TicksAreRoundAndCoverTheRange) {
  EXPECT_EQ(ticks(0, 1, 6, false), (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
  EXPECT_EQ(ticks(1, 4, 6, true), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(ticks(2, 2, 6, true), (std::vector<double>{2}));
}

TEST(Plot, OnePointIsNoDivisionByZero) {
  LinePlot plot{"one",
                {"x", 0, 0, false, true},
                {"y", 0, 0, true, false},
                {{"run", {{1, 0.5, "here", "12"}}, 0, false}},
                false,
                false};
  EXPECT_THAT(line_plot(plot), Not(HasSubstr("nan")));
  EXPECT_THAT(line_plot(plot), HasSubstr("<title>here</title>"));
  EXPECT_THAT(line_plot(plot), HasSubstr(">12</text>"));
  EXPECT_THAT(bar_plot("bars", {{"a & b", "*", 0.5, 0}}, 0.5), HasSubstr("a &amp; b"));
}

TEST(Plot, BarsThatDoNotBeginAtZeroSaySo) {
  EXPECT_THAT(bar_plot("bars", {{"a", "", 0.7, 0}}, 0.5), HasSubstr("bars begin at 50 %"));
  EXPECT_THAT(bar_plot("bars", {{"a", "", 0.7, 0}}, 0), Not(HasSubstr("bars begin")));
}

TEST(Plot, ALogarithmicAxisHasItsTicksAtPowersOfTen) {
  LinePlot plot{"log",
                {"x", 0, 4, false, true},
                {"y", 0.01, 10, false, false, true},
                {{"run", {{1, 0.1, "", ""}, {2, 0, "", ""}}, 0, false}},
                false,
                true};
  std::string svg = line_plot(plot);
  for (const char* tick : {">0.01<", ">0.1<", ">1<", ">10<"}) EXPECT_THAT(svg, HasSubstr(tick));
  EXPECT_THAT(svg, Not(HasSubstr("inf")));
  EXPECT_THAT(svg, HasSubstr(">run</text>"));  // the legend
}

// Programs other than browsers do not know variables of CSS.
TEST(Plot, AFileOfItsOwnHasNoVariables) {
  std::string svg = standalone(bar_plot("bars", {{"a", "", 0.7, 0}}, 0));
  EXPECT_THAT(svg, Not(HasSubstr("var(")));
  EXPECT_THAT(svg, HasSubstr("color:#2563c9"));
}

TEST(Plot, AStrokeIsInThePictureAndBesideItsName) {
  const LinePlot plot{.name = "strokes",
                      .x = {"x", 0, 1},
                      .y = {"y", 0, 1},
                      .series = {{"solid", {{0, 0, "", ""}}, 0, false},
                                 {"dotted", {{1, 1, "", ""}}, 1, false, Stroke::dotted}},
                      .legend = true};
  const std::string svg = line_plot(plot);
  const std::string dots = "stroke-dasharray=\"2 4\"";
  const std::size_t first = svg.find(dots), second = svg.find(dots, first + 1);
  ASSERT_NE(second, std::string::npos);
  EXPECT_EQ(svg.find(dots, second + 1), std::string::npos);
  EXPECT_LT(svg.find(">solid</text>"), second);
  EXPECT_LT(second, svg.find(">dotted</text>"));
}

// 330 high and 560 + 150 wide is the least.
TEST(Plot, APictureGrowsWithItsLegendAndItsTitle) {
  LinePlot plot{
      .name = "growing", .x = {"x", 0, 1}, .y = {"y", 0, 1}, .series = {}, .legend = true};
  EXPECT_THAT(line_plot(plot), HasSubstr("viewBox=\"0 0 710 330\""));
  plot.title = "a & b";
  EXPECT_THAT(line_plot(plot), HasSubstr("viewBox=\"0 0 710 350\""));
  EXPECT_THAT(line_plot(plot), HasSubstr(">a &amp; b</text>"));
  plot.series.resize(30);
  EXPECT_THAT(line_plot(plot), HasSubstr("viewBox=\"0 0 710 634\""));
  plot.series.front().name = std::string(40, 'm');
  EXPECT_THAT(line_plot(plot), HasSubstr("viewBox=\"0 0 882 634\""));
}

}  // namespace
}  // namespace winnow
