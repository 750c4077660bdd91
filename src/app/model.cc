// app/model.cc - `winnow model info`: what a model file says about itself.
#include "app/commands.h"
#include "app/terminal.h"
#include "model/model_file.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

void info(const std::string& file, bool as_json) {
  ModelFile model = read_model(file);
  Json tensors = Json::array();
  std::uint64_t parameters = 0;
  for (const auto& [name, tensor] : model.weights.tensors()) {
    tensors.push_back({{"name", name}, {"shape", tensor.shape}});
    parameters += tensor.values.size();
  }
  Json json = {{"file", file},
               {"options", Json::parse(to_json(model.options))},
               {"parameters", parameters},
               {"symbols", model.labels.symbols.size()},
               {"edge_labels", model.labels.edge_labels()},
               {"history", Json::parse(model.history)},
               {"tensors", tensors}};
  if (as_json) {
    write_out(json.dump() + "\n");
    return;
  }
  std::string text = fmt::format("{}\n  {} parameters, {} symbols, {} edge labels\noptions\n", file,
                                 parameters, model.labels.symbols.size(), model.labels.edge_labels());
  for (const auto& [name, value] : json["options"].items())
    text += fmt::format("  {:<18}{}\n", name, value.is_string() ? value.get<std::string>() : value.dump());
  text += "training\n";
  for (const auto& [name, value] : json["history"].items())
    text += fmt::format("  {:<18}{}\n", name, value.is_string() ? value.get<std::string>() : value.dump());
  text += "tensors\n";
  for (const Json& each : tensors)
    text += fmt::format("  {:<34}{}\n", each["name"].get<std::string>(), each["shape"].dump());
  write_out(text);
}

}  // namespace

void add_model_command(CLI::App& app) {
  struct Options {
    std::string file;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("model", "look into model files");
  command->require_subcommand(1);
  CLI::App* sub = command->add_subcommand("info", "options, training history and tensors of a model");
  sub->add_option("FILE", options->file, "a model file")->required();
  sub->add_flag("--json", options->json, "one JSON object");
  sub->callback([options] { info(options->file, options->json); });
}

}  // namespace winnow
