// select/model_tensors.cc - the public ModelTensors: a model file, found as a Selector finds it.
#include "data/json_text.h"
#include "model/model_file.h"
#include "select/model_files.h"
#include "term/nearest.h"
#include "winnow/error_code.h"
#include "winnow/model.h"

#include <fmt/format.h>

namespace winnow {

struct ModelTensors::Impl {
  std::string path;
  ModelFile model;
  std::string history;
  std::vector<std::string> names;
};

ModelTensors::ModelTensors(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}

ModelTensors ModelTensors::open(const std::string& model) {
  std::filesystem::path path = find_model(model);
  if (path.empty())
    throw CodedError(ErrorCode::unknown_model, {}, "no model was found",
                     "name a file, or set $WINNOW_MODELS to a folder");
  Impl impl{path.string(), read_model(path), {}, {}};
  impl.history = print_json(impl.model.history);
  for (const auto& [name, tensor] : impl.model.weights.tensors()) impl.names.push_back(name);
  return ModelTensors(std::make_shared<const Impl>(std::move(impl)));
}

const std::vector<std::string>& ModelTensors::names() const { return impl_->names; }

ModelTensor ModelTensors::tensor(std::string_view name) const {
  const auto& tensors = impl_->model.weights.tensors();
  auto found = tensors.find(std::string(name));
  if (found == tensors.end()) {
    std::vector<std::string_view> known(impl_->names.begin(), impl_->names.end());
    throw CodedError(ErrorCode::unknown_tensor, {std::string(name)}, Place{impl_->path},
                     fmt::format("no tensor is called '{}'", name),
                     hint_with_nearest(name, known, "the model lists the names that there are"));
  }
  return {found->second.shape, found->second.values};
}

const ModelOptions& ModelTensors::options() const { return impl_->model.options; }
const std::string& ModelTensors::history() const { return impl_->history; }
const std::string& ModelTensors::file() const { return impl_->path; }

}  // namespace winnow
