// app/cli/unknown_word.h - what is wrong with a command line that could not be parsed: the first
// word that nothing took, and what may have been meant; an option too many, a command too few.
#pragma once

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace winnow {

struct LineMistake {
  std::string what;  // "'winnow rank' has no option --fromat"
  std::string hint;  // "did you mean '--format'?"
};

// After a parse that failed. Options first: a value that such a one left behind is no mistake of
// its own.
std::optional<LineMistake> unknown_word(const CLI::App& app);

// Likewise: an option that may be given once and is there twice, or no command.
std::optional<LineMistake> wrong_number(const CLI::App& app);

// "winnow data import": the command that the line chose, as it is called.
std::string chosen_command(const CLI::App& app);

}  // namespace winnow
