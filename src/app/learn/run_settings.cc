#include "app/learn/run_settings.h"

#include "data/json_text.h"
#include "data/output_file.h"
#include "data/text_file.h"
#include "learn/run_folder.h"
#include "model/checkpoint_file.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <filesystem>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

constexpr const char* kFormat = "winnow-run-1";

fs::path file_in(const std::string& folder) { return fs::path(folder) / "run.json"; }

std::string in_full(const fs::path& path) {
  return path.empty() ? "" : fs::absolute(path).lexically_normal().string();
}

// The options of the run that the checkpoint belongs to, where the command line does not name them.
void restore_options(CLI::App& command, const CheckpointFile& checkpoint) {
  for (const auto& [name, value] : checkpoint.settings) {
    CLI::Option* option = name.starts_with("--") ? command.get_option_no_throw(name) : nullptr;
    const bool is_limit = name == "--examples" || name == "--dev-examples";
    if (option == nullptr || option->count() != 0 || (is_limit && value == "0")) continue;
    option->run_callback_for_default();
    option->default_val(value);
  }
}

void restore_files(const fs::path& file, TrainSettings& settings) {
  try {
    Json json = parse_json(read_text_file(file));
    if (json.at("format") != kFormat) throw InputError(Place{file.string()}, "of another version");
    if (settings.data.empty()) settings.data = json.at("data").get<std::string>();
    if (settings.request.begin_with.empty())
      settings.request.begin_with = json.at("begin_with").get<std::string>();
    if (settings.request.teachers.empty())
      settings.request.teachers = json.at("teachers").get<std::vector<std::string>>();
  } catch (const Json::exception&) {
    throw InputError(Place{file.string()}, "these are no settings of a run",
                     "name --data, and what else the run began with");
  }
}

}  // namespace

void write_run_settings(const TrainSettings& settings) {
  const fs::path file = file_in(settings.out);
  check_folder_output(file, FileKind::run_settings);
  Json json = {{"format", kFormat},
               {"data", in_full(settings.data)},
               {"begin_with", in_full(settings.request.begin_with)},
               {"teachers", Json::array()}};
  for (const std::string& teacher : settings.request.teachers)
    json["teachers"].push_back(in_full(teacher));
  write_text_file(file, print_json(json, 2) + '\n');
}

void restore_run_settings(CLI::App& command, TrainSettings& settings) {
  const fs::path checkpoint = RunFolder(settings.out).checkpoint;
  // Of several processes the first alone needs the folder; it says what is missing there.
  if (!fs::exists(checkpoint) && !settings.data.empty()) return;
  settings.request.folder = settings.out;
  check_run_folder(settings.request);
  if (settings.preset.empty()) restore_options(command, read_checkpoint_file(checkpoint));
  const fs::path file = file_in(settings.out);
  if (fs::exists(file)) restore_files(file, settings);
}

}  // namespace winnow
