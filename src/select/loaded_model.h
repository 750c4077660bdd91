// select/loaded_model.h - a model with what it needs to rank.
#pragma once

#include "model/model.h"
#include "rank/fusion.h"
#include "rank/network.h"

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
  std::optional<Fusion> fusion;  // if there is a file of them beside the model

  LoadedModel(const std::string& file, const ModelChoice& choice);
};

// Null if none is named and none is found.
std::unique_ptr<LoadedModel> load_model(const ModelChoice& choice);

}  // namespace winnow
