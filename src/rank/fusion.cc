#include "rank/fusion.h"

#include "data/checksum.h"
#include "data/json_text.h"
#include "text/json_fields.h"
#include "winnow/error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "winnow-fusion-1";
// Deviations that a feature counts at most. Useful rows are rare and often far from the mean.
constexpr float kMostDeviations = 12;
constexpr std::size_t kRows = 4, kUnits = 8;  // that are computed together
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

constexpr std::size_t kInputs = (kFusionFeatures + kUnits - 1) / kUnits * kUnits;
using Lanes [[gnu::vector_size(kUnits * sizeof(float))]] = float;

// A network with its features and units in whole blocks: what is added counts nothing.
struct Blocks {
  explicit Blocks(const FusionNetwork& network)
      : count((network.out.size() + kUnits - 1) / kUnits),
        mean(kInputs, 0),
        scale(kInputs, 1),
        weights(count * kFusionFeatures * kUnits, 0),
        first(count * kUnits, 0),
        out(count * kUnits, 0),
        bias(network.bias) {
    const std::size_t units = network.out.size();
    std::ranges::copy(network.mean, mean.begin());
    std::ranges::copy(network.scale, scale.begin());
    std::ranges::copy(network.hidden_bias, first.begin());
    std::ranges::copy(network.out, out.begin());
    for (std::size_t u = 0; u < units; ++u)
      for (std::size_t i = 0; i < kFusionFeatures; ++i)
        weights[(u / kUnits * kFusionFeatures + i) * kUnits + u % kUnits] =
            network.hidden[i * units + u];
  }

  std::size_t count;
  std::vector<float> mean, scale;  // [kInputs]
  std::vector<float> weights;      // [count, kFusionFeatures, kUnits]
  std::vector<float> first, out;   // [count, kUnits]
  float bias;
};

// The scores of kRows rows. Compilers at -O2 make no vectors of plain loops, and states that lie in
// arrays do not stay in registers. Each sum is made in the order of the features and of the units:
// blocks change no bit of a score.
[[gnu::always_inline]] inline void score_rows_of(const Blocks& blocks, const float* rows,
                                                 float* scores) {
  const auto load = [](const float* from, Lanes& lanes) {  // returned, it would need AVX to be
    std::memcpy(&lanes, from, sizeof lanes);
  };
  const Lanes zero{}, most = zero + kMostDeviations, least = zero - kMostDeviations;
  float inputs[kRows][kInputs] = {};
  for (std::size_t row = 0; row < kRows; ++row) {  // as FusionNetwork::standard
    std::memcpy(inputs[row], rows + row * kFusionFeatures, kFusionFeatures * sizeof(float));
    for (std::size_t i = 0; i < kInputs; i += kUnits) {
      Lanes value, mean, scale;
      load(inputs[row] + i, value);
      load(&blocks.mean[i], mean);
      load(&blocks.scale[i], scale);
      value = (value - mean) / scale;
      value = value < least ? least : value;
      value = most < value ? most : value;
      std::memcpy(inputs[row] + i, &value, sizeof value);
    }
  }
  std::fill_n(scores, kRows, blocks.bias);
  const float* weights = blocks.weights.data();
  for (std::size_t block = 0; block < blocks.count; ++block) {
    Lanes a, b, c, d, out, each;
    load(&blocks.first[block * kUnits], a);
    b = c = d = a;
    for (std::size_t i = 0; i < kFusionFeatures; ++i, weights += kUnits) {
      load(weights, each);
      a += inputs[0][i] * each;
      b += inputs[1][i] * each;
      c += inputs[2][i] * each;
      d += inputs[3][i] * each;
    }
    load(&blocks.out[block * kUnits], out);
    a = out * (a < zero ? zero : a);
    b = out * (b < zero ? zero : b);
    c = out * (c < zero ? zero : c);
    d = out * (d < zero ? zero : d);
    for (std::size_t u = 0; u < kUnits; ++u) {  // rows side by side: a sum waits for itself
      scores[0] += a[u];
      scores[1] += b[u];
      scores[2] += c[u];
      scores[3] += d[u];
    }
  }
}

void score_rows_anywhere(const Blocks& blocks, const float* rows, float* scores) {
  score_rows_of(blocks, rows, scores);
}

#if defined(__x86_64__)
// Without FMA, so that all machines come to the same bits.
[[gnu::target("avx2")]] void score_rows_avx2(const Blocks& blocks, const float* rows,
                                             float* scores) {
  score_rows_of(blocks, rows, scores);
}
#endif

auto score_rows() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") != 0) return score_rows_avx2;
#endif
  return score_rows_anywhere;
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
  const std::size_t rows = features.size() / kFusionFeatures;
  const Blocks blocks(*this);
  const auto score = score_rows();
  std::vector<float> scores(rows);
  std::array<float, kRows> some;
  std::size_t r = 0;
  for (; r + kRows <= rows; r += kRows) {
    score(blocks, features.data() + r * kFusionFeatures, some.data());
    std::ranges::copy(some, scores.begin() + static_cast<std::ptrdiff_t>(r));
  }
  if (r == rows) return scores;
  std::array<float, kRows * kFusionFeatures> last{};
  std::ranges::copy(features.subspan(r * kFusionFeatures), last.begin());
  score(blocks, last.data(), some.data());
  std::copy_n(some.begin(), rows - r, scores.begin() + static_cast<std::ptrdiff_t>(r));
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
