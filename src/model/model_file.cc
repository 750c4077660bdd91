#include "model/model_file.h"

#include "data/atomic_file.h"
#include "data/mapped_file.h"
#include "kernel/half.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cstring>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "winnow-model-1";

[[noreturn]] void refuse(const std::string& file, std::string_view what) {
  throw InputError(Place{file}, what, "'winnow train' writes model files; was this one cut off?");
}

Json options_json(const ModelOptions& options) {
  Json json;
  each_option(options, [&](std::string_view name, const auto& value, std::string_view) {
    json[std::string(name)] = value;
  });
  return json;
}

ModelOptions options_from(const Json& json) {
  ModelOptions options;
  each_option(options, [&](std::string_view name, auto& value, std::string_view) {
    value = json.value(std::string(name), value);
  });
  return options;
}

// Symbols by kind, names in the order of their rows; heads with their number of ranks.
Json labels_json(const LabelTable& labels) {
  Json symbols = Json::array(), heads = Json::array();
  for (const auto& symbol : labels.symbols)
    symbols.push_back(Json::array({symbol.name, to_string(symbol.kind)}));
  for (const auto& head : labels.heads) heads.push_back(Json::array({head.name, head.ranks}));
  return {{"symbols", std::move(symbols)}, {"heads", std::move(heads)}};
}

LabelTable labels_from(const Json& json) {
  LabelTable labels;
  for (const Json& symbol : json.at("symbols"))
    labels.symbols.push_back({symbol.at(0).get<std::string>(),
                              kind_of(symbol.at(1).get_ref<const std::string&>())});
  for (const Json& head : json.at("heads"))
    labels.heads.push_back({head.at(0).get<std::string>(), head.at(1).get<std::uint32_t>()});
  for (const auto& head : labels.heads) require(head.ranks >= 1, "a head without ranks");
  require(!labels.heads.empty() && labels.heads.back().name == "other", "no head called other");
  return labels;
}

ModelWeights::Tensor read_tensor(const Json& entry, std::span<const std::byte> values) {
  ModelWeights::Tensor tensor;
  tensor.shape = entry.at("shape").get<std::vector<std::size_t>>();
  auto begin = entry.at("data_offsets").at(0).get<std::size_t>();
  auto end = entry.at("data_offsets").at(1).get<std::size_t>();
  require(begin <= end && end <= values.size(), "a tensor reaches beyond the file");
  const auto& type = entry.at("dtype").get_ref<const std::string&>();
  require(type == "F32" || type == "F16", "a tensor is neither F32 nor F16");
  std::size_t bytes = type == "F32" ? 4 : 2, size = 1;
  for (std::size_t extent : tensor.shape) {
    require(extent == 0 || size <= values.size() / extent, "a tensor is larger than the file");
    size *= extent;
  }
  require(size * bytes == end - begin, "a tensor's shape and length disagree");
  tensor.values.resize(size);
  const std::byte* from = values.data() + begin;
  if (type == "F32") {
    if (size != 0) std::memcpy(tensor.values.data(), from, size * bytes);
  } else {
    require(begin % 2 == 0, "a tensor is not aligned");
    widen({reinterpret_cast<const std::uint16_t*>(from), size}, tensor.values);
  }
  return tensor;
}

ModelFile parse_model(std::span<const std::byte> bytes) {
  std::uint64_t header_size = 0;
  require(bytes.size() >= 8, "the file is too short");
  std::memcpy(&header_size, bytes.data(), 8);
  require(header_size <= bytes.size() - 8 && header_size % 2 == 0, "the header is cut off");
  const char* text = reinterpret_cast<const char*>(bytes.data()) + 8;
  Json header = Json::parse(text, text + header_size);
  auto values = bytes.subspan(8 + header_size);
  const Json& metadata = header.at("__metadata__");
  require(metadata.value("format", "") == kFormat, "not a winnow model");
  ModelFile model;
  model.options = options_from(Json::parse(metadata.at("options").get_ref<const std::string&>()));
  model.labels = labels_from(Json::parse(metadata.at("labels").get_ref<const std::string&>()));
  model.history = metadata.value("history", "{}");
  for (const auto& [name, entry] : header.items())
    if (name != "__metadata__") model.weights.set(name, read_tensor(entry, values));
  return model;
}

}  // namespace

ModelFile read_model(const std::filesystem::path& path) {
  MappedFile file(path);
  ModelFile model;
  try {
    model = parse_model(file.bytes());
  } catch (const nlohmann::json::exception& error) {
    refuse(path.string(), fmt::format("not a model file ({})", error.what()));
  } catch (const ContractError& error) {
    refuse(path.string(), fmt::format("not a model file ({})", error.what()));
  }
  ModelConfig config = make_config(model.options);
  model.weights.check(parameter_specs(config, model.labels.rows(), model.labels.edge_labels()),
                      path.string());
  return model;
}

void write_model(const std::filesystem::path& path, const ModelFile& model, Precision precision) {
  std::size_t bytes = precision == Precision::f32 ? 4 : 2, offset = 0;
  Json header;
  header["__metadata__"] = {{"format", kFormat},
                            {"options", options_json(model.options).dump()},
                            {"labels", labels_json(model.labels).dump(-1, ' ', false, Json::error_handler_t::replace)},
                            {"history", model.history}};
  for (const auto& [name, tensor] : model.weights.tensors()) {
    std::size_t end = offset + tensor.values.size() * bytes;
    header[name] = {{"dtype", precision == Precision::f32 ? "F32" : "F16"},
                    {"shape", tensor.shape},
                    {"data_offsets", {offset, end}}};
    offset = end;
  }
  std::string text = header.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::uint64_t size = text.size();
  AtomicFile file(path);
  file.write(std::as_bytes(std::span(&size, 1)));
  file.write(std::as_bytes(std::span(text)));
  std::vector<std::uint16_t> halves;
  for (const auto& [name, tensor] : model.weights.tensors()) {
    if (precision == Precision::f32) {
      file.write(std::as_bytes(std::span(tensor.values)));
    } else {
      halves.resize(tensor.values.size());
      narrow(tensor.values, halves);
      file.write(std::as_bytes(std::span(halves)));
    }
  }
  file.commit();
}

}  // namespace winnow
