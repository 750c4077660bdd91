// app/program.h - what `winnow` and `winnow-learn` have in common: one command line, and every
// error mapped to an exit code: 0 done, 1 the input is wrong, 2 the command line is wrong, 3 a
// mistake of winnow's own; a command with exit codes of its own throws CLI::RuntimeError.
#pragma once

#include <CLI/CLI.hpp>

#include <functional>

namespace winnow {

int run_program(int argc, char** argv, const std::function<void(CLI::App&)>& add_commands);

}  // namespace winnow
