// model.h - a model file as named tensors, for who wants to look inside.
//
//   winnow::ModelTensors model = winnow::ModelTensors::open("mizar-rank");
//   for (const std::string& name : model.names()) std::cout << name << '\n';
//   winnow::ModelTensor symbols = model.tensor("start.table");  // shape and f32 values
//
// It never changes: it may be copied at no cost and used from several threads at once.
#pragma once

#include "winnow/options.h"

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

// Row after row. Lives as long as its ModelTensors or a copy of it does.
struct ModelTensor {
  std::span<const std::size_t> shape;
  std::span<const float> values;
};

class ModelTensors {
 public:
  // A file, a name, or "", as SelectorOptions::model. Throws InputError if there is none, or if the
  // file is cut off, corrupt, or no model.
  static ModelTensors open(const std::string& model = {});

  const std::vector<std::string>& names() const;    // in order
  ModelTensor tensor(std::string_view name) const;  // throws InputError if there is none
  const ModelOptions& options() const;              // its shape
  const std::string& history() const;  // JSON: data, options and figures of its training
  const std::string& file() const;

 private:
  struct Impl;
  explicit ModelTensors(std::shared_ptr<const Impl> impl);
  std::shared_ptr<const Impl> impl_;
};

// The file of a model, as open() takes it: a name becomes a path. Throws InputError if there is no
// model of that name.
std::string model_file(const std::string& model);

}  // namespace winnow
