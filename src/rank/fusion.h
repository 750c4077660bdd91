// rank/fusion.h - how much each feature counts: small networks, learned from answered questions.
// in: rows of features
// out: for each row a score; only their order within a question means anything.
// One hidden layer: whether a vote counts depends on what else is known, which a sum cannot say.
// One network for each case, as proofs and a model may be there or not.
#pragma once

#include "rank/fusion_features.h"

#include <array>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct FusionNetwork {
  std::vector<float> mean, scale;       // [kFusionFeatures] of the rows it was fitted to
  std::vector<float> hidden;            // [kFusionFeatures, units]
  std::vector<float> hidden_bias, out;  // [units]
  float bias = 0;

  // [rows] `features` is [rows, kFusionFeatures].
  std::vector<float> scores(std::span<const float> features) const;

  // A feature as the hidden layer sees it. What is very far from the mean says no more than what is
  // far: an unusual library must not upset a network.
  float standard(float value, std::size_t feature) const;
};

// What there is beside the formulas.
enum class FusionCase : std::uint8_t { plain, proofs, model, both };
inline constexpr std::array kFusionCases = {FusionCase::plain, FusionCase::proofs,
                                            FusionCase::model, FusionCase::both};
std::string_view to_string(FusionCase which);
constexpr FusionCase fusion_case(bool has_proofs, bool has_model) {
  return static_cast<FusionCase>((has_proofs ? 1 : 0) + (has_model ? 2 : 0));
}

struct Fusion {
  std::array<FusionNetwork, kFusionCases.size()> networks;  // without units: nobody fitted it
  std::string history = {};                                 // how they were fitted

  const FusionNetwork& operator[](FusionCase which) const {
    return networks[static_cast<std::size_t>(which)];
  }
  FusionNetwork& operator[](FusionCase which) { return networks[static_cast<std::size_t>(which)]; }
  bool has(FusionCase which) const { return !(*this)[which].out.empty(); }
};

// Text of a file, and back; the latter throws InputError for anything that `to_json` did not write.
std::string to_json(const Fusion& fusion);
Fusion fusion_of_json(std::string_view text, const std::string& file);

// Where the fusion for a model is: beside it, NAME.fusion.json for NAME.safetensors.
std::filesystem::path fusion_file(const std::filesystem::path& model);

// Candidates of questions, with answers.
struct FusionRows {
  std::vector<float> features;       // [rows, kFusionFeatures]
  std::vector<std::uint8_t> useful;  // [rows]
  std::vector<float> weights;        // [rows] how many candidates like it a row stands for
  std::vector<std::uint32_t> ends;   // [questions] rows
};

struct FitOptions {
  std::uint32_t units = 24;
  std::uint32_t epochs = 20;
  std::uint32_t batch = 8;  // questions
  double learning_rate = 0.003;
  double weight_decay = 0.01;
  std::uint32_t seeds = 2;  // networks that are fitted and averaged
  std::uint64_t seed = 1;
};

// Fits by Adam to the cross-entropy of each useful row against all rows of its question that are
// not useful: all questions count the same, however many premises they need.
FusionNetwork fit_fusion_network(const FusionRows& rows, const FitOptions& options = {});

}  // namespace winnow
