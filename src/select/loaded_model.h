// select/loaded_model.h - a model with what it needs to rank.
// in: the name or file of a model     out: the model, its network and how fusion weighs it
#pragma once

#include "model/model.h"
#include "rank/fusion.h"
#include "score/network.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

namespace winnow {

struct ModelChoice {
  std::string model;  // as find_model takes it
  std::string mode;   // "": as the model was trained
  std::uint32_t threads = 2;
};

struct LoadedModel {
  std::string path;
  Model model;
  Network network;

  LoadedModel(const std::string& file, const ModelChoice& choice);
};

// Null if none is named and none is found.
std::unique_ptr<LoadedModel> load_model(const ModelChoice& choice);

// How features are weighed beside a model (or none): as the file beside the model says. Without
// one, as the file that came with winnow says, which knows nothing about what this model is worth.
std::optional<Fusion> load_fusion(const LoadedModel* model);
Fusion read_fusion(const std::filesystem::path& file);

}  // namespace winnow
