#include "model/model_file.h"

#include "data/checksum_list.h"
#include "data/file_bytes.h"
#include "data/json_text.h"
#include "model/model_json.h"
#include "model/model_tables.h"
#include "model/nearest_examples.h"
#include "model/old_model_text.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <utility>

namespace winnow {

namespace {

// The first had no checksum. A file that calls itself another must have one: so a damaged name of
// the checksum does not pass for a file without. The first two had their tables in the metadata.
constexpr std::string_view kFirstFormat = "winnow-model-1", kSecondFormat = "winnow-model-2",
                           kFormat = "winnow-model-3";

}  // namespace

TableSizes table_sizes(const ModelFile& model) {
  return {model.labels.rows(), model.labels.edge_labels(), model.memory.rows(),
          model.features.rows(), model.used.rows()};
}

namespace {

ModelFile model_of(TensorFile file, const std::string& name) {
  ModelFile model;
  try {
    const std::string& format = file.metadata["format"];
    const bool is_old = format == kFirstFormat || format == kSecondFormat;
    require(is_old || format == kFormat, "its format is not " + std::string(kFormat));
    require(format == kFirstFormat || file.has_checksum, "it has no checksum");
    model.options = options_of(parse_json(file.metadata.at("options")));
    model.history = parse_json(file.metadata["history"]);
    require(model.history.is_object(), "its history is no JSON object");
    model.has_checksum = file.has_checksum;
    ModelConfig config = make_config(model.options);
    for (auto& [key, tensor] : file.tensors) {
      const std::string now = is_old ? name_of_old_tensor(key) : key;
      (now.starts_with("nearest_examples.") ? model.nearest_examples : model.weights)
          .set(now, std::move(tensor));
    }
    if (!model.nearest_examples.empty()) check_nearest_examples(model);
    if (is_old)
      put_old_tables(file.metadata, model);
    else
      put_tables(file.columns, file.metadata.at("labels"), model);
    model.weights.check(parameter_specs(config, table_sizes(model)), name);
  } catch (const InputError&) {
    throw;
  } catch (const std::exception& error) {
    throw InputError(Place{name}, fmt::format("not a winnow model: {}", error.what()),
                     "'winnow train' writes model files");
  }
  return model;
}

}  // namespace

ModelFile read_model(const std::filesystem::path& path) {
  const FileBytes bytes(path, stated_tensor_bytes);
  TensorFile file = tensors_from_bytes(bytes.bytes(), path.string());
  if (!file.has_checksum) check_listed(path, bytes.bytes());
  return model_of(std::move(file), path.string());
}

ModelFile model_from_bytes(std::span<const std::byte> bytes, const std::string& name) {
  return model_of(tensors_from_bytes(bytes, name), name);
}

void write_model(const std::filesystem::path& path, const ModelFile& model, Precision precision) {
  std::map<std::string, std::string> metadata = {{"format", std::string(kFormat)},
                                                 {"options", print_json(json_of(model.options))},
                                                 {"labels", label_names(model.labels)},
                                                 {"history", print_json(model.history)}};
  auto tensors = model.weights.tensors();
  tensors.insert(model.nearest_examples.tensors().begin(), model.nearest_examples.tensors().end());
  write_tensors(path, metadata, tensors, precision, table_columns(model));
}

}  // namespace winnow
