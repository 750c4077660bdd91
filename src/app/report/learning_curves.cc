#include "app/report/learning_curves.h"

#include "app/report/plot.h"
#include "dag/markup.h"

#include <fmt/format.h>

#include <algorithm>

namespace winnow {

namespace {

constexpr double kCurvesWidth = 860, kCurvesLeft = 62, kCurvesRight = 270, kCurvesTop = 34,
                 kCurvesBottom = 44, kCurvesLine = 17;
constexpr std::size_t kCurveColours = 8;

std::string dashes(Stroke stroke) {
  switch (stroke) {
    case Stroke::solid:
      return "";
    case Stroke::dashed:
      return R"( stroke-dasharray="7 4")";
    case Stroke::dotted:
      return R"( stroke-dasharray="2 4")";
  }
  return "";
}

struct Range {
  double low, high, from, to;  // values, and where they are drawn
  double operator()(double value) const {
    return high > low ? from + (value - low) / (high - low) * (to - from) : (from + to) / 2;
  }
};

}  // namespace

std::string learning_curves(const std::string& title, const std::vector<LearningCurve>& all) {
  std::vector<LearningCurve> curves = all;
  std::erase_if(curves, [](const LearningCurve& curve) { return curve.accuracies.empty(); });
  std::ranges::stable_sort(curves, std::ranges::greater(), [](const LearningCurve& curve) {
    return std::ranges::max(curve.accuracies);
  });
  double lowest = 1, highest = 0;
  std::size_t epochs = 1;
  for (const LearningCurve& curve : curves) {
    epochs = std::max(epochs, curve.accuracies.size());
    for (double accuracy : curve.accuracies) {
      lowest = std::min(lowest, accuracy);
      highest = std::max(highest, accuracy);
    }
  }
  if (lowest > highest) lowest = highest = 0;
  const double height = std::max(
      400.0, kCurvesTop + kCurvesBottom + kCurvesLine * static_cast<double>(curves.size()));
  const std::vector<double> marks =
      ticks(100 * lowest, std::max(100 * highest, 100 * lowest + 1), 8, false);
  const Range x{1, static_cast<double>(epochs), kCurvesLeft, kCurvesWidth - kCurvesRight},
      y{marks.front(), marks.back(), height - kCurvesBottom, kCurvesTop};

  std::string svg =
      fmt::format(R"(<svg class="plot" viewBox="0 0 {} {}" role="img" aria-label="{}">)",
                  kCurvesWidth, height, escape_markup(title)) +
      fmt::format(R"(<text class="name" x="{}" y="18">{}</text>)", kCurvesLeft,
                  escape_markup(title));
  for (double mark : marks)
    svg += fmt::format(
        R"(<line class="grid" x1="{0}" x2="{1}" y1="{2:.1f}" y2="{2:.1f}"/>)"
        R"(<text class="tick" x="{3}" y="{4:.1f}" text-anchor="end">{5:.4g} %</text>)",
        kCurvesLeft, kCurvesWidth - kCurvesRight, y(mark), kCurvesLeft - 6, y(mark) + 4, mark);
  for (double mark : ticks(1, static_cast<double>(epochs), 10, true))
    if (mark >= 1 && mark <= static_cast<double>(epochs))
      svg += fmt::format(R"(<text class="tick" x="{:.1f}" y="{}" text-anchor="middle">{}</text>)",
                         x(mark), height - kCurvesBottom + 17, mark);
  svg += fmt::format(R"(<text class="label" x="{}" y="{}" text-anchor="middle">)"
                     R"(epoch (accuracy begins at {:.4g} %, not at zero)</text>)",
                     (kCurvesLeft + kCurvesWidth - kCurvesRight) / 2, height - 8, marks.front());
  for (std::size_t i = 0; i < curves.size(); ++i) {
    const LearningCurve& curve = curves[i];
    std::string path, dots;
    for (std::size_t epoch = 0; epoch < curve.accuracies.size(); ++epoch) {
      const double at_x = x(static_cast<double>(epoch + 1)),
                   at_y = y(100 * curve.accuracies[epoch]);
      path += fmt::format("{}{:.1f} {:.1f}", path.empty() ? "M" : "L", at_x, at_y);
      dots += fmt::format(
          R"(<circle cx="{:.1f}" cy="{:.1f}" r="2.4"><title>{}, epoch {}: {:.2f} %</title></circle>)",
          at_x, at_y, escape_markup(curve.name), epoch + 1, 100 * curve.accuracies[epoch]);
    }
    const double legend_y = kCurvesTop + kCurvesLine * static_cast<double>(i) + 6,
                 legend_x = kCurvesWidth - kCurvesRight + 22;
    svg += fmt::format(
        R"s(<g class="series" style="--c:var(--s{})"><path d="{}"{}/>{}<path d="M{} {}L{} {}"{}/></g>)s",
        curve.colour % kCurveColours + 1, path, dashes(curve.stroke), dots, legend_x, legend_y,
        legend_x + 26, legend_y, dashes(curve.stroke));
    svg += fmt::format(R"(<text class="name" x="{}" y="{}">{}  {:.2f}</text>)", legend_x + 34,
                       legend_y + 4, escape_markup(curve.name),
                       100 * std::ranges::max(curve.accuracies));
  }
  return standalone(svg + "</svg>");
}

}  // namespace winnow
