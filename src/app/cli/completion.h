// app/cli/completion.h - scripts that complete commands, options and their choices in a shell.
// in: the table of commands     out: a script for bash, zsh or fish.
// Where no choices are known, the shell completes names of files.
#pragma once

#include "app/cli/command_table.h"

#include <string>

namespace winnow {

std::string bash_completion(const CommandRow& program);
std::string zsh_completion(const CommandRow& program);
std::string fish_completion(const CommandRow& program);

}  // namespace winnow
