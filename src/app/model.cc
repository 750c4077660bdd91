// app/model.cc - `winnow model info`: what a model file says about itself; `winnow model pack`: the
// same model in a smaller file; `winnow model average`: one model of several.
#include "app/commands.h"
#include "app/terminal.h"
#include "model/average.h"
#include "model/pack.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>

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
  for (const auto& [name, tensor] : model.neighbours.tensors())
    tensors.push_back({{"name", name}, {"shape", tensor.shape}});
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

void pack_file(const std::string& file, const std::string& out, const PackOptions& options, bool bytes) {
  write_model(out, pack(read_model(file), options), bytes ? Precision::bytes : Precision::f16);
  auto megabytes = [](const std::string& path) {
    return static_cast<double>(std::filesystem::file_size(path)) / 1e6;
  };
  write_out(fmt::format("{}: {:.1f} MB, from {:.1f} MB\n", out, megabytes(out), megabytes(file)));
}

void average_files(const std::vector<std::string>& files, const std::string& out) {
  std::vector<ModelFile> models;
  for (const std::string& file : files) models.push_back(read_model(file));
  write_model(out, average(models), Precision::f32);
  write_out(fmt::format("{}: the average of {} models\n", out, models.size()));
}

}  // namespace

void add_model_command(CLI::App& app) {
  struct Options {
    std::string file, out;
    std::vector<std::string> files;
    bool json = false, bytes = false;
    PackOptions pack;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("model", "look into model files, make them smaller, average them");
  command->require_subcommand(1);
  command->footer("'winnow model COMMAND --help' tells more.");
  CLI::App* sub = command->add_subcommand("info", "options, training history and tensors of a model");
  sub->add_option("FILE", options->file, "a model file")->required();
  sub->add_flag("--json", options->json, "one JSON object");
  sub->callback([options] { info(options->file, options->json); });
  sub = command->add_subcommand("pack", "write a model as a smaller file, in half precision");
  sub->add_option("FILE", options->file, "a model file")->required();
  sub->add_option("-o,--output", options->out, "the file to write")->required();
  sub->add_flag("--bytes", options->bytes, "a byte for each number of large tables, with a scale for each row: about half the size");
  sub->add_option("--ranks", options->pack.ranks,
                  "argument places of a symbol that keep matrices of their own; 0: all");
  sub->add_option("--memory-rows", options->pack.memory_rows,
                  "premises that keep a vector of their own, the longest vectors first; all if not given");
  sub->footer(
      "Examples:\n"
      "  winnow model pack runs/first/best.safetensors -o mine.safetensors\n"
      "  winnow model pack runs/first/best.safetensors -o mine.safetensors --bytes\n"
      "  winnow model pack runs/first/best.safetensors -o small.safetensors --ranks 4 --memory-rows 20000");
  sub->callback([options] { pack_file(options->file, options->out, options->pack, options->bytes); });
  sub = command->add_subcommand("average", "one model with the mean weights of several, often better than each");
  sub->add_option("FILES", options->files, "models that began with the same model (train --begin-with)")->required();
  sub->add_option("-o,--output", options->out, "the file to write")->required();
  sub->footer(
      "Example:\n"
      "  winnow model average runs/a/best.safetensors runs/b/best.safetensors -o mean.safetensors");
  sub->callback([options] { average_files(options->files, options->out); });
}

}  // namespace winnow
