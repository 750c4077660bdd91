// model/model_file.h - a model on disk: safetensors.
// in: a file, or its bytes     out: options, tables and weights, checked; and back again
// Weights and tables are tensors; the metadata holds its options and how it was trained, as JSON.
// docs/formats.md goes through a file tensor by tensor.
#pragma once

#include "dag/formula_table.h"
#include "dag/labels.h"
#include "dag/precedent_table.h"
#include "model/config.h"
#include "model/safetensors.h"
#include "model/weights.h"

#include <nlohmann/json.hpp>

#include <filesystem>
#include <string>

namespace winnow {

struct ModelFile {
  ModelOptions options;
  LabelTable labels;
  FormulaTable memory;
  PrecedentTable precedents;
  FormulaTable features = {};  // of retrieval: hashes of features (dag/features.h)
  FormulaTable used = {};      // premises that retrieval knows
  nlohmann::ordered_json history = nlohmann::ordered_json::object();  // data, options, figures
  ModelWeights weights;
  ModelWeights nearest_examples = {};       // empty, or what nearest_examples.h lists, and then
  ExampleTable nearest_example_table = {};  // the examples that its vectors are from
  bool has_checksum = false;  // the file it was read from; what write_model writes has one
};

// How many rows the tables of its parameters have.
TableSizes table_sizes(const ModelFile& model);

// Throws InputError if the file is cut off, corrupt, or not a winnow model.
ModelFile read_model(const std::filesystem::path& path);
// The same for bytes in memory; `name` stands in for the file's name.
ModelFile model_from_bytes(std::span<const std::byte> bytes, const std::string& name);
void write_model(const std::filesystem::path& path, const ModelFile& model, Precision precision);

}  // namespace winnow
