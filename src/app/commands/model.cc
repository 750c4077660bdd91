// app/commands/model.cc - `winnow model info`: what a model file says about itself; `winnow model
// pack`: the same model in a smaller file; `winnow model average` and `join`: one model of several.
#include "app/cli/option_value.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "app/commands/commands.h"
#include "data/json_text.h"
#include "model/average.h"
#include "model/join.h"
#include "model/model_json.h"
#include "model/model_tables.h"
#include "model/pack.h"
#include "select/model_files.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <filesystem>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

void info(const std::string& file_or_name, bool as_json) {
  const std::string file = find_model(file_or_name);
  ModelFile model = read_model(file);
  Json tensors = Json::array();
  std::uint64_t parameters = 0;
  for (const auto& [name, tensor] : model.weights.tensors()) {
    tensors.push_back({{"name", name}, {"shape", tensor.shape}});
    parameters += tensor.values.size();
  }
  for (const auto& [name, tensor] : model.nearest_examples.tensors())
    tensors.push_back({{"name", name}, {"shape", tensor.shape}});
  for (const auto& [name, column] : table_columns(model))
    tensors.push_back({{"name", name}, {"shape", {length(column)}}});
  Json json = {{"file", file},
               {"checksum", model.has_checksum},
               {"options", json_of(model.options)},
               {"parameters", parameters},
               {"symbols", model.labels.symbols.size()},
               {"edge_labels", model.labels.edge_labels()},
               {"history", model.history},
               {"tensors", tensors}};
  if (as_json) {
    write_out(print_json(json) + "\n");
    return;
  }
  std::string text =
      fmt::format("{}\n  {} parameters, {} symbols, {} edge labels; {}\noptions\n", file,
                  parameters, model.labels.symbols.size(), model.labels.edge_labels(),
                  model.has_checksum ? "the checksum is right" : "without a checksum");
  for (const auto& [name, value] : json["options"].items())
    text += fmt::format("  {:<18}{}\n", name,
                        value.is_string() ? value.get<std::string>() : value.dump());
  text += "training\n";
  for (const auto& [name, value] : json["history"].items())
    text += fmt::format("  {:<18}{}\n", name,
                        value.is_string() ? value.get<std::string>() : value.dump());
  text += "tensors\n";
  for (const Json& each : tensors)
    text += fmt::format("  {:<34}{}\n", each["name"].get<std::string>(), each["shape"].dump());
  write_out(text);
}

void pack_file(const std::string& file_or_name, const OutputChoice& output,
               const PackOptions& options, bool bytes) {
  const std::string file = find_model(file_or_name);
  check_output(output, FileKind::model, {file});
  const std::string& out = output.path;
  write_model(out, pack_model(read_model(file), options),
              bytes ? Precision::bytes : Precision::f16);
  auto megabytes = [](const std::string& path) {
    return static_cast<double>(std::filesystem::file_size(path)) / 1e6;
  };
  if (!std::filesystem::is_regular_file(out)) return;  // a pipe has no size
  write_out(fmt::format("{}: {:.1f} MB, from {:.1f} MB\n", out, megabytes(out), megabytes(file)));
}

void average_files(std::vector<std::string> files, const OutputChoice& output) {
  for (std::string& file : files) file = find_model(file);
  check_output(output, FileKind::model, files);
  std::vector<ModelFile> models;
  for (const std::string& file : files) models.push_back(read_model(file));
  write_model(output.path, average_models(models), Precision::f32);
  write_out(fmt::format("{}: the average of {} models\n", output.path, models.size()));
}

void join_files(const std::string& reranker_or_name, const std::string& retriever_or_name,
                const OutputChoice& output) {
  const std::string reranker = find_model(reranker_or_name);
  const std::string retriever = find_model(retriever_or_name);
  check_output(output, FileKind::model, {reranker, retriever});
  write_model(output.path, join_models(read_model(reranker), read_model(retriever)),
              Precision::f32);
  write_out(
      fmt::format("{}: retrieves as {} and reranks as {}\n", output.path, retriever, reranker));
}

}  // namespace

void add_model_command(CLI::App& app) {
  struct Options {
    std::string file, retriever;
    OutputChoice out;
    std::vector<std::string> files;
    bool json = false, bytes = false;
    PackOptions pack;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "model", "look into model files, make them smaller, average and join them");
  command->require_subcommand(1);
  command->footer("'winnow model COMMAND --help' tells more.");
  CLI::App* sub =
      command->add_subcommand("info", "options, training history and tensors of a model");
  add_input(*sub, "FILE", options->file, "a model file, or the name of a shipped model")
      ->required();
  sub->add_flag("--json", options->json, "one JSON object");
  sub->footer(
      "Examples:\n"
      "  winnow model info mizar-rank\n"
      "  winnow model info runs/first/best.safetensors --json");
  sub->callback([options] { info(options->file, options->json); });
  sub = command->add_subcommand("pack", "write a model as a smaller file, in half precision");
  add_input(*sub, "FILE", options->file, "a model file, or the name of a shipped model")
      ->required();
  add_output_options(*sub, options->out)->required();
  sub->add_flag(
      "--bytes", options->bytes,
      "a byte for each number of large tables, with a scale for each row: about half the size");
  add_value(*sub, "--ranks", options->pack.ranks,
            "argument places of a symbol that keep matrices of their own; 0: all", at_least(0));
  check_with(
      sub->add_option(
          "--memory-rows", options->pack.memory_rows,
          "premises that keep a vector of their own, the longest vectors first; all if not given"),
      [](const std::string& text) {
        check_whole("--memory-rows", text, at_least(0), ~std::uint32_t{0});
      });
  sub->footer(
      "Examples:\n"
      "  winnow model pack runs/first/best.safetensors -o mine.safetensors\n"
      "  winnow model pack runs/first/best.safetensors -o mine.safetensors --bytes\n"
      "  winnow model pack runs/first/best.safetensors -o small.safetensors --ranks 4 "
      "--memory-rows 20000");
  sub->callback(
      [options] { pack_file(options->file, options->out, options->pack, options->bytes); });
  sub = command->add_subcommand(
      "average", "one model with the mean weights of several, often better than each");
  add_input(*sub, "FILES", options->files,
            "models that began with the same model (train --begin-with)")
      ->required();
  add_output_options(*sub, options->out)->required();
  sub->footer(
      "Example:\n"
      "  winnow model average runs/a/best.safetensors runs/b/best.safetensors -o mean.safetensors");
  sub->callback([options] { average_files(options->files, options->out); });
  sub = command->add_subcommand("join",
                                "one model of two: the first reranks what the second retrieves");
  add_input(*sub, "RERANKER", options->file,
            "a model that was trained on lists (preset mizar-rerank)")
      ->required();
  add_input(*sub, "RETRIEVER", options->retriever,
            "a model that retrieves by features (preset mizar-retrieve)")
      ->required();
  add_output_options(*sub, options->out)->required();
  sub->footer(
      "Example:\n"
      "  winnow model join runs/rerank/best.safetensors runs/retrieve/best.safetensors -o "
      "both.safetensors");
  sub->callback([options] { join_files(options->file, options->retriever, options->out); });
}

}  // namespace winnow
