// app/cli/unknown_word.h - the first word of a command line that nothing took, and what may have
// been meant.
#pragma once

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace winnow {

struct UnknownWord {
  std::string what;  // "'winnow rank' has no option --fromat"
  std::string hint;  // "did you mean '--format'?"
};

// After a parse that failed. Options first: a value that such a one left behind is no mistake of
// its own.
std::optional<UnknownWord> unknown_word(const CLI::App& app);

// "winnow data import": the command that the line chose, as it is called.
std::string chosen_command(const CLI::App& app);

}  // namespace winnow
