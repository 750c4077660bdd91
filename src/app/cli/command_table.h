// app/cli/command_table.h - the commands and their options as plain tables, read from CLI11's own.
// in: the command line as it is declared     out: rows for manual pages and completions
// Both are made from what the program itself parses with, so they cannot say anything else.
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace winnow {

struct OptionRow {
  std::vector<std::string> names;        // "-k", "--format"; empty for a positional
  std::string positional;                // "PROBLEM"; empty for an option
  std::string value;                     // "TEXT"; empty for a flag
  std::vector<std::string> choices;      // all values there are, if they can be listed
  std::vector<std::string> suggestions;  // some of them, if not
  std::string range;                     // what else must hold of the value, as --help says it
  std::string description;
  std::string default_value;
  bool required = false;
  bool repeats = false;
};

struct CommandRow {
  std::string name;  // "rank"; of a command within another one "import"
  std::string description;
  std::string footer;
  std::vector<OptionRow> options;
  std::vector<CommandRow> commands;
};

OptionRow option_row(const CLI::Option& option);

// Hidden commands and options (those of the group "") are left out.
CommandRow command_table(const CLI::App& app);

// As JSON and back: `winnow-learn` hands the tables of its commands to `winnow` this way.
std::string to_json(const CommandRow& command);
CommandRow command_from_json(const std::string& text, const std::string& file);

}  // namespace winnow
