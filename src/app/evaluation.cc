#include "app/evaluation.h"

#include "data/text_file.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <filesystem>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

// Cuts `line` at tabs.
std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  for (std::size_t begin = 0;;) {
    std::size_t end = line.find('\t', begin);
    fields.push_back(line.substr(begin, end - begin));
    if (end == std::string_view::npos) return fields;
    begin = end + 1;
  }
}

}  // namespace

Answers answers(const Store& store, std::span<const ExampleId> examples) {
  Answers result;
  for (ExampleId example : examples) {
    for (Premise premise : store.premises(example)) result.useful.push_back(premise.useful());
    result.item_ends.push_back(result.useful.size());
  }
  return result;
}

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

std::string predictions_table(const Store& store, std::span<const ExampleId> examples,
                              std::span<const float> logits) {
  fmt::memory_buffer text;
  fmt::format_to(fmt::appender(text), "example\tpremise\tlabel\tlogit\n");
  std::size_t at = 0;
  for (ExampleId example : examples) {
    std::size_t step = 0;
    for (Premise premise : store.premises(example)) {
      std::string_view name = store.name(premise.formula());
      fmt::format_to(fmt::appender(text), "{}\t{}\t{}\t{:.9g}\n", store.name(example),
                     name.empty() ? fmt::format("{}", step) : std::string(name),
                     premise.useful() ? 1 : 0, logits[at++]);
      ++step;
    }
  }
  return fmt::to_string(text);
}

Predictions read_predictions(const std::string& file) {
  std::string text = read_text_file(file);
  Predictions result;
  std::string_view example;
  for (const Line& line : lines_of(text)) {
    if (line.number == 1 && line.text.starts_with("example\t")) continue;
    auto fields = fields_of(line.text);
    Place at{file, line.number};
    if (fields.size() != 4 || (fields[2] != "0" && fields[2] != "1"))
      throw InputError(at, "expected example, premise, label (0 or 1) and logit, with tabs between",
                       "'winnow score' writes such tables");
    float logit = 0;
    auto [end, error] = std::from_chars(fields[3].data(), fields[3].data() + fields[3].size(), logit);
    if (error != std::errc() || end != fields[3].data() + fields[3].size() || !std::isfinite(logit))
      throw InputError(at, fmt::format("'{}' is not a logit", fields[3]));
    if (fields[0] != example && !result.logits.empty())
      result.answers.item_ends.push_back(result.logits.size());
    example = fields[0];
    result.logits.push_back(logit);
    result.answers.useful.push_back(fields[2] == "1");
  }
  if (result.logits.empty()) throw InputError(Place{file}, "no predictions");
  result.answers.item_ends.push_back(result.logits.size());
  return result;
}

std::string model_name(const std::string& file) {
  std::filesystem::path path(file);
  if (path.filename() == "best.safetensors" && path.has_parent_path()) return path.parent_path().string();
  return path.replace_extension().string();
}

}  // namespace winnow
