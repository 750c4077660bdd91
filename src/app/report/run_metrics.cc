#include "app/report/run_metrics.h"

#include "data/text_file.h"
#include "winnow/error.h"

#include <nlohmann/json.hpp>

#include <cmath>

namespace winnow {

std::vector<MetricsLine> read_metrics(const std::string& file) {
  using Json = nlohmann::ordered_json;
  std::vector<MetricsLine> metrics;
  std::string text = read_text_file(file);
  for (const TextLine& line : lines_of(text)) {
    try {
      Json json = Json::parse(line.text);
      metrics.push_back({json.at("epoch"), json.at("train_loss"), json.at("train_accuracy"),
                         json.at("dev_loss"), json.at("dev_accuracy"), json.at("minutes")});
    } catch (const Json::exception&) {
      // A run that goes on, or was killed, may have written half of its last line.
      if (line.text.data() + line.text.size() == text.data() + text.size()) break;
      throw InputError(Place{file, line.number}, "not a line of metrics",
                       "docs/training.md describes them");
    }
  }
  return metrics;
}

bool ends_an_epoch(const MetricsLine& line) { return line.epoch == std::floor(line.epoch); }

}  // namespace winnow
