#include "select/model_files.h"

#include "rank/fusion.h"
#include "term/nearest.h"
#include "text/input_file.h"
#include "winnow/error_code.h"
#include "winnow/model.h"

#include <fmt/format.h>

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>

namespace winnow {

namespace {

namespace fs = std::filesystem;

constexpr const char* kForRanking = "mizar-rank.safetensors";

// The model for ranking in a folder, or else the first model in it by name.
fs::path model_in(const fs::path& folder) {
  std::error_code none;
  if (fs::is_regular_file(folder / kForRanking, none)) return folder / kForRanking;
  std::vector<fs::path> models;
  for (const auto& entry : fs::directory_iterator(folder, none))
    if (entry.path().extension() == ".safetensors") models.push_back(entry.path());
  return models.empty() ? fs::path() : *std::ranges::min_element(models);
}

std::vector<std::string> model_names() {
  std::error_code none;
  std::vector<std::string> names;
  for (const fs::path& folder : model_folders())
    for (const auto& entry : fs::directory_iterator(folder, none))
      if (entry.path().extension() == ".safetensors") names.push_back(entry.path().stem());
  std::ranges::sort(names);
  return names;
}

// Where the file is that this code was loaded from: the program, libwinnow.so, or a module of
// Python.
fs::path library_folder() {
  Dl_info found;
  if (dladdr(reinterpret_cast<const void*>(&model_in), &found) == 0 || found.dli_fname == nullptr)
    return {};
  std::error_code none;
  return fs::canonical(found.dli_fname, none).parent_path();
}

}  // namespace

std::vector<fs::path> model_folders() {
  std::vector<fs::path> folders;
  if (const char* chosen = std::getenv("WINNOW_MODELS"); chosen != nullptr && *chosen != '\0')
    folders.emplace_back(chosen);
  std::error_code none;
  fs::path program = fs::read_symlink("/proc/self/exe", none).parent_path();
  for (const char* place : {"models", "../../models", "../share/winnow/models"})
    folders.push_back((program / place).lexically_normal());
  if (fs::path library = library_folder(); library != program)
    for (const char* place : {"models", "../share/winnow/models", "../../share/winnow/models",
                              "../../../../share/winnow/models"})  // as lib/python3/dist-packages
      folders.push_back((library / place).lexically_normal());
  for (const char* place : {"/usr/local/share/winnow/models", "/usr/share/winnow/models"})
    if (std::ranges::find(folders, fs::path(place)) == folders.end()) folders.emplace_back(place);
  return folders;
}

fs::path find_fusion() {
  std::error_code none;
  for (const fs::path& folder : model_folders())
    if (fs::path file = fusion_file(folder / kForRanking); fs::is_regular_file(file, none))
      return file;
  return {};
}

std::string model_file(const std::string& model) { return find_model(model).string(); }

fs::path find_model(const std::string& model) {
  std::error_code none;
  if (model.empty()) {
    for (const fs::path& folder : model_folders())
      if (fs::path found = model_in(folder); !found.empty()) return found;
    return {};
  }
  if (is_standard_input(model) || fs::exists(model, none) || model.find('/') != std::string::npos ||
      model.ends_with(".safetensors"))
    return model;  // what is wrong with it, its reader says
  for (const fs::path& folder : model_folders())
    for (const char* kind : {"", "-rank"})
      if (fs::path file = folder / (model + kind + ".safetensors"); fs::is_regular_file(file, none))
        return file;
  const std::vector<std::string> shipped = model_names();
  const std::vector<std::string_view> names(shipped.begin(), shipped.end());
  throw CodedError(
      ErrorCode::unknown_model, {model}, fmt::format("no model is called '{}'", model),
      hint_with_nearest(
          model, names,
          "a file, or a model in $WINNOW_MODELS or in the models/ of this installation"));
}

}  // namespace winnow
