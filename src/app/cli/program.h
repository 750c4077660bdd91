// app/cli/program.h - what `winnow` and `winnow-learn` have in common: one command line, and every
// error mapped to an exit code (app/cli/exit_code.h).
#pragma once

#include "app/cli/exit_code.h"

#include <CLI/CLI.hpp>

#include <functional>
#include <string_view>

namespace winnow {

// Prints a message and a hint as every error is printed, and returns the code.
int fail(ExitCode code, std::string_view message, std::string_view hint);

int run_program(int argc, char** argv, const std::function<void(CLI::App&)>& add_commands);

}  // namespace winnow
