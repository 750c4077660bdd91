#include "model/safetensors.h"

#include "data/atomic_file.h"
#include "data/checksum.h"
#include "data/file_bytes.h"
#include "data/json_text.h"
#include "kernel/finite.h"
#include "kernel/half.h"
#include "kernel/huge_pages.h"
#include "model/old_model_text.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <functional>
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

// Where a tensor is and what it is, as the header says.
struct Entry {
  std::string type;
  std::vector<std::size_t> shape;
  std::size_t size = 1;   // numbers
  std::size_t bytes = 0;  // of each
  std::span<const std::byte> values;
};

std::size_t bytes_of(std::string_view type) {
  for (const auto& [name, bytes] : {std::pair<std::string_view, std::size_t>{"F32", 4},
                                    {"F16", 2},
                                    {"I8", 1},
                                    {"U8", 1},
                                    {"U32", 4},
                                    {"U64", 8}})
    if (name == type) return bytes;
  throw ContractError("a tensor is none of F32, F16, I8, U8, U32 and U64",
                      std::source_location::current());
}

Entry read_entry(const Sorted& json, std::span<const std::byte> values,
                 std::vector<Extent>& extents) {
  Entry entry;
  for (const Sorted& extent : json.at("shape"))
    entry.shape.push_back(whole_number(extent, kMostExtent));
  const Sorted& offsets = json.at("data_offsets");
  require(offsets.is_array() && offsets.size() == 2, "a tensor's place is not two numbers");
  auto begin = whole_number<std::size_t>(offsets[0]), end = whole_number<std::size_t>(offsets[1]);
  require(begin <= end && end <= values.size(), "a tensor reaches beyond the file");
  extents.push_back({begin, end});
  entry.type = json.at("dtype").get<std::string>();
  entry.bytes = bytes_of(entry.type);
  for (std::size_t extent : entry.shape) {
    require(extent == 0 || entry.size <= values.size() / extent,
            "a tensor is larger than the file");
    entry.size *= extent;
  }
  require(entry.size * entry.bytes == end - begin, "a tensor's shape and length disagree");
  require(entry.type != "F16" || begin % 2 == 0, "a tensor is not aligned");
  entry.values = values.subspan(begin, end - begin);
  return entry;
}

ModelWeights::Tensor read_tensor(const std::string& name, const Entry& entry) {
  ModelWeights::Tensor tensor;
  tensor.shape = entry.shape;
  tensor.whole = entry.type == "I8";
  tensor.values.reserve(entry.size);  // 4 KB pages from the system cost as much as filling them
  prefer_huge_pages(tensor.values.data(), entry.size * sizeof(float));
  tensor.values.resize(entry.size);
  const std::byte* from = entry.values.data();
  if (entry.type == "F32") {
    if (entry.size != 0) std::memcpy(tensor.values.data(), from, entry.values.size());
  } else if (tensor.whole) {
    std::copy_n(reinterpret_cast<const std::int8_t*>(from), entry.size, tensor.values.begin());
  } else {
    widen({reinterpret_cast<const std::uint16_t*>(from), entry.size}, tensor.values);
  }
  require(tensor.whole || all_finite(tensor.values),
          fmt::format("a value of the tensor '{}' is not a finite number", name));
  return tensor;
}

template <class Number>
Column read_numbers(const Entry& entry) {
  std::vector<Number> numbers(entry.size);
  if (entry.size != 0) std::memcpy(numbers.data(), entry.values.data(), entry.values.size());
  return numbers;
}

