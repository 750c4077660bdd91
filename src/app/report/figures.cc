#include "app/report/figures.h"

#include <fmt/format.h>

#include <filesystem>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

Json to_json(const Evaluation& e) {
  Json bins = Json::array();
  for (const CalibrationBin& bin : e.calibrated.bins)
    bins.push_back({{"premises", bin.items}, {"said", bin.said}, {"was", bin.was}});
  Json quantiles = Json::array();
  for (std::size_t i = 0; i < kQuantiles.size(); ++i)
    quantiles.push_back({{"share", kQuantiles[i]}, {"accuracy", e.by_example.quantiles[i]}});
  return {{"accuracy", e.binary.accuracy},
          {"accuracy_interval", {e.interval.low, e.interval.high}},
          {"precision", e.binary.precision},
          {"recall", e.binary.recall},
          {"auc", e.binary.auc},
          {"average_precision", e.binary.average_precision},
          {"loss", e.binary.loss},
          {"by_example",
           {{"mean", e.by_example.mean},
            {"perfect", e.by_example.perfect},
            {"examples", e.by_example.examples},
            {"quantiles", std::move(quantiles)},
            {"histogram", e.by_example.histogram}}},
          {"calibration", {{"error", e.calibrated.error}, {"bins", std::move(bins)}}}};
}

Json to_json(const Comparison& comparison) {
  const McNemar& premises = comparison.premises;
  const PermutationTest& examples = comparison.examples;
  return {{"only_first", premises.only_first},
          {"only_second", premises.only_second},
          {"difference", examples.difference},
          {"p_value", examples.p_value},
          {"test", "permutation of examples"},
          {"differing_examples", examples.examples},
          {"mcnemar_p_value", premises.p_value},
          {"mcnemar_test", premises.exact ? "exact binomial" : "chi-square"}};
}

std::string p_text(double p_value) {
  if (p_value < 1e-300) return "< 1e-300";
  return p_value < 1e-4 ? fmt::format("{:.1e}", p_value) : fmt::format("{:.4f}", p_value);
}

std::string model_name(const std::string& file) {
  std::filesystem::path path(file);
  if (path.filename() == "best.safetensors" && path.has_parent_path())
    return path.parent_path().string();
  return path.replace_extension().string();
}

}  // namespace winnow
