#include "app/cli/options.h"

#include "term/nearest.h"
#include "winnow/error.h"

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

const Preset& preset_called(const std::string& name) {
  auto found = std::ranges::find(kPresets, name, &Preset::name);
  if (found != kPresets.end()) return *found;
  throw InputError(
      fmt::format("--preset cannot be '{}'", name),
      hint_with_nearest(name, preset_names(),
                        fmt::format("choose one of: {}", fmt::join(preset_names(), ", "))));
}

}  // namespace

void apply_preset(CLI::App& command, const std::string& name, bool extended) {
  constexpr std::array<std::string_view, 4> kExtensions = {"match", "compare", "memory",
                                                           "precedents"};
  for (const OptionValue& each : preset_called(name).values) {
    CLI::Option* option = command.get_option("--" + std::string(each.name));
    if (option->count() != 0) continue;
    if (!extended && std::ranges::find(kExtensions, each.name) != kExtensions.end()) continue;
    option->run_callback_for_default();
    option->default_val(std::string(each.value));
  }
}

void add_preset_option(CLI::App& command, std::string& preset) {
  std::string help = fmt::format("settings for a data set: {}", fmt::join(preset_names(), ", "));
  check_with(command.add_option("--preset", preset, help),
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
