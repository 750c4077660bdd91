#include "app/options.h"

#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace winnow {

void apply_preset(CLI::App& command, const std::string& name, bool extended) {
  constexpr std::array<std::string_view, 4> kExtensions = {"match", "compare", "memory", "precedents"};
  auto preset = std::ranges::find(kPresets, name, &Preset::name);
  if (preset == kPresets.end())
    throw InputError(fmt::format("no preset called '{}'", name), fmt::format("choose one of: {}", preset_names()));
  for (const OptionValue& each : preset->values) {
    CLI::Option* option = command.get_option("--" + std::string(each.name));
    if (option->count() != 0) continue;
    if (!extended && std::ranges::find(kExtensions, each.name) != kExtensions.end()) continue;
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
      std::string option = fmt::format(" --{}", each.name);
      if (each.value != "true") option += fmt::format(" {}", each.value);
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
