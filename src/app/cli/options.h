// app/cli/options.h - puts every option of an options struct on a command's line, and presets too.
#pragma once

#include "app/cli/option_value.h"
#include "winnow/options.h"

#include <CLI/CLI.hpp>

#include <string>
#include <type_traits>

namespace winnow {

template <class Options>
void add_options(CLI::App& command, Options& options, const std::string& group) {
  each_option(options, [&](std::string_view name, auto& value, std::string_view help,
                           const Allowed& allowed) {
    std::string flag = "--" + std::string(name);
    using Value = std::remove_reference_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, bool>)
      command.add_flag(flag + ",!--no-" + std::string(name), value, std::string(help))
          ->default_str(value ? "on" : "off")
          ->group(group);
    else
      add_value(command, flag, value, std::string(help), allowed)->group(group);
  });
}

// Gives the options of the preset their values, except where the command line has its own.
// Not `extended`: as far as the paper's models go, without what winnow adds to them.
// Throws InputError if there is no such preset.
void apply_preset(const CLI::App& command, const std::string& name, ModelOptions& model,
                  TrainOptions& train, bool extended = true);
// --preset NAME, one of those that there are.
void add_preset_option(CLI::App& command, std::string& preset);
// The presets as a command line would write them, for --help.
std::string preset_help();

}  // namespace winnow
