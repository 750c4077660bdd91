#include "app/evaluation.h"

#include "winnow/error.h"

#include <fmt/format.h>

#include <filesystem>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::vector<ExampleId> split_examples(const Store& store, const std::string& store_name,
                                      const std::string& split) {
  auto found = store.find_split(split);
  if (!found)
    throw InputError(Place{store_name}, fmt::format("no split called '{}'", split),
                     "'winnow data info' lists the splits");
  std::vector<ExampleId> examples;
  for (ExampleId example : store.examples(*found)) examples.push_back(example);
  return examples;
}

Evaluation evaluate(std::span<const float> logits, const Answers& answers) {
  return {binary_metrics(logits, answers.useful),
          example_metrics(logits, answers.useful, answers.item_ends),
          calibration(logits, answers.useful)};
}

Json to_json(const Evaluation& e) {
  Json bins = Json::array();
  for (const CalibrationBin& bin : e.calibrated.bins)
    bins.push_back({{"premises", bin.items}, {"said", bin.said}, {"was", bin.was}});
  Json quantiles = Json::array();
  for (std::size_t i = 0; i < kQuantiles.size(); ++i)
    quantiles.push_back({{"share", kQuantiles[i]}, {"accuracy", e.by_example.quantiles[i]}});
  return {{"accuracy", e.binary.accuracy},
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

Json to_json(const McNemar& test) {
  return {{"only_first", test.only_first},
          {"only_second", test.only_second},
          {"p_value", test.p_value},
          {"test", test.exact ? "exact binomial" : "chi-square"}};
}

std::string p_text(const McNemar& test) {
  if (test.p_value < 1e-300) return "< 1e-300";
  return test.p_value < 1e-4 ? fmt::format("{:.1e}", test.p_value) : fmt::format("{:.4f}", test.p_value);
}

std::string model_name(const std::string& file) {
  std::filesystem::path path(file);
  if (path.filename() == "best.safetensors" && path.has_parent_path()) return path.parent_path().string();
  return path.replace_extension().string();
}

}  // namespace winnow
