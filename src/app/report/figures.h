// app/report/figures.h - figures about the predictions of models as JSON, for eval, ablate, report.
#pragma once

#include "winnow/evaluation.h"

#include <nlohmann/json.hpp>

#include <string>

namespace winnow {

nlohmann::ordered_json to_json(const Evaluation& evaluation);

nlohmann::ordered_json to_json(const Comparison& comparison);

// A p for people: "0.0312", "4.4e-07", and "< 1e-300" where a double has no smaller number.
std::string p_text(double p_value);

// "runs/first/best.safetensors" is known as "runs/first".
std::string model_name(const std::string& file);

}  // namespace winnow
