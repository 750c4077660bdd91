#include "model/byte_rows.h"

#include "kernel/half.h"
#include "winnow/error.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>
#include <utility>

namespace winnow {

namespace {

using Tensor = ModelWeights::Tensor;

constexpr float kSteps = 127;
constexpr std::size_t kLarge = std::size_t{1}
                               << 16;  // values; smaller tensors save nothing worth a rounding
constexpr float kLargestHalf = 65504;
constexpr std::string_view kScale = ".scale";

float largest(std::span<const float> values) {
  float largest = 0;
  for (float value : values) largest = std::max(largest, std::abs(value));
  return largest;
}

bool gains(const Tensor& tensor) {
  return !tensor.whole && tensor.shape.size() >= 2 && tensor.values.size() >= kLarge &&
         std::ranges::all_of(tensor.values,
                             [](float value) { return std::abs(value) <= kLargestHalf; });
}

// The least 16-bit float whose kSteps-fold reaches `length`.
float scale_of(float length) {
  std::uint16_t half = 0;
  float scale = length / kSteps;
  narrow({&scale, 1}, {&half, 1});
  widen({&half, 1}, {&scale, 1});
  if (scale * kSteps >= length) return scale;
  ++half;  // positive halves are ordered as their bits are
  widen({&half, 1}, {&scale, 1});
  return scale;
}

std::pair<Tensor, Tensor> split(const Tensor& tensor) {
  std::size_t width = tensor.shape.back();
  Tensor bytes{tensor.shape, tensor.values, true};
  Tensor scales{{tensor.shape.begin(), tensor.shape.end() - 1}, {}};
  for (std::size_t begin = 0; begin < bytes.values.size(); begin += width) {
    auto row = std::span(bytes.values).subspan(begin, width);
    float scale = scale_of(largest(row));
    scales.values.push_back(scale);
    if (scale == 0) continue;
    for (float& value : row) value = std::round(value / scale);
  }
  return {std::move(bytes), std::move(scales)};
}

}  // namespace

TensorMap to_byte_rows(const TensorMap& tensors) {
  TensorMap all;
  for (const auto& [name, tensor] : tensors) {
    if (gains(tensor))
      std::tie(all[name], all[name + std::string(kScale)]) = split(tensor);
    else
      all[name] = tensor;
  }
  return all;
}

void from_byte_rows(TensorMap& tensors) {
  for (auto at = tensors.begin(); at != tensors.end();) {
    if (!at->first.ends_with(kScale)) {
      ++at;
      continue;
    }
    const std::vector<float>& scales = at->second.values;
    auto found = tensors.find(at->first.substr(0, at->first.size() - kScale.size()));
    require(found != tensors.end() && found->second.whole, "a scale without a tensor of bytes");
    Tensor& tensor = found->second;
    std::size_t width = tensor.shape.empty() ? 0 : tensor.shape.back();
    require(width == 0 ? tensor.values.empty()
                       : tensor.values.size() % width == 0 &&
                             scales.size() == tensor.values.size() / width,
            "a tensor has more or fewer rows than scales");
    require(largest(scales) <= kLargestHalf, "a scale is too large");
    float* value = tensor.values.data();
    for (float scale : scales)
      for (float* end = value + width; value != end; ++value) *value *= scale;
    tensor.whole = false;
    at = tensors.erase(at);
  }
}

}  // namespace winnow
