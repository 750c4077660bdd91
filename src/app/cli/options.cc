#include "app/cli/options.h"

#include "winnow/presets.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace winnow {

namespace {

std::vector<std::string_view> preset_names() {
  std::vector<std::string_view> names;
  for (const Preset& each : kPresets) names.push_back(each.name);
  return names;
}

}  // namespace

void apply_preset(const CLI::App& command, const std::string& name, ModelOptions& model,
                  TrainOptions& train, bool extended) {
  constexpr std::array<std::string_view, 4> kExtensions = {"match", "compare", "memory",
                                                           "precedents"};
  apply_preset(name, model, train, [&](std::string_view option) {
    const bool extension = std::ranges::find(kExtensions, option) != kExtensions.end();
    return command.get_option("--" + std::string(option))->count() != 0 || (extension && !extended);
  });
}

void add_preset_option(CLI::App& command, std::string& preset) {
  std::string help = fmt::format("settings for a data set: {}", fmt::join(preset_names(), ", "));
  CLI::Option* option = command.add_option("--preset", preset, help);
  const auto names = preset_names();
  check_with(suggest(option, {names.begin(), names.end()}),
             [](const std::string& name) { preset_called(name); });
}

std::string preset_help() {
  std::string text = "Presets (options that are given as well come first):\n";
  for (const Preset& preset : kPresets) {
    std::string line = fmt::format("  {:<14}", preset.name);
    for (const OptionValue& each : preset.values) {
      std::string option = fmt::format(" --{}{}", each.value == "false" ? "no-" : "", each.name);
      if (each.value != "true" && each.value != "false") option += fmt::format(" {}", each.value);
      if (line.size() + option.size() > 96) {
        text += line + '\n';
        line = std::string(16, ' ');
      }
      line += option;
    }
    text += line + '\n';
  }
  return text;
}

}  // namespace winnow
