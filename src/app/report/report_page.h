// app/report/report_page.h - training runs as one page of HTML that a person likes to read.
// in: what is known of each run     out: HTML with inline SVG; it loads nothing from elsewhere
#pragma once

#include "app/report/figures.h"
#include "model/predictions.h"

#include <nlohmann/json.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace winnow {

// A line of metrics.jsonl.
struct MetricsLine {
  double epoch = 0, train_loss = 0, train_accuracy = 0, dev_loss = 0, dev_accuracy = 0, minutes = 0;
};

struct ReportRun {
  std::string name;
  std::vector<std::pair<std::string, std::string>> options;  // of the model and its training
  std::string command;
  std::uint64_t parameters = 0, symbols = 0;
  std::vector<MetricsLine> metrics;
  std::optional<Predictions> predictions;  // with them come ROC, calibration, tests
};

std::string report_page(const std::string& title, const std::vector<ReportRun>& runs);

}  // namespace winnow
