#include "model/safetensors.h"

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

TensorFile parse(std::span<const std::byte> bytes) {
  std::uint64_t header_size = 0;
  require(bytes.size() >= 8, "the file is too short");
  std::memcpy(&header_size, bytes.data(), 8);
  require(header_size <= bytes.size() - 8 && header_size % 2 == 0, "the header is cut off");
  const char* text = reinterpret_cast<const char*>(bytes.data()) + 8;
  Json header = Json::parse(text, text + header_size);
  auto values = bytes.subspan(8 + header_size);
  TensorFile file;
  for (const auto& [name, entry] : header.items()) {
    if (name == "__metadata__")
      file.metadata = entry.get<std::map<std::string, std::string>>();
    else
      file.tensors[name] = read_tensor(entry, values);
  }
  return file;
}

}  // namespace

TensorFile read_tensors(const std::filesystem::path& path) {
  MappedFile file(path);
  std::string reason;
  try {
    return parse(file.bytes());
  } catch (const nlohmann::json::exception& error) {
    reason = error.what();
  } catch (const ContractError& error) {
    reason = error.what();
  }
  throw InputError(Place{path.string()}, fmt::format("not a safetensors file: {}", reason),
                   "was the file cut off while it was copied?");
}

void write_tensors(const std::filesystem::path& path,
                   const std::map<std::string, std::string>& metadata,
                   const std::map<std::string, ModelWeights::Tensor>& tensors, Precision precision) {
  std::size_t bytes = precision == Precision::f32 ? 4 : 2, offset = 0;
  Json header;
  header["__metadata__"] = metadata;
  for (const auto& [name, tensor] : tensors) {
    std::size_t end = offset + tensor.values.size() * bytes;
    header[name] = {{"dtype", precision == Precision::f32 ? "F32" : "F16"},
                    {"shape", tensor.shape},
                    {"data_offsets", {offset, end}}};
    offset = end;
  }
  // Names of symbols may hold bytes that are no UTF-8; they are replaced, never an error.
  std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::uint64_t size = text.size();
  AtomicFile file(path);
  file.write(std::as_bytes(std::span(&size, 1)));
  file.write(std::as_bytes(std::span(text)));
  std::vector<std::uint16_t> halves;
  for (const auto& [name, tensor] : tensors) {
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
