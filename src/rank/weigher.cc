#include "rank/weigher.h"

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

Json to_json(const Weigher& weigher) {
  Json json;
  json["mean"] = weigher.mean;
  json["scale"] = weigher.scale;
  json["hidden"] = weigher.hidden;
  json["hidden_bias"] = weigher.hidden_bias;
  json["out"] = weigher.out;
  json["bias"] = weigher.bias;
  return json;
}

Weigher weigher_of(const Json& json) {
  Weigher weigher;
  json.at("mean").get_to(weigher.mean);
  json.at("scale").get_to(weigher.scale);
  json.at("hidden").get_to(weigher.hidden);
  json.at("hidden_bias").get_to(weigher.hidden_bias);
  json.at("out").get_to(weigher.out);
  json.at("bias").get_to(weigher.bias);
  std::size_t units = weigher.out.size();
  if (weigher.mean.size() != kClues || weigher.scale.size() != kClues || units == 0 ||
      weigher.hidden_bias.size() != units || weigher.hidden.size() != units * kClues)
    throw std::out_of_range("sizes");
  auto finite = [](const std::vector<float>& values) {
    return std::ranges::all_of(values, [](float value) { return std::isfinite(value); });
  };
  if (!finite(weigher.mean) || !finite(weigher.scale) || !finite(weigher.hidden) ||
      !finite(weigher.hidden_bias) || !finite(weigher.out) || !std::isfinite(weigher.bias) ||
      std::ranges::min(weigher.scale) <= 0)
    throw std::out_of_range("values");
  return weigher;
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

std::vector<float> Weigher::scores(std::span<const float> clues) const {
  std::size_t rows = clues.size() / kClues;
  std::vector<float> scores(rows), row(kClues);
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t i = 0; i < kClues; ++i) row[i] = (clues[r * kClues + i] - mean[i]) / scale[i];
    float sum = bias;
    for (std::size_t u = 0; u < out.size(); ++u) {
      float unit = hidden_bias[u];
      for (std::size_t i = 0; i < kClues; ++i) unit += hidden[u * kClues + i] * row[i];
      sum += out[u] * std::max(unit, 0.f);
    }
    scores[r] = sum;
  }
  return scores;
}

std::string to_json(const Weighers& weighers) {
  Json json;
  json["format"] = kFormat;
  json["checksum"] = kNoChecksum;
  json["history"] = weighers.history;
  json["clues"] = kClueNames;
  json["with_proofs"] = to_json(weighers.with_proofs);
  json["without_proofs"] = to_json(weighers.without_proofs);
  std::string text = json.dump() + "\n";
  text.replace(kBegin.size(), kNoChecksum.size(),
               checksum_text(checksum(std::as_bytes(std::span(text)))));
  return text;
}

Weighers weighers_of_json(std::string_view text, const std::string& file) {
  try {
    Json json = parse_json(text);
    refuse_repeated_fields(text, Place{file});
    if (json.at("format") == kFormat) check(text, file);
    if ((json.at("format") != kFormat && json.at("format") != kFirstFormat) ||
        json.at("clues") != Json(kClueNames))
      throw InputError(Place{file}, "was made by another version of winnow",
                       "make it anew with 'winnow experiment fit'");
    return {weigher_of(json.at("with_proofs")), weigher_of(json.at("without_proofs")),
            json.at("history").get<std::string>()};
  } catch (const Json::exception&) {
  } catch (const std::out_of_range&) {
  }
  throw InputError(Place{file}, "does not say how to weigh clues",
                   "make it with 'winnow experiment fit'");
}

std::filesystem::path weighers_file(const std::filesystem::path& model) {
  std::filesystem::path file = model;
  return file.replace_extension(".clues.json");
}

}  // namespace winnow
