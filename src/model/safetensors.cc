#include "model/safetensors.h"

#include "data/atomic_file.h"
#include "data/mapped_file.h"
#include "kernel/half.h"
#include "kernel/huge_pages.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <optional>

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
  require(type == "F32" || type == "F16" || type == "I8", "a tensor is neither F32 nor F16 nor I8");
  tensor.whole = type == "I8";
  std::size_t bytes = type == "F32" ? 4 : type == "F16" ? 2 : 1, size = 1;
  for (std::size_t extent : tensor.shape) {
    require(extent == 0 || size <= values.size() / extent, "a tensor is larger than the file");
    size *= extent;
  }
  require(size * bytes == end - begin, "a tensor's shape and length disagree");
  tensor.values.reserve(size);  // taking 4 KB pages from the system costs as much as filling them
  prefer_huge_pages(tensor.values.data(), size * sizeof(float));
  tensor.values.resize(size);
  const std::byte* from = values.data() + begin;
  if (type == "F32") {
    if (size != 0) std::memcpy(tensor.values.data(), from, size * bytes);
  } else if (tensor.whole) {
    std::copy_n(reinterpret_cast<const std::int8_t*>(from), size, tensor.values.begin());
  } else {
    require(begin % 2 == 0, "a tensor is not aligned");
    widen({reinterpret_cast<const std::uint16_t*>(from), size}, tensor.values);
  }
  return tensor;
}

// A JSON string without its quotes, if its only escapes are ends of lines.
std::optional<std::string> plain_string(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\\'), text.size());
    plain += text.substr(0, end);
    if (end == text.size()) break;
    if (end + 1 == text.size() || text[end + 1] != 'n') return std::nullopt;
    plain += '\n';
    text.remove_prefix(end + 2);
  }
  return plain;
}

// The JSON parser goes from character to character, which takes a third of the time of loading a
// model whose metadata holds megabytes of precedents. So long strings are taken out before it sees
// the header, and a number stands in their place; no value of metadata is a number otherwise.
class Header {
 public:
  explicit Header(std::string_view text) {
    std::string rest;
    for (std::size_t open; (open = text.find('"')) != std::string_view::npos;) {
      std::size_t close = end_of_string(text, open + 1);
      if (close == std::string_view::npos) break;
      std::optional<std::string> taken;
      if (close - open > kLong) taken = plain_string(text.substr(open + 1, close - open - 1));
      if (taken) {
        rest += text.substr(0, open);
        rest += std::to_string(long_strings_.size());
        long_strings_.push_back(std::move(*taken));
      } else {
        rest += text.substr(0, close + 1);
      }
      text.remove_prefix(close + 1);
    }
    json_ = Json::parse(rest.append(text));
  }

  const Json& json() const { return json_; }
  std::string take_metadata(const Json& value) {
    if (!value.is_number_unsigned()) return value.get<std::string>();
    auto number = value.get<std::size_t>();
    require(number < long_strings_.size(), "a value of metadata is no string");
    return std::move(long_strings_[number]);
  }

 private:
  static constexpr std::size_t kLong = std::size_t{1} << 20;
  static std::size_t end_of_string(std::string_view text, std::size_t from) {
    for (std::size_t quote = from; (quote = text.find('"', quote)) != std::string_view::npos; ++quote) {
      std::size_t escapes = 0;
      while (text[quote - 1 - escapes] == '\\') ++escapes;
      if (escapes % 2 == 0) return quote;
    }
    return std::string_view::npos;
  }
  Json json_;
  std::vector<std::string> long_strings_;
};

TensorFile parse(std::span<const std::byte> bytes) {
  std::uint64_t header_size = 0;
  require(bytes.size() >= 8, "the file is too short");
  std::memcpy(&header_size, bytes.data(), 8);
  require(header_size <= bytes.size() - 8 && header_size % 2 == 0, "the header is cut off");
  const char* text = reinterpret_cast<const char*>(bytes.data()) + 8;
  Header header({text, header_size});
  auto values = bytes.subspan(8 + header_size);
  TensorFile file;
  for (const auto& [name, entry] : header.json().items()) {
    if (name != "__metadata__") {
      file.tensors[name] = read_tensor(entry, values);
      continue;
    }
    for (const auto& [key, value] : entry.items()) file.metadata[key] = header.take_metadata(value);
  }
  from_byte_rows(file.tensors);
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
                   const std::map<std::string, std::string>& metadata, const Tensors& tensors,
                   Precision precision) {
  if (precision == Precision::bytes)
    return write_tensors(path, metadata, to_byte_rows(tensors), Precision::f16);
  std::vector<Tensors::const_pointer> order;  // bytes come last, where no float has to begin at an even place
  for (const auto& each : tensors) order.push_back(&each);
  std::ranges::stable_partition(order, [](auto each) { return !each->second.whole; });
  std::size_t offset = 0;
  Json header;
  header["__metadata__"] = metadata;
  for (Tensors::const_pointer each : order) {
    const auto& [name, tensor] = *each;
    std::size_t bytes = tensor.whole ? 1 : precision == Precision::f32 ? 4 : 2;
    std::size_t end = offset + tensor.values.size() * bytes;
    header[name] = {{"dtype", tensor.whole ? "I8" : precision == Precision::f32 ? "F32" : "F16"},
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
  for (Tensors::const_pointer each : order) {
    const ModelWeights::Tensor& tensor = each->second;
    if (tensor.whole) {
      std::vector<std::int8_t> whole(tensor.values.begin(), tensor.values.end());
      file.write(std::as_bytes(std::span(whole)));
    } else if (precision == Precision::f32) {
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
