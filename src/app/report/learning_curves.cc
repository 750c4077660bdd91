#include "app/report/learning_curves.h"

#include <fmt/format.h>

#include <algorithm>

namespace winnow {

std::string learning_curves(const std::string& title, const std::vector<LearningCurve>& all) {
  std::vector<LearningCurve> curves = all;
  std::erase_if(curves, [](const LearningCurve& curve) { return curve.accuracies.empty(); });
  std::ranges::stable_sort(curves, std::ranges::greater(), [](const LearningCurve& curve) {
    return std::ranges::max(curve.accuracies);
  });
  const double high = curves.empty() ? 1 : 0;  // without a point, an axis needs a range
  LinePlot plot{.name = title,
                .x = {.name = "epoch (accuracy begins near the lowest, not at zero)",
                      .high = high,
                      .whole = true},
                .y = {.name = "dev accuracy", .high = high, .percent = true},
                .series = {},
                .legend = true,
                .title = title};
  for (const LearningCurve& curve : curves) {
    PlotSeries& series = plot.series.emplace_back();
    series.name = fmt::format("{}  {:.2f}", curve.name, 100 * std::ranges::max(curve.accuracies));
    series.colour = curve.colour;
    series.stroke = curve.stroke;
    for (std::size_t epoch = 1; epoch <= curve.accuracies.size(); ++epoch) {
      const double accuracy = curve.accuracies[epoch - 1];
      series.points.push_back(
          {static_cast<double>(epoch), accuracy,
           fmt::format("{}, epoch {}: {:.2f} %", curve.name, epoch, 100 * accuracy), ""});
    }
  }
  return standalone(line_plot(plot));
}

}  // namespace winnow
