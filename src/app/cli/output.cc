#include "app/cli/output.h"

#include "app/cli/terminal.h"
#include "winnow/error.h"

#include <fmt/format.h>

namespace winnow {

namespace {

AtomicFile open(const OutputChoice& choice, FileKind kind, const std::vector<std::string>& inputs) {
  if (choice.path == "-") {
    flush_out();  // what was said before stands before it
    return AtomicFile::standard_output();
  }
  check_output(choice.path, kind, inputs, choice.force);
  return AtomicFile(choice.path);
}

}  // namespace

CLI::Option* add_output_options(CLI::App& command, OutputChoice& choice, const std::string& help,
                                const std::string& names) {
  CLI::Option* option = command.add_option(names, choice.path, help)->type_name("FILE");
  command.add_flag("--force", choice.force, "write over a file of another kind");
  return option;
}

void check_output(const OutputChoice& choice, FileKind kind,
                  const std::vector<std::string>& inputs) {
  if (choice.path == "-")
    throw InputError(
        fmt::format("{} is not text, and cannot be written to standard output", to_string(kind)),
        "give it a name; ./- is a file called -");
  check_output(choice.path, kind, inputs, choice.force);
}

TextOutput::TextOutput(const OutputChoice& choice, FileKind kind,
                       const std::vector<std::string>& inputs)
    : file_(open(choice, kind, inputs)) {}

}  // namespace winnow
