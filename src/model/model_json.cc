#include "model/model_json.h"

#include "data/json_text.h"
#include "winnow/error.h"

#include <nlohmann/json.hpp>

#include <concepts>
#include <string_view>
#include <utility>

namespace winnow {

using Json = nlohmann::ordered_json;

Json json_of(const ModelOptions& options) {
  Json json;
  each_option(options, [&](std::string_view name, const auto& value, std::string_view) {
    json[std::string(name)] = value;
  });
  return json;
}

Json json_of(const std::vector<LabelTable::Head>& heads) {
  Json json = Json::array();
  for (const auto& head : heads) json.push_back(Json::array({head.name, head.ranks}));
  return json;
}

Json json_of(const LabelTable& labels) {
  Json symbols = Json::array();
  for (const auto& symbol : labels.symbols)
    symbols.push_back(Json::array({symbol.name, to_string(symbol.kind)}));
  return {{"symbols", std::move(symbols)}, {"heads", json_of(labels.heads)}};
}

ModelOptions options_of(const Json& json) {
  ModelOptions options;
  each_option(options, [&]<class Value>(std::string_view name, Value& value, std::string_view) {
    auto found = json.find(name);
    if (found == json.end()) return;
    if constexpr (std::unsigned_integral<Value> && !std::same_as<Value, bool>)
      value = whole_number<Value>(*found);
    else
      value = found->template get<Value>();
  });
  return options;
}

std::vector<LabelTable::Head> heads_of(const Json& json) {
  std::vector<LabelTable::Head> heads;
  for (const Json& head : json) {
    heads.push_back({head.at(0).get<std::string>(), whole_number<std::uint32_t>(head.at(1))});
    require(heads.back().ranks >= 1 && heads.back().ranks <= kRankTable,
            "a head with an impossible number of ranks");
  }
  require(!heads.empty() && heads.back().name == "other", "no head called other");
  return heads;
}

}  // namespace winnow
