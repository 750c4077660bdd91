// app/cli/program.h - what `winnow` and `winnow-learn` have in common: one command line, and every
// error mapped to an exit code (app/cli/exit_code.h).
#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace winnow {

int run_program(int argc, char** argv, const std::function<void(CLI::App&)>& add_commands);

}  // namespace winnow
