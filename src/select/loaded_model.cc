#include "select/loaded_model.h"

#include "data/text_file.h"
#include "select/model_files.h"

#include <filesystem>

namespace winnow {

namespace fs = std::filesystem;

LoadedModel::LoadedModel(const std::string& file, const ModelChoice& choice)
    : path(file),
      model(Model::load(file)),
      network(model, {.threads = choice.threads,
                      .mode = choice.mode.empty() ? model.config().mode : mode_of(choice.mode)}) {}

std::unique_ptr<LoadedModel> load_model(const ModelChoice& choice) {
  fs::path path = find_model(choice.model);
  return path.empty() ? nullptr : std::make_unique<LoadedModel>(path.string(), choice);
}

std::optional<Fusion> load_fusion(const LoadedModel* model) {
  std::error_code none;
  if (model != nullptr)
    if (fs::path beside = fusion_file(model->path); fs::is_regular_file(beside, none))
      return read_fusion(beside);
  fs::path shipped = find_fusion();
  if (shipped.empty()) return std::nullopt;
  Fusion fusion = read_fusion(shipped);
  fusion[FusionCase::model] = fusion[FusionCase::both] = {};
  return fusion;
}

Fusion read_fusion(const fs::path& file) {
  return fusion_of_json(read_text_file(file, kMostSettingsBytes), file.string());
}

}  // namespace winnow
