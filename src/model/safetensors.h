// model/safetensors.h - named tensors and text in one file that every ML tool can read.
// in/out: u64 length of the header; JSON header: tensor name -> dtype, shape, offsets, and
// __metadata__ with text by name; then the raw values. Nothing in it can be executed.
#pragma once

#include "model/byte_rows.h"
#include "model/weights.h"

#include <filesystem>
#include <map>
#include <string>

namespace winnow {

enum class Precision : std::uint8_t { f32, f16, bytes };  // bytes: large tensors as byte_rows.h says, others f16

struct TensorFile {
  std::map<std::string, std::string> metadata;
  Tensors tensors;
};

// Throws InputError if the file is cut off, corrupt or something else. Values become f32.
TensorFile read_tensors(const std::filesystem::path& path);
// Writes to a temporary name, then renames: never half a file.
void write_tensors(const std::filesystem::path& path,
                   const std::map<std::string, std::string>& metadata,
                   const Tensors& tensors, Precision precision);

}  // namespace winnow
