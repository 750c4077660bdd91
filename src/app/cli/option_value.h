// app/cli/option_value.h - options whose values are checked as they are read.
// in: an option, what it may be     out: its value, or a UsageError that names both, and a hint.
// So no command begins with a value that cannot be.
#pragma once

#include "winnow/allowed.h"
#include "winnow/error.h"

#include <CLI/CLI.hpp>

#include <concepts>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace winnow {

// The command line is wrong: exit code 2.
class UsageError : public InputError {
 public:
  using InputError::InputError;
};

// Throw UsageError.
void check_whole(const std::string& option, const std::string& text, const Allowed& allowed,
                 std::uint64_t most);
void check_number(const std::string& option, const std::string& text, const Allowed& allowed);
void check_word(const std::string& option, const std::string& text, const Allowed& allowed);

// "500ms", "10s", "2m", "1h", "1d", or seconds without a unit; throws UsageError.
double seconds_of(const std::string& option, const std::string& text, const Allowed& allowed);

// Every value of the option goes through `check`, which throws InputError: the command line is
// wrong then. `range` is what --help and manual pages say that it must be; "": nothing.
CLI::Option* check_with(CLI::Option* option, std::function<void(const std::string&)> check,
                        const std::string& range = {});

// What completions offer for an option that takes other words as well. Needs: names, without
// commas.
CLI::Option* suggest(CLI::Option* option, const std::vector<std::string>& words);
std::vector<std::string> suggestions_of(const CLI::Option& option);

// "1..1024", "at least 1"; "" if nothing is left out of what the type holds.
std::string range_of(const Allowed& allowed, bool unsigned_type);

template <class Number>
requires std::integral<Number> || std::floating_point<Number> CLI::Option* add_value(
    CLI::App& command, const std::string& flags, Number& value, const std::string& help,
    const Allowed& allowed) {
  CLI::Option* option = command.add_option(flags, value, help)->capture_default_str();
  auto check = [name = option->get_name(), allowed](const std::string& text) {
    if constexpr (std::integral<Number>)
      check_whole(name, text, allowed,
                  static_cast<std::uint64_t>(std::numeric_limits<Number>::max()));
    else
      check_number(name, text, allowed);
  };
  return check_with(option, check, range_of(allowed, std::unsigned_integral<Number>));
}
CLI::Option* add_value(CLI::App& command, const std::string& flags, std::string& word,
                       const std::string& help, const Allowed& allowed);
// Files to read, or - for standard input, which is read once.
void check_input(const CLI::App& command, const std::string& text);
template <class Value>
CLI::Option* add_input(CLI::App& command, const std::string& flags, Value& value,
                       const std::string& help) {
  CLI::Option* option = command.add_option(flags, value, help)->type_name("FILE");
  return check_with(option, [&command](const std::string& text) { check_input(command, text); });
}
// `default_text` is how --help writes the default.
CLI::Option* add_seconds(CLI::App& command, const std::string& flags, double& seconds,
                         const std::string& help, const Allowed& allowed,
                         const std::string& default_text);

}  // namespace winnow
