#include "model/safetensors.h"

#include "data/atomic_file.h"
#include "data/checksum.h"
#include "data/file_bytes.h"
#include "data/json_text.h"
#include "kernel/finite.h"
#include "kernel/half.h"
#include "kernel/huge_pages.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <optional>
#include <utility>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;
using Sorted = nlohmann::json;  // a header may have any number of fields

// How a header with a checksum begins; the digits follow.
constexpr std::string_view kBegin = R"({"__metadata__":{"checksum":")";
constexpr std::string_view kChecksum = "checksum";
constexpr std::uint64_t kMostHeaderBytes = std::uint64_t{1} << 30;  // a stream says what it likes
constexpr std::size_t kMostExtent = std::size_t{1} << 40;

struct Extent {
  std::size_t begin, end;  // in bytes, of the values
};

ModelWeights::Tensor read_tensor(const std::string& name, const Sorted& entry,
                                 std::span<const std::byte> values, std::vector<Extent>& extents) {
  ModelWeights::Tensor tensor;
  for (const Sorted& extent : entry.at("shape"))
    tensor.shape.push_back(whole_number(extent, kMostExtent));
  const Sorted& offsets = entry.at("data_offsets");
  require(offsets.is_array() && offsets.size() == 2, "a tensor's place is not two numbers");
  auto begin = whole_number<std::size_t>(offsets[0]), end = whole_number<std::size_t>(offsets[1]);
  require(begin <= end && end <= values.size(), "a tensor reaches beyond the file");
  extents.push_back({begin, end});
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
  require(tensor.whole || all_finite(tensor.values),
          fmt::format("a value of the tensor '{}' is not a finite number", name));
  return tensor;
}

// Every byte of the values belongs to one tensor: what two share, or what none has, is a forgery or
// damage.
void require_tiling(std::vector<Extent>& extents, std::size_t size) {
  std::ranges::sort(extents, {}, [](const Extent& e) { return std::pair(e.begin, e.end); });
  std::size_t end = 0;
  for (const Extent& each : extents) {
    require(each.begin >= end, "two tensors overlap");
    require(each.begin == end, "there is a gap between tensors");
    end = each.end;
  }
  require(end == size, "there is more in it than its tensors");
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
    json_ = parse_sorted_json(rest.append(text));
  }

  const Sorted& json() const { return json_; }
  std::string take_metadata(const Sorted& value) {
    if (!value.is_number_unsigned()) return value.get<std::string>();
    auto number = value.get<std::size_t>();
    require(number < long_strings_.size(), "a value of metadata is no string");
    return std::move(long_strings_[number]);
  }

 private:
  static constexpr std::size_t kLong = std::size_t{1} << 20;
  static std::size_t end_of_string(std::string_view text, std::size_t from) {
    for (std::size_t quote = from; (quote = text.find('"', quote)) != std::string_view::npos;
         ++quote) {
      std::size_t escapes = 0;
      while (text[quote - 1 - escapes] == '\\') ++escapes;
      if (escapes % 2 == 0) return quote;
    }
    return std::string_view::npos;
  }
  Sorted json_;
  std::vector<std::string> long_strings_;
};

TensorFile parse(std::span<const std::byte> bytes) {
  std::uint64_t header_size = 0;
  require(bytes.size() >= 8, "the file is too short");
  std::memcpy(&header_size, bytes.data(), 8);
  require(header_size <= bytes.size() - 8 && header_size % 2 == 0, "the header is cut off");
  std::string_view text(reinterpret_cast<const char*>(bytes.data()) + 8, header_size);
  TensorFile file;
  std::size_t digits = 8 + kBegin.size();
  std::string expected;
  if (text.starts_with(kBegin) && text.size() >= kBegin.size() + kNoChecksum.size()) {
    expected = checksum_text(checksum_around(bytes, digits));
    require(text.substr(kBegin.size(), kNoChecksum.size()) == expected, "its checksum is wrong");
  }
  Header header(text);
  auto values = bytes.subspan(8 + header_size);
  std::vector<Extent> extents;
  for (const auto& [name, entry] : header.json().items()) {
    if (name != "__metadata__") {
      file.tensors[name] = read_tensor(name, entry, values, extents);
      continue;
    }
    for (const auto& [key, value] : entry.items()) file.metadata[key] = header.take_metadata(value);
  }
  require_tiling(extents, values.size());
  if (auto found = file.metadata.find(std::string(kChecksum)); found != file.metadata.end()) {
    // Somewhere else in the header, it is no longer what winnow wrote.
    require(!expected.empty() && found->second == expected, "its checksum is wrong");
    file.metadata.erase(found);
    file.has_checksum = true;
  }
  from_byte_rows(file.tensors);
  return file;
}

