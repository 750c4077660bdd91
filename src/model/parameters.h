// model/parameters.h - the tensors a model consists of: names, shapes, how they begin.
// in: a configuration and the sizes of its label tables     out: a list in a fixed order
// docs/formats.md explains them tensor by tensor.
#pragma once

#include "model/config.h"

#include <cstdint>
#include <string>
#include <vector>

namespace winnow {

enum class InitialValues : std::uint8_t {
  zeros,
  ones,
  normal,   // a table of vectors: standard normal
  uniform,  // a matrix: uniform in +-1/sqrt(fan in)
};

struct ParameterSpec {
  std::string name;
  std::vector<std::size_t> shape;
  InitialValues start = InitialValues::zeros;
  bool trained = true;  // running averages of batch norms are not

  std::size_t size() const;
};

struct TableSizes {
  std::uint32_t start_rows, edge_labels;  // of the label table
  std::uint32_t memory_rows = 1;          // of the formula table
  std::uint32_t feature_rows = 1;         // of retrieval's features
  std::uint32_t used_rows = 1;            // of premises that retrieval knows
};
std::vector<ParameterSpec> parameter_specs(const ModelConfig& config, const TableSizes& sizes);

}  // namespace winnow
