#include "app/options.h"

#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>

namespace winnow {

void apply_preset(CLI::App& command, const std::string& name) {
  auto preset = std::ranges::find(kPresets, name, &Preset::name);
  if (preset == kPresets.end())
    throw InputError(fmt::format("no preset called '{}'", name), fmt::format("choose one of: {}", preset_names()));
  for (const OptionValue& each : preset->values) {
    CLI::Option* option = command.get_option("--" + std::string(each.name));
    if (option->count() != 0) continue;
    option->run_callback_for_default();
    option->default_val(std::string(each.value));
  }
}

std::string preset_names() {
  std::string names;
  for (const Preset& preset : kPresets) names += fmt::format("{}{}", names.empty() ? "" : ", ", preset.name);
  return names;
}

std::string preset_help() {
  std::string text = "Presets (options that are given as well come first):\n";
  for (const Preset& preset : kPresets) {
    std::string line = fmt::format("  {:<9}", preset.name);
    for (const OptionValue& each : preset.values) {
      std::string option = fmt::format(" --{} {}", each.name, each.value);
      if (line.size() + option.size() > 96) {
        text += line + '\n';
        line = std::string(11, ' ');
      }
      line += option;
    }
    text += line + '\n';
  }
  return text;
}

}  // namespace winnow
