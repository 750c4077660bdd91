// model/byte_rows.h - large tensors as bytes: every row is whole numbers times one scale.
// in: tensors     out: the same, each large one as NAME, numbers from -127 to 127, and NAME.scale
// A byte a weight is half the file, and the error of a step in 127 is far below what training
// leaves undecided: no shipped model loses accuracy by it (docs/lab/training.md).
#pragma once

#include "model/weights.h"

#include <map>
#include <string>

namespace winnow {

using TensorMap = std::map<std::string, ModelWeights::Tensor>;

// Scales are 16-bit floats, so a file keeps them as they are.
TensorMap to_byte_rows(const TensorMap& tensors);
// Throws ContractError if a scale has no tensor, or not one number a row.
void from_byte_rows(TensorMap& tensors);

}  // namespace winnow
