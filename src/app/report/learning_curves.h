// app/report/learning_curves.h - how dev accuracy rose, one line a run, in one picture.
// in: curves with names     out: an SVG file's text
// Lines are named beside the picture with their best accuracy, the best first.
#pragma once

#include "app/report/plot.h"

#include <string>
#include <vector>

namespace winnow {

struct LearningCurve {
  std::string name;
  std::vector<double> accuracies;  // after each epoch
  std::size_t colour = 0;          // which of the eight (plot.h)
  Stroke stroke = Stroke::solid;
};

std::string learning_curves(const std::string& title, const std::vector<LearningCurve>& curves);

}  // namespace winnow
