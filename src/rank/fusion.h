// rank/fusion.h - how much each feature counts: a small network, learned from questions with
// answers. in: rows of features     out: for each row a score, the log odds of being useful One
// hidden layer: whether a vote counts depends on what else is known, which a sum cannot say.
#pragma once

#include "rank/fusion_features.h"

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct FusionNetwork {
  std::vector<float> mean, scale;       // [kFusionFeatures] of the rows it was fitted to
  std::vector<float> hidden;            // [units, kFusionFeatures]
  std::vector<float> hidden_bias, out;  // [units]
  float bias = 0;

  // [rows] `fusion` is [rows, kFusionFeatures].
  std::vector<float> scores(std::span<const float> features) const;
};

// What stands beside a model: a goal comes with earlier proofs, or without.
struct Fusion {
  FusionNetwork with_proofs, without_proofs;
  std::string history;  // how they were fitted
};

// Text of a file, and back; the latter throws InputError for anything that `to_json` did not write.
std::string to_json(const Fusion& fusion);
Fusion fusion_of_json(std::string_view text, const std::string& file);

// Where the fusion of a model are: beside it, NAME.fusion.json for NAME.safetensors.
std::filesystem::path fusion_file(const std::filesystem::path& model);

struct FitOptions {
  std::uint32_t units = 16;
  std::uint32_t epochs = 40;
  std::uint32_t batch = 1024;
  double learning_rate = 0.003;
  double weight_decay = 0.001;
  std::uint64_t seed = 1;
};

// Fits by Adam to the cross-entropy of `useful`. `fusion` is [rows, kFusionFeatures], with at least
// one row.
FusionNetwork fit_fusion_network(std::span<const float> features,
                                 std::span<const std::uint8_t> useful,
                                 const FitOptions& options = {});

}  // namespace winnow
