// app/evaluation.h - predictions of one model and all figures about them, for eval, ablate, report.
// in: a model and a split, or a table that `winnow score` wrote     out: figures, also as JSON
#pragma once

#include "data/store.h"
#include "model/metrics.h"
#include "model/model.h"

#include <nlohmann/json.hpp>

#include <functional>
#include <string>
#include <vector>

namespace winnow {

// What was true, for a list of examples.
struct Answers {
  std::vector<bool> useful;              // example after example
  std::vector<std::uint64_t> item_ends;  // [examples]
};
Answers answers(const Store& store, std::span<const ExampleId> examples);

// The examples of a split; throws InputError if the store has no such split.
std::vector<ExampleId> split_examples(const Store& store, const std::string& store_name,
                                      const std::string& split);

struct Evaluation {
  BinaryMetrics binary;
  ExampleMetrics by_example;
  Calibration calibrated;
};
Evaluation evaluate(std::span<const float> logits, const Answers& answers);

nlohmann::ordered_json to_json(const Evaluation& evaluation);
nlohmann::ordered_json to_json(const McNemar& test);
// Its p for people: "0.0312", "4.4e-07", and "< 1e-300" where a double has no smaller number.
std::string p_text(const McNemar& test);

// The table that `winnow score` writes: example, premise, label and logit (nine digits).
std::string predictions_table(const Store& store, std::span<const ExampleId> examples,
                              std::span<const float> logits);
struct Predictions {
  std::vector<float> logits;
  Answers answers;
};
// Reads it back; throws InputError naming the line that is wrong.
Predictions read_predictions(const std::string& file);

// "runs/first/best.safetensors" is known as "runs/first".
std::string model_name(const std::string& file);

}  // namespace winnow
