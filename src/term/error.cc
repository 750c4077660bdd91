#include "winnow/error.h"

#include <fmt/format.h>

namespace winnow {

std::string to_string(const Place& at) {
  if (at.line == 0) return at.file;
  if (at.column == 0) return fmt::format("{}:{}", at.file, at.line);
  return fmt::format("{}:{}:{}", at.file, at.line, at.column);
}

InputError::InputError(std::string_view what, std::string_view hint)
    : std::runtime_error(std::string(what)), hint_(hint) {}

InputError::InputError(const Place& at, std::string_view what, std::string_view hint)
    : std::runtime_error(at.file.empty() && at.line == 0
                             ? std::string(what)
                             : fmt::format("{}: {}", to_string(at), what)),
      place_(at),
      hint_(hint) {}

// Readers of files turn these into messages for the user, to whom our source files say nothing. A
// debugger shows `at`.
ContractError::ContractError(std::string_view what, [[maybe_unused]] std::source_location at)
    : std::logic_error(std::string(what)) {}

}  // namespace winnow
