// model/weights.h - the parameters of a model as named f32 matrices.
#pragma once

#include "kernel/lstm.h"
#include "kernel/matrix.h"
#include "model/parameters.h"

#include <map>
#include <span>
#include <string>
#include <vector>

namespace winnow {

class ModelWeights {
 public:
  struct Tensor {
    std::vector<std::size_t> shape;
    std::vector<float> values;
    bool whole = false;  // numbers from -127 to 127, a byte each in a file
  };

  void set(const std::string& name, Tensor tensor) { tensors_[name] = std::move(tensor); }
  const Tensor& tensor(const std::string& name) const;
  bool has(const std::string& name) const { return tensors_.contains(name); }
  bool empty() const { return tensors_.empty(); }
  const std::map<std::string, Tensor>& tensors() const { return tensors_; }

  // A vector is one row; more than two dimensions fold into rows of the last one.
  ConstMatrix matrix(const std::string& name) const;
  std::span<const float> vector(const std::string& name) const { return tensor(name).values; }
  LstmWeights lstm(const std::string& prefix) const;

  // Throws InputError if a tensor of `specs` is missing or has another shape, or one is too many.
  void check(const std::vector<ParameterSpec>& specs, const std::string& file) const;

 private:
  std::map<std::string, Tensor> tensors_;
};

// Freshly drawn parameters; the same seed gives the same bytes everywhere.
ModelWeights random_weights(const std::vector<ParameterSpec>& specs, std::uint64_t seed);

}  // namespace winnow
