// model/model_file.h - models on disk: safetensors, readable by every ML tool, nothing executable.
// in/out: one file: u64 length, a JSON header (tensor name -> dtype, shape, offsets), raw values.
// The header's __metadata__ holds what else a model is: its options, its label tables and how it
// was trained, as JSON text. docs/formats.md shows it tensor by tensor.
#pragma once

#include "dag/labels.h"
#include "model/config.h"
#include "model/weights.h"

#include <filesystem>
#include <string>

namespace winnow {

enum class Precision : std::uint8_t { f32, f16 };

struct ModelFile {
  ModelOptions options;
  LabelTable labels;
  std::string history = "{}";  // JSON: data, command line, seed, figures
  ModelWeights weights;
};

// Throws InputError if the file is cut off, corrupt, or not a winnow model.
ModelFile read_model(const std::filesystem::path& path);
// Writes to a temporary name, then renames: never half a file.
void write_model(const std::filesystem::path& path, const ModelFile& model, Precision precision);

}  // namespace winnow
