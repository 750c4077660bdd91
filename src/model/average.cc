#include "model/average.h"

#include "model/model_json.h"
#include "winnow/error.h"

#include <nlohmann/json.hpp>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

void check_alike(const ModelFile& a, const ModelFile& b) {
  std::string what = json_of(a.options) != json_of(b.options) ? "options"
                     : a.labels != b.labels                   ? "labels"
                     : a.memory != b.memory                   ? "memory of premises"
                     : a.precedents != b.precedents           ? "precedents"
                     : a.features != b.features || a.used != b.used
                         ? "features or premises to retrieve by"
                         : "";
  if (!what.empty())
    throw InputError(
        "these models have different " + what,
        "average models that were trained on the same data with the same model options");
}

}  // namespace

ModelFile average_models(std::span<const ModelFile> models) {
  require(!models.empty(), "an average is of something");
  ModelFile mean = models.front();
  mean.nearest_examples = {};  // the mean puts formulas elsewhere
  mean.nearest_example_table = {};
  Json histories = Json::array();
  for (const ModelFile& model : models) {
    check_alike(mean, model);
    histories.push_back(model.history);
  }
  mean.history = Json{{"average_of", histories}};
  for (const auto& [name, first] : models.front().weights.tensors()) {
    ModelWeights::Tensor tensor = first;
    for (std::size_t i = 0; i < tensor.values.size(); ++i) {
      double sum = 0;
      for (const ModelFile& model : models) sum += model.weights.tensor(name).values[i];
      tensor.values[i] = static_cast<float>(sum / static_cast<double>(models.size()));
    }
    mean.weights.set(name, tensor);
  }
  return mean;
}

}  // namespace winnow
