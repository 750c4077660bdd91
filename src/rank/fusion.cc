#include "rank/fusion.h"

#include "data/checksum.h"
#include "data/json_text.h"
#include "text/json_fields.h"
#include "winnow/error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

// The first format had no checksum; the second begins with one, of the whole text.
constexpr std::string_view kFirstFormat = "winnow-clues-1", kFormat = "winnow-clues-2";
constexpr std::string_view kBegin = R"({"format":"winnow-clues-2","checksum":")";

Json to_json(const FusionNetwork& network) {
  Json json;
  json["mean"] = network.mean;
  json["scale"] = network.scale;
  json["hidden"] = network.hidden;
  json["hidden_bias"] = network.hidden_bias;
  json["out"] = network.out;
  json["bias"] = network.bias;
  return json;
}

FusionNetwork network_of(const Json& json) {
  FusionNetwork network;
  json.at("mean").get_to(network.mean);
  json.at("scale").get_to(network.scale);
  json.at("hidden").get_to(network.hidden);
  json.at("hidden_bias").get_to(network.hidden_bias);
  json.at("out").get_to(network.out);
  json.at("bias").get_to(network.bias);
  std::size_t units = network.out.size();
  if (network.mean.size() != kFusionFeatures || network.scale.size() != kFusionFeatures ||
      units == 0 || network.hidden_bias.size() != units ||
      network.hidden.size() != units * kFusionFeatures)
    throw std::out_of_range("sizes");
  auto finite = [](const std::vector<float>& values) {
    return std::ranges::all_of(values, [](float value) { return std::isfinite(value); });
  };
  if (!finite(network.mean) || !finite(network.scale) || !finite(network.hidden) ||
      !finite(network.hidden_bias) || !finite(network.out) || !std::isfinite(network.bias) ||
      std::ranges::min(network.scale) <= 0)
    throw std::out_of_range("values");
  return network;
}

void check(std::string_view text, const std::string& file) {
  std::size_t size = kNoChecksum.size();
  if (!text.starts_with(kBegin) || text.size() < kBegin.size() + size ||
      text.substr(kBegin.size(), size) !=
          checksum_text(checksum_around(std::as_bytes(std::span(text)), kBegin.size())))
    throw InputError(Place{file}, "is damaged: its checksum is wrong",
                     "copy it again, or make it anew with 'winnow experiment fit'");
}

}  // namespace

std::vector<float> FusionNetwork::scores(std::span<const float> features) const {
  std::size_t rows = features.size() / kFusionFeatures;
  std::vector<float> scores(rows), row(kFusionFeatures);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t i = 0; i < kFusionFeatures; ++i)
      row[i] = (features[r * kFusionFeatures + i] - mean[i]) / scale[i];
    float sum = bias;
    for (std::size_t u = 0; u < out.size(); ++u) {
      float unit = hidden_bias[u];
      for (std::size_t i = 0; i < kFusionFeatures; ++i)
        unit += hidden[u * kFusionFeatures + i] * row[i];
      sum += out[u] * std::max(unit, 0.f);
    }
    scores[r] = sum;
  }
  return scores;
}

std::string to_json(const Fusion& fusion) {
  Json json;
  json["format"] = kFormat;
  json["checksum"] = kNoChecksum;
  json["history"] = fusion.history;
  json["clues"] = kFusionFeatureNames;
  json["with_proofs"] = to_json(fusion.with_proofs);
  json["without_proofs"] = to_json(fusion.without_proofs);
  std::string text = json.dump() + "\n";
  text.replace(kBegin.size(), kNoChecksum.size(),
               checksum_text(checksum(std::as_bytes(std::span(text)))));
  return text;
}

Fusion fusion_of_json(std::string_view text, const std::string& file) {
  try {
    Json json = parse_json(text);
    refuse_repeated_fields(text, Place{file});
    if (json.at("format") == kFormat) check(text, file);
    if ((json.at("format") != kFormat && json.at("format") != kFirstFormat) ||
        json.at("clues") != Json(kFusionFeatureNames))
      throw InputError(Place{file}, "was made by another version of winnow",
                       "make it anew with 'winnow experiment fit'");
    return {network_of(json.at("with_proofs")), network_of(json.at("without_proofs")),
            json.at("history").get<std::string>()};
  } catch (const Json::exception&) {
  } catch (const std::out_of_range&) {
  }
  throw InputError(Place{file}, "does not say how to weigh features",
                   "make it with 'winnow experiment fit'");
}

std::filesystem::path fusion_file(const std::filesystem::path& model) {
  std::filesystem::path file = model;
  return file.replace_extension(".fusion.json");
}

}  // namespace winnow
