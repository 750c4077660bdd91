#include "model/predictions.h"

#include "data/table_text.h"
#include "data/text_file.h"
#include "text/input_file.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace winnow {

namespace {

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

ExampleLabels answers(const Store& store, std::span<const ExampleId> examples) {
  ExampleLabels result;
  for (ExampleId example : examples) {
    for (Premise premise : store.premises(example)) result.useful.push_back(premise.useful());
    result.item_ends.push_back(result.useful.size());
  }
  return result;
}

std::vector<ExampleId> split_examples(const Store& store, const std::string& file,
                                      std::string_view split) {
  const SplitId found = split_called(store, split, Place{input_name(file)});
  std::vector<ExampleId> examples;
  for (ExampleId example : store.examples(found)) examples.push_back(example);
  if (examples.empty())
    throw InputError(Place{input_name(file)}, fmt::format("the split '{}' has no examples", split));
  return examples;
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
      fmt::format_to(fmt::appender(text), "{}\t{}\t{}\t{:.9g}\n", escaped(store.name(example)),
                     name.empty() ? fmt::format("{}", step) : escaped(name),
                     premise.useful() ? 1 : 0, logits[at++]);
      ++step;
    }
  }
  return fmt::to_string(text);
}

Predictions read_predictions(const std::string& file) {
  std::string text = read_text_file(file);
  Predictions result;
  for (const TextLine& line : lines_of(text)) {
    if (line.number == 1 && line.text.starts_with("example\t")) continue;
    auto fields = fields_of(line.text);
    Place at{input_name(file), line.number};
    if (fields.size() != 4 || (fields[2] != "0" && fields[2] != "1"))
      throw InputError(at, "expected example, premise, label (0 or 1) and logit, with tabs between",
                       "'winnow score' writes such tables");
    float logit = 0;
    auto [end, error] =
        std::from_chars(fields[3].data(), fields[3].data() + fields[3].size(), logit);
    if (error != std::errc() || end != fields[3].data() + fields[3].size() || !std::isfinite(logit))
      throw InputError(at, fmt::format("'{}' is not a logit", fields[3]));
    std::string example = unescaped(fields[0]);
    if (result.examples.empty() || example != result.examples.back()) {
      if (!result.examples.empty()) result.answers.item_ends.push_back(result.logits.size());
      result.examples.push_back(std::move(example));
    }
    result.logits.push_back(logit);
    result.answers.useful.push_back(fields[2] == "1");
  }
  if (result.logits.empty()) throw InputError(Place{input_name(file)}, "no predictions");
  result.answers.item_ends.push_back(result.logits.size());
  return result;
}

}  // namespace winnow
