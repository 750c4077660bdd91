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
                      .mode = choice.mode.empty() ? model.config().mode : mode_of(choice.mode)}) {
  if (fs::path beside = fusion_file(path); fs::exists(beside))
    fusion = fusion_of_json(read_text_file(beside), beside.string());
}

std::unique_ptr<LoadedModel> load_model(const ModelChoice& choice) {
  fs::path path = find_model(choice.model);
  return path.empty() ? nullptr : std::make_unique<LoadedModel>(path.string(), choice);
}

}  // namespace winnow
