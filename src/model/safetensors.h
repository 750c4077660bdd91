// model/safetensors.h - named tensors and text in one file that every ML tool can read.
// in/out: u64 length of the header; JSON header: tensor name -> dtype, shape, offsets, and
// __metadata__ with text by name; then the raw values. Nothing in it can be executed.
// What winnow writes begins with a checksum of the whole file, as the first text of the metadata.
#pragma once

#include "model/byte_rows.h"
#include "model/columns.h"
#include "model/weights.h"

#include <filesystem>
#include <map>
#include <span>
#include <string>

namespace winnow {

enum class Precision : std::uint8_t {
  f32,
  f16,
  bytes
};  // bytes: large tensors as byte_rows.h says, others f16

struct TensorFile {
  std::map<std::string, std::string> metadata;
  TensorMap tensors;
  bool has_checksum = false;  // and it was right; other tools write none
  Columns columns = {};       // the tensors of whole numbers that are no weights: U8, U32 and U64
};

// Throws InputError if the file is cut off, corrupt or something else, and if a value is not
// finite. Values become f32. The tensors must fill the file without gap and overlap.
TensorFile read_tensors(const std::filesystem::path& path);
// The same for bytes in memory; `name` stands in for the file's name.
TensorFile tensors_from_bytes(std::span<const std::byte> bytes, const std::string& name);
// How long a file is by its header (data/file_bytes.h).
std::uint64_t stated_tensor_bytes(std::span<const std::byte> first);
// Completely or not at all. Throws InputError for a value that is not finite, or that is too large
// for f16.
void write_tensors(const std::filesystem::path& path,
                   const std::map<std::string, std::string>& metadata, const TensorMap& tensors,
                   Precision precision, const Columns& columns = {});

}  // namespace winnow
