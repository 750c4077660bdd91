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

constexpr std::string_view kFormat = "winnow-fusion-1";
// Deviations that a feature counts at most. Useful rows are rare and often far from the mean.
constexpr float kMostDeviations = 12;
constexpr std::size_t kBlock = 8;  // units that are computed together
// A file begins with a checksum of its whole text.
constexpr std::string_view kBegin = R"({"format":"winnow-fusion-1","checksum":")";

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

Json feature_names() {
  Json names = Json::array();
  for (std::size_t i = 0; i < kFusionFeatures; ++i)
    names.push_back(to_string(static_cast<FusionFeature>(i)));
  return names;
}

}  // namespace

std::string_view to_string(FusionCase which) {
  switch (which) {
    case FusionCase::plain:
      return "plain";
    case FusionCase::proofs:
      return "proofs";
    case FusionCase::model:
      return "model";
    case FusionCase::both:
      return "both";
  }
  return "";
}

float FusionNetwork::standard(float value, std::size_t feature) const {
  return std::clamp((value - mean[feature]) / scale[feature], -kMostDeviations, kMostDeviations);
}

std::vector<float> FusionNetwork::scores(std::span<const float> features) const {
  std::size_t rows = features.size() / kFusionFeatures, units = out.size();
  // Units in whole blocks, so that the innermost loop is one of vectors.
  std::size_t padded = (units + kBlock - 1) / kBlock * kBlock;
  std::vector<float> weights(kFusionFeatures * padded, 0), first(padded, 0), state(padded);
  std::ranges::copy(hidden_bias, first.begin());
  for (std::size_t i = 0; i < kFusionFeatures; ++i)
    std::copy_n(hidden.data() + i * units, units, weights.data() + i * padded);
  std::vector<float> scores(rows);
  for (std::size_t r = 0; r < rows; ++r) {
    state = first;
    for (std::size_t i = 0; i < kFusionFeatures; ++i) {
      float value = standard(features[r * kFusionFeatures + i], i);
      const float* from = weights.data() + i * padded;
      for (std::size_t block = 0; block < padded; block += kBlock)
        for (std::size_t u = 0; u < kBlock; ++u) state[block + u] += value * from[block + u];
    }
    float sum = bias;
    for (std::size_t u = 0; u < units; ++u) sum += out[u] * std::max(state[u], 0.f);
    scores[r] = sum;
  }
  return scores;
}

std::string to_json(const Fusion& fusion) {
  Json json;
  json["format"] = kFormat;
  json["checksum"] = kNoChecksum;
  json["history"] = fusion.history;
  json["features"] = feature_names();
  json["networks"] = Json::object();
  for (FusionCase which : kFusionCases)
    if (fusion.has(which)) json["networks"][std::string(to_string(which))] = to_json(fusion[which]);
  std::string text = json.dump() + "\n";
  text.replace(kBegin.size(), kNoChecksum.size(),
               checksum_text(checksum(std::as_bytes(std::span(text)))));
  return text;
}

Fusion fusion_of_json(std::string_view text, const std::string& file) {
  try {
    refuse_repeated_fields(text, Place{file});  // first: it says where
    Json json = parse_json(text);
    if (json.at("format") == kFormat) check(text, file);
    if (json.at("format") != kFormat || json.at("features") != feature_names())
      throw InputError(Place{file}, "was made by another version of winnow",
                       "make it anew with 'winnow experiment features' and 'fit'");
    Fusion fusion{.networks = {}, .history = json.at("history").get<std::string>()};
    const Json& networks = json.at("networks");
    std::size_t found = 0;
    for (FusionCase which : kFusionCases)
      if (auto network = networks.find(to_string(which)); network != networks.end()) {
        fusion[which] = network_of(*network);
        ++found;
      }
    if (found == 0 || found != networks.size()) throw std::out_of_range("cases");
    return fusion;
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
