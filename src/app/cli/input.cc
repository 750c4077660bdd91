#include "app/cli/input.h"

#include "app/cli/option_value.h"
#include "app/cli/terminal.h"

#include <fmt/format.h>

#include <filesystem>

namespace winnow {

void add_include_option(CLI::App& command, std::vector<std::string>& folders) {
  CLI::Option* option = command.add_option(
      "--include", folders,
      "a folder in which included files are looked for, before $TPTP; may be given again");
  check_with(option->type_name("DIR")->allow_extra_args(false), [](const std::string& folder) {
    std::error_code none;
    if (!std::filesystem::is_directory(folder, none))
      throw InputError(fmt::format("--include cannot be '{}'", folder),
                       "it is the name of a folder");
  });
}

void add_input_options(CLI::App& command, InputOptions& options) {
  add_include_option(command, options.include_folders);
  command.add_flag_callback(
      "--hol", [&options] { options.syntax = Syntax::hol; },
      "HOL terms, one a line, token lines (T) after them");
  command.add_flag("--keep-going", options.keep_going,
                   "skip and list formulas that cannot be read");
}

Formulas read_formulas(const std::string& file, const InputOptions& options) {
  Formulas formulas = Formulas::read(file, {.syntax = options.syntax,
                                            .keep_going = options.keep_going,
                                            .include_folders = options.include_folders});
  Paint paint(has_colours(stderr));
  for (const std::string& message : formulas.skipped())
    fmt::print(stderr, "winnow: {} {}\n", paint.red("skipped"), message);
  return formulas;
}

}  // namespace winnow
