// app/cli/help.h - `help`, a hidden command that `winnow` and `winnow-learn` both have.
#pragma once

#include <CLI/CLI.hpp>

namespace winnow {

void add_help_command(CLI::App& app);

}  // namespace winnow
