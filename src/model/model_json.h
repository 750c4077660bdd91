// model/model_json.h - what of a model stands as JSON in its file, and is shown to people so.
#pragma once

#include "dag/labels.h"
#include "winnow/options.h"

#include <nlohmann/json_fwd.hpp>

#include <vector>

namespace winnow {

nlohmann::ordered_json json_of(const ModelOptions& options);
nlohmann::ordered_json json_of(const std::vector<LabelTable::Head>& heads);
nlohmann::ordered_json json_of(const LabelTable& labels);

// Throw what nlohmann::json throws, and ContractError for heads that cannot be.
ModelOptions options_of(const nlohmann::ordered_json& json);
std::vector<LabelTable::Head> heads_of(const nlohmann::ordered_json& json);

}  // namespace winnow
