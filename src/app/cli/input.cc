#include "app/cli/input.h"

#include "app/cli/option_value.h"
#include "app/cli/terminal.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace winnow {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> files_of(const std::vector<std::string>& names, const std::string& what,
                                  const std::string& ending) {
  std::vector<std::string> files;
  for (const std::string& name : names) {
    std::error_code none;
    if (!fs::is_directory(name, none)) {
      files.push_back(name);
      continue;
    }
    const std::size_t before = files.size();
    for (const auto& entry : fs::recursive_directory_iterator(name, none))
      if (entry.path().extension() == ending) files.push_back(entry.path().string());
    if (files.size() == before)
      throw InputError(
          Place{name}, fmt::format("no {} in this folder", what),
          fmt::format("{} are files named *{}; other files are named one by one", what, ending));
    std::sort(files.begin() + static_cast<std::ptrdiff_t>(before), files.end());
  }
  return files;
}

}  // namespace

std::vector<std::string> problem_files(const std::vector<std::string>& names) {
  return files_of(names, "problems", ".p");
}

std::vector<std::string> axiom_files(const std::vector<std::string>& names) {
  return files_of(names, "axioms", ".ax");
}

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
