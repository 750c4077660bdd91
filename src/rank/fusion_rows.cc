#include "rank/fusion_rows.h"

#include "model/safetensors.h"
#include "term/ragged.h"
#include "winnow/error.h"

#include <algorithm>
#include <string>

namespace winnow {

namespace {

constexpr const char* kRowsFormat = "winnow-rows-1";

std::string joined_feature_names() {
  std::string names;
  for (std::size_t i = 0; i < kFusionFeatures; ++i)
    (names += i == 0 ? "" : ", ") += to_string(static_cast<FusionFeature>(i));
  return names;
}

}  // namespace

void add_question(const std::vector<float>& features, std::span<const std::uint32_t> notable,
                  std::span<const float> weights, std::span<const std::uint32_t> useful,
                  FusionRows& rows) {
  std::vector<std::uint8_t> is_useful(features.size() / kFusionFeatures, 0);
  for (std::uint32_t candidate : useful) is_useful[candidate] = 1;
  auto add = [&](std::uint32_t candidate, float weight, bool wanted) {
    auto from = features.begin() + static_cast<std::ptrdiff_t>(candidate * kFusionFeatures);
    rows.features.insert(rows.features.end(), from, from + kFusionFeatures);
    rows.useful.push_back(wanted ? 1 : 0);
    rows.weights.push_back(weight);
  };
  for (std::size_t n = 0; n < notable.size(); ++n)
    if (is_useful[notable[n]] == 0) add(notable[n], weights[n], false);
  for (std::uint32_t candidate = 0; candidate < is_useful.size(); ++candidate)
    if (is_useful[candidate] != 0) add(candidate, 1, true);
  rows.ends.push_back(static_cast<std::uint32_t>(rows.useful.size()));
}

void add_rows(const FusionRows& from, FusionRows& to) {
  auto first = static_cast<std::uint32_t>(to.useful.size());
  to.features.insert(to.features.end(), from.features.begin(), from.features.end());
  to.useful.insert(to.useful.end(), from.useful.begin(), from.useful.end());
  to.weights.insert(to.weights.end(), from.weights.begin(), from.weights.end());
  for (std::uint32_t end : from.ends) to.ends.push_back(first + end);
}

void write_fusion_rows(const std::filesystem::path& path, const FusionCaseRows& rows) {
  TensorMap tensors;
  for (FusionCase which : kFusionCases) {
    const FusionRows& of = rows[static_cast<std::size_t>(which)];
    if (of.ends.empty()) continue;
    std::string name(to_string(which));
    std::vector<float> counts;  // rows of each question: whole numbers that f32 has exactly
    for (std::size_t n = 0; n < of.ends.size(); ++n)
      counts.push_back(static_cast<float>(Ends(of.ends).size(n)));
    tensors[name + ".features"] = {{of.useful.size(), kFusionFeatures}, of.features};
    tensors[name + ".useful"] = {{of.useful.size()}, {of.useful.begin(), of.useful.end()}};
    tensors[name + ".weights"] = {{of.weights.size()}, of.weights};
    tensors[name + ".counts"] = {{counts.size()}, counts};
  }
  write_tensors(path, {{"format", kRowsFormat}, {"features", joined_feature_names()}}, tensors,
                Precision::f32);
}

FusionCaseRows read_fusion_rows(const std::filesystem::path& path) {
  TensorFile file = read_tensors(path);
  if (file.metadata["format"] != kRowsFormat || file.metadata["features"] != joined_feature_names())
    throw InputError(Place{path.string()}, "has no rows of the features that this winnow knows",
                     "make it anew with 'winnow experiment features'");
  FusionCaseRows rows;
  auto take = [&](const std::string& name, std::size_t columns) {
    auto found = file.tensors.find(name);
    if (found == file.tensors.end() || found->second.values.size() % columns != 0)
      throw InputError(Place{path.string()}, "its tensors do not fit each other");
    return std::move(found->second.values);
  };
  for (FusionCase which : kFusionCases) {
    std::string name(to_string(which));
    if (!file.tensors.contains(name + ".features")) continue;
    FusionRows& of = rows[static_cast<std::size_t>(which)];
    of.features = take(name + ".features", kFusionFeatures);
    for (float value : take(name + ".useful", 1)) of.useful.push_back(value != 0 ? 1 : 0);
    of.weights = take(name + ".weights", 1);
    double end = 0;
    for (float count : take(name + ".counts", 1)) {
      end += std::max(0.f, count);
      of.ends.push_back(
          end > static_cast<double>(of.useful.size()) ? ~0u : static_cast<std::uint32_t>(end));
    }
    if (of.useful.size() * kFusionFeatures != of.features.size() ||
        of.weights.size() != of.useful.size() || of.ends.empty() ||
        of.ends.back() != of.useful.size())
      throw InputError(Place{path.string()}, "its tensors do not fit each other");
  }
  return rows;
}

}  // namespace winnow