// The values of a tensor as they stand in a file.
class FileValues {
 public:
  FileValues(const std::string& name, const ModelWeights::Tensor& tensor, Precision precision)
      : floats_(tensor.values) {
    if (tensor.whole) {
      whole_.assign(tensor.values.begin(), tensor.values.end());
      return;
    }
    auto refuse = [&](const char* what) {
      throw InputError(fmt::format("a value of the tensor '{}' {}", name, what),
                       "such a model ranks nothing; was its training stopped by an error?");
    };
    if (!all_finite(tensor.values)) refuse("is not a finite number");
    if (precision == Precision::f32) return;
    halves_.resize(tensor.values.size());
    narrow(tensor.values, halves_);
    if (std::ranges::any_of(halves_, [](std::uint16_t half) { return (half & 0x7c00) == 0x7c00; }))
      refuse("is too large for half precision");
  }
  std::span<const std::byte> bytes() const {
    if (!whole_.empty()) return std::as_bytes(std::span(whole_));
    if (!halves_.empty()) return std::as_bytes(std::span(halves_));
    return std::as_bytes(floats_);
  }

 private:
  std::span<const float> floats_;
  std::vector<std::int8_t> whole_;
  std::vector<std::uint16_t> halves_;
};

}  // namespace

TensorFile read_tensors(const std::filesystem::path& path) {
  return tensors_from_bytes(FileBytes(path, stated_tensor_bytes).bytes(), path.string());
}

std::uint64_t stated_tensor_bytes(std::span<const std::byte> first) {
  std::uint64_t header_size = 0;
  if (first.size() < sizeof(header_size)) return sizeof(header_size);
  std::memcpy(&header_size, first.data(), sizeof(header_size));
  if (header_size > kMostHeaderBytes) return first.size();
  const std::uint64_t values = sizeof(header_size) + header_size;
  if (first.size() < values) return values;
  std::uint64_t end = 0;
  try {
    const Header header({reinterpret_cast<const char*>(first.data()) + sizeof(header_size),
                         static_cast<std::size_t>(header_size)});
    for (const auto& [name, entry] : header.json().items())
      if (name != "__metadata__")
        end = std::max(end, entry.at("data_offsets").at(1).get<std::uint64_t>());
  } catch (const std::exception&) {  // no such file: whoever reads it says what is wrong
    return first.size();
  }
  return end > kMostExtent ? first.size() : values + end;
}

TensorFile tensors_from_bytes(std::span<const std::byte> bytes, const std::string& name) {
  std::string reason;
  try {
    return parse(bytes);
  } catch (const nlohmann::json::exception& error) {
    reason = error.what();
  } catch (const ContractError& error) {
    reason = error.what();
  }
  throw InputError(Place{name}, fmt::format("not a safetensors file: {}", reason),
                   "was the file cut off while it was copied?");
}

void write_tensors(const std::filesystem::path& path,
                   const std::map<std::string, std::string>& metadata, const Tensors& tensors,
                   Precision precision) {
  if (precision == Precision::bytes)
    return write_tensors(path, metadata, to_byte_rows(tensors), Precision::f16);
  std::vector<Tensors::const_pointer>
      order;  // bytes come last, where no float has to begin at an even place
  for (const auto& each : tensors) order.push_back(&each);
  std::ranges::stable_partition(order, [](auto each) { return !each->second.whole; });
  std::size_t offset = 0;
  Json header, texts;
  texts[std::string(kChecksum)] = kNoChecksum;
  for (const auto& [key, value] : metadata) texts[key] = value;
  header["__metadata__"] = std::move(texts);
  for (Tensors::const_pointer each : order) {
    const auto& [name, tensor] = *each;
    std::size_t bytes = tensor.whole ? 1 : precision == Precision::f32 ? 4 : 2;
    std::size_t end = offset + tensor.values.size() * bytes;
    header[name] = {{"dtype", tensor.whole                  ? "I8"
                              : precision == Precision::f32 ? "F32"
                                                            : "F16"},
                    {"shape", tensor.shape},
                    {"data_offsets", {offset, end}}};
    offset = end;
  }
  // Names of symbols may hold bytes that are no UTF-8; they are replaced, never an error.
  std::string text = header.dump(-1, ' ', false, Json::error_handler_t::replace);
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::uint64_t size = text.size();
  AtomicFile file(path);
  // Twice over the values: the checksum stands before them.
  Checksum sum(8 + size + offset);
  sum.add(std::as_bytes(std::span(&size, 1)));
  sum.add(std::as_bytes(std::span(text)));
  for (Tensors::const_pointer each : order)
    sum.add(FileValues(each->first, each->second, precision).bytes());
  text.replace(kBegin.size(), kNoChecksum.size(), checksum_text(sum.value()));
  file.write(std::as_bytes(std::span(&size, 1)));
  file.write(std::as_bytes(std::span(text)));
  for (Tensors::const_pointer each : order)
    file.write(FileValues(each->first, each->second, precision).bytes());
  file.commit();
}

}  // namespace winnow
