// app/evaluation.h - all figures about the predictions of one model, for eval, ablate, report.
// in: logits and what was true     out: figures, also as JSON
#pragma once

#include "data/store.h"
#include "model/metrics.h"
#include "model/predictions.h"

#include <nlohmann/json.hpp>

#include <string>
#include <vector>

namespace winnow {

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

// "runs/first/best.safetensors" is known as "runs/first".
std::string model_name(const std::string& file);

}  // namespace winnow