Column read_column(const std::string& name, const Entry& entry) {
  require(entry.shape.size() == 1, fmt::format("the list '{}' has not one dimension", name));
  if (entry.type == "U8") return read_numbers<std::uint8_t>(entry);
  if (entry.type == "U32") return read_numbers<std::uint32_t>(entry);
  return read_numbers<std::uint64_t>(entry);
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
  OldHeader header(text);
  const Sorted json = parse_sorted_json(header.json);
  auto text_of = [&](const Sorted& value) {
    if (!value.is_number_unsigned()) return value.get<std::string>();
    auto number = value.get<std::size_t>();
    require(number < header.long_strings.size(), "a value of metadata is no string");
    return std::move(header.long_strings[number]);
  };
  auto values = bytes.subspan(8 + header_size);
  std::vector<Extent> extents;
  for (const auto& [name, value] : json.items()) {
    if (name == "__metadata__") {
      for (const auto& [key, each] : value.items()) file.metadata[key] = text_of(each);
      continue;
    }
    Entry entry = read_entry(value, values, extents);
    if (entry.type.starts_with('U'))
      file.columns[name] = read_column(name, entry);
    else
      file.tensors[name] = read_tensor(name, entry);
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

// One entry of a file that is being written.
struct WrittenTensor {
  std::string name;
  const char* type;
  std::size_t bytes;  // of a number
  std::vector<std::size_t> shape;
  std::size_t size;                                                                  // numbers
  std::function<void(const std::function<void(std::span<const std::byte>)>&)> give;  // its values
};

WrittenTensor written(const std::string& name, const Column& column) {
  return std::visit(
      [&]<class Number>(const std::vector<Number>& numbers) {
        const char* type = sizeof(Number) == 1 ? "U8" : sizeof(Number) == 4 ? "U32" : "U64";
        return WrittenTensor{name,
                             type,
                             sizeof(Number),
                             {numbers.size()},
                             numbers.size(),
                             [&numbers](const auto& take) { take(std::as_bytes(std::span(numbers))); }};
      },
      column);
}

WrittenTensor written(const std::string& name, const ModelWeights::Tensor& tensor,
                      Precision precision) {
  bool full = precision == Precision::f32;
  return {name,
          tensor.whole ? "I8"
          : full       ? "F32"
                       : "F16",
          tensor.whole ? std::size_t{1}
          : full       ? std::size_t{4}
                       : std::size_t{2},
          tensor.shape,
          tensor.values.size(),
          [&tensor, precision, name](const auto& take) {
            take(FileValues(name, tensor, precision).bytes());
          }};
}

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
    const OldHeader header({reinterpret_cast<const char*>(first.data()) + sizeof(header_size),
                            static_cast<std::size_t>(header_size)});
    const Sorted json = parse_sorted_json(header.json);
    for (const auto& [name, entry] : json.items())
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
                   const std::map<std::string, std::string>& metadata, const TensorMap& tensors,
                   Precision precision, const Columns& columns) {
  if (precision == Precision::bytes)
    return write_tensors(path, metadata, to_byte_rows(tensors), Precision::f16, columns);
  // Wide numbers come first, so that every number begins at a multiple of its size.
  std::vector<WrittenTensor> order;
  for (const auto& [name, column] : columns) order.push_back(written(name, column));
  for (const auto& [name, tensor] : tensors) order.push_back(written(name, tensor, precision));
  std::ranges::stable_sort(order, std::greater(), [](const WrittenTensor& t) { return t.bytes; });
  std::size_t offset = 0;
  Json header, texts;
  texts[std::string(kChecksum)] = kNoChecksum;
  for (const auto& [key, value] : metadata) texts[key] = value;
  header["__metadata__"] = std::move(texts);
  for (const WrittenTensor& each : order) {
    std::size_t end = offset + each.size * each.bytes;
    header[each.name] = {
        {"dtype", each.type}, {"shape", each.shape}, {"data_offsets", {offset, end}}};
    offset = end;
  }
  // Names of symbols may hold bytes that are no UTF-8; they are replaced, never an error.
  std::string text = print_json(header);
  text.resize((text.size() + 7) / 8 * 8, ' ');
  std::uint64_t size = text.size();
  AtomicFile file(path);
  // Twice over the values: the checksum stands before them.
  Checksum sum(8 + size + offset);
  sum.add(std::as_bytes(std::span(&size, 1)));
  sum.add(std::as_bytes(std::span(text)));
  for (const WrittenTensor& each : order)
    each.give([&](std::span<const std::byte> bytes) { sum.add(bytes); });
  text.replace(kBegin.size(), kNoChecksum.size(), checksum_text(sum.value()));
  file.write(std::as_bytes(std::span(&size, 1)));
  file.write(std::as_bytes(std::span(text)));
  for (const WrittenTensor& each : order)
    each.give([&](std::span<const std::byte> bytes) { file.write(bytes); });
  file.commit();
}

}  // namespace winnow
