#include "model/model_file.h"

#include "model/neighbours.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "winnow-model-1";

std::string dump(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace

std::string to_json(const ModelOptions& options) {
  Json json;
  each_option(options, [&](std::string_view name, const auto& value, std::string_view) {
    json[std::string(name)] = value;
  });
  return dump(json);
}

ModelOptions options_from_json(std::string_view text) {
  Json json = Json::parse(text);
  ModelOptions options;
  each_option(options, [&](std::string_view name, auto& value, std::string_view) {
    value = json.value(std::string(name), value);
  });
  return options;
}

std::string to_json(const LabelTable& labels) {
  Json symbols = Json::array(), heads = Json::array();
  for (const auto& symbol : labels.symbols)
    symbols.push_back(Json::array({symbol.name, to_string(symbol.kind)}));
  for (const auto& head : labels.heads) heads.push_back(Json::array({head.name, head.ranks}));
  return dump({{"symbols", std::move(symbols)}, {"heads", std::move(heads)}});
}

LabelTable labels_from_json(std::string_view text) {
  Json json = Json::parse(text);
  LabelTable labels;
  for (const Json& symbol : json.at("symbols"))
    labels.symbols.push_back(
        {symbol.at(0).get<std::string>(), kind_of(symbol.at(1).get_ref<const std::string&>())});
  for (const Json& head : json.at("heads")) {
    labels.heads.push_back({head.at(0).get<std::string>(), head.at(1).get<std::uint32_t>()});
    require(labels.heads.back().ranks >= 1 && labels.heads.back().ranks <= kRankTable,
            "a head with an impossible number of ranks");
  }
  require(!labels.heads.empty() && labels.heads.back().name == "other", "no head called other");
  return labels;
}

ModelFile read_model(const std::filesystem::path& path) {
  TensorFile file = read_tensors(path);
  ModelFile model;
  try {
    require(file.metadata["format"] == kFormat, "its format is not " + std::string(kFormat));
    model.options = options_from_json(file.metadata.at("options"));
    model.labels = labels_from_json(file.metadata.at("labels"));
    model.memory = FormulaTable::from_text(file.metadata["memory"]);
    model.precedents = PrecedentTable::from_text(file.metadata["precedents"]);
    model.history = file.metadata["history"];
  } catch (const std::exception& error) {
    throw InputError(Place{path.string()}, fmt::format("not a winnow model: {}", error.what()),
                     "'winnow train' writes model files");
  }
  for (auto& [name, tensor] : file.tensors)
    (name.starts_with("neighbours.") ? model.neighbours : model.weights).set(name, std::move(tensor));
  model.weights.check(
      parameter_specs(make_config(model.options),
                      {model.labels.rows(), model.labels.edge_labels(), model.memory.rows()}),
      path.string());
  try {
    if (!model.neighbours.empty()) {
      check_neighbours(model);
      model.neighbour_table = NeighbourTable::from_text(
          file.metadata["neighbours"], model.neighbours.tensor("neighbours.vectors").shape[0]);
    }
  } catch (const ContractError& error) {
    throw InputError(Place{path.string()}, fmt::format("not a winnow model: {}", error.what()),
                     "'winnow remember' writes models with neighbours");
  }
  return model;
}

void write_model(const std::filesystem::path& path, const ModelFile& model, Precision precision) {
  std::map<std::string, std::string> metadata = {{"format", kFormat},
                                                 {"options", to_json(model.options)},
                                                 {"labels", to_json(model.labels)},
                                                 {"history", model.history}};
  if (model.options.memory != 0) metadata["memory"] = model.memory.to_text();
  if (model.options.precedents) metadata["precedents"] = model.precedents.to_text();
  if (!model.neighbours.empty()) metadata["neighbours"] = model.neighbour_table.to_text();
  auto tensors = model.weights.tensors();
  tensors.insert(model.neighbours.tensors().begin(), model.neighbours.tensors().end());
  write_tensors(path, metadata, tensors, precision);
}

}  // namespace winnow
