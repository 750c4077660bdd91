#include "model/weights.h"

#include "term/hash.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>

namespace winnow {

namespace {

// Numbers in (0, 1) by a counter: no state, no dependence on a library's distributions.
double uniform(std::uint64_t seed, std::uint64_t n) {
  return (static_cast<double>(mix(mix(seed, n), 0x9e3779b97f4a7c15ull) >> 11) + 0.5) * 0x1p-53;
}

double normal(std::uint64_t seed, std::uint64_t n) {  // Box and Muller
  return std::sqrt(-2 * std::log(uniform(seed, 2 * n))) *
         std::cos(2 * std::numbers::pi * uniform(seed, 2 * n + 1));
}

}  // namespace

const ModelWeights::Tensor& ModelWeights::tensor(const std::string& name) const {
  auto found = tensors_.find(name);
  require(found != tensors_.end(), "no parameter called " + name);
  return found->second;
}

ConstMatrix ModelWeights::matrix(const std::string& name) const {
  const Tensor& each = tensor(name);
  std::size_t cols = each.shape.empty() ? 1 : each.shape.back();
  return {each.values.data(), cols == 0 ? 0 : each.values.size() / cols, cols};
}

LstmWeights ModelWeights::lstm(const std::string& prefix) const {
  auto data = [&](const char* name) { return tensor(prefix + name).values.data(); };
  LstmWeights result;
  const auto& w = tensor(prefix + ".w").shape;
  result.width = w[0] / 4;
  result.input_width = w[1];
  result.labels = tensor(prefix + ".u").shape[0];
  result.w = data(".w");
  result.u = data(".u");
  result.b = data(".b");
  result.w_gain = data(".w_norm.gain");
  result.w_bias = data(".w_norm.bias");
  result.u_gain = data(".u_norm.gain");
  result.u_bias = data(".u_norm.bias");
  if (has(prefix + ".c_norm.gain")) {
    result.c_gain = data(".c_norm.gain");
    result.c_bias = data(".c_norm.bias");
  }
  return result;
}

void ModelWeights::check(const std::vector<ParameterSpec>& specs, const std::string& file) const {
  for (const ParameterSpec& spec : specs) {
    auto found = tensors_.find(spec.name);
    if (found == tensors_.end())
      throw InputError(Place{file}, fmt::format("the tensor '{}' is missing", spec.name),
                       "the file was not written by winnow, or by another version");
    if (found->second.shape != spec.shape)
      throw InputError(
          Place{file},
          fmt::format("the tensor '{}' has shape [{}], not [{}]", spec.name,
                      fmt::join(found->second.shape, ", "), fmt::join(spec.shape, ", ")),
          "its configuration and its weights do not belong together");
  }
  if (tensors_.size() != specs.size())
    throw InputError(Place{file}, fmt::format("{} tensors where the model has {}", tensors_.size(),
                                              specs.size()));
}

ModelWeights random_weights(const std::vector<ParameterSpec>& specs, std::uint64_t seed) {
  ModelWeights weights;
  for (const ParameterSpec& spec : specs) {
    std::uint64_t own_seed = mix(seed, hash_text(spec.name));
    std::vector<float> values(spec.size());
    double bound = 1 / std::sqrt(static_cast<double>(spec.shape.back()));
    for (std::size_t i = 0; i < values.size(); ++i) {
      switch (spec.start) {
        case InitialValues::zeros:
          values[i] = 0;
          break;
        case InitialValues::ones:
          values[i] = 1;
          break;
        case InitialValues::normal:
          values[i] = static_cast<float>(normal(own_seed, i));
          break;
        case InitialValues::uniform:
          values[i] = static_cast<float>(bound * (2 * uniform(own_seed, i) - 1));
          break;
      }
    }
    weights.set(spec.name, {spec.shape, std::move(values)});
  }
  return weights;
}

}  // namespace winnow
