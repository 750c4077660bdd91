// model/predictions.h - what a model says about the premises of a split, as a table in a file.
// in: logits, a store     out: lines `example premise label logit`, and back
#pragma once

#include "data/store.h"
#include "winnow/evaluation.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

// What was true, for a list of examples.
struct ExampleLabels {
  std::vector<bool> useful;              // example after example
  std::vector<std::uint64_t> item_ends;  // [examples]
};
ExampleLabels answers(const Store& store, std::span<const ExampleId> examples);
inline Evaluation evaluate(std::span<const float> logits, const ExampleLabels& answers) {
  return evaluate(logits, answers.useful, answers.item_ends);
}
inline Comparison compare(std::span<const float> first, std::span<const float> second,
                          const ExampleLabels& answers) {
  return compare(first, second, answers.useful, answers.item_ends);
}

// The examples of a split; throws InputError if the store, which came from `file`, has no such
// split.
std::vector<ExampleId> split_examples(const Store& store, const std::string& file,
                                      std::string_view split);

// The table that `winnow score` writes: example, premise, label and logit (nine digits).
std::string predictions_table(const Store& store, std::span<const ExampleId> examples,
                              std::span<const float> logits);
struct Predictions {
  std::vector<float> logits;  // example after example
  ExampleLabels answers;
  std::vector<std::string> examples = {};  // names, of predictions that come from a table
};
// Reads it back; throws InputError naming the line that is wrong.
Predictions read_predictions(const std::string& file);

}  // namespace winnow
