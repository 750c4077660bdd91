#include "app/cli/unknown_word.h"

#include "term/nearest.h"

#include <fmt/format.h>

#include <vector>

namespace winnow {

namespace {

// The program, the command, the command's command.
std::vector<const CLI::App*> chosen_commands(const CLI::App& app) {
  std::vector<const CLI::App*> chain = {&app};
  for (auto below = app.get_subcommands(); !below.empty(); below = below.front()->get_subcommands())
    chain.push_back(below.front());
  return chain;
}

bool is_option(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

LineMistake unknown_option(const CLI::App& command, const std::string& name,
                           const std::string& word) {
  std::string option = word.substr(0, word.find('='));
  std::vector<std::string> names;
  for (const CLI::Option* each : command.get_options()) {
    for (const std::string& long_name : each->get_lnames()) names.push_back("--" + long_name);
    for (const std::string& short_name : each->get_snames()) names.push_back("-" + short_name);
  }
  std::vector<std::string_view> known(names.begin(), names.end());
  return {fmt::format("'{}' has no option {}", name, option),
          hint_with_nearest(option, known, fmt::format("'{} --help' lists its options", name))};
}

LineMistake unknown_command(const CLI::App& command, const std::string& name,
                            const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* each : command.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(each->get_name());
  std::vector<std::string_view> known(names.begin(), names.end());
  return {fmt::format("'{}' has no command '{}'", name, word),
          hint_with_nearest(word, known, fmt::format("'{} --help' lists its commands", name))};
}

}  // namespace

std::string chosen_command(const CLI::App& app) {
  std::string name;
  for (const CLI::App* each : chosen_commands(app))
    name += (name.empty() ? "" : " ") + each->get_name();
  return name;
}

std::optional<LineMistake> unknown_word(const CLI::App& app) {
  std::vector<const CLI::App*> chain = chosen_commands(app);
  std::string name;
  std::optional<LineMistake> other;
  for (const CLI::App* command : chain) {
    name += (name.empty() ? "" : " ") + command->get_name();
    bool wants_command = command == chain.back() && command->get_require_subcommand_min() > 0;
    for (const std::string& word : command->remaining()) {
      if (is_option(word)) return unknown_option(*command, name, word);
      if (other) continue;
      other = wants_command
                  ? unknown_command(*command, name, word)
                  : LineMistake{fmt::format("'{}' takes no further word '{}'", name, word),
                                fmt::format("'{} --help' shows how", name)};
    }
  }
  return other;
}

std::optional<LineMistake> wrong_number(const CLI::App& app) {
  const std::vector<const CLI::App*> chain = chosen_commands(app);
  for (const CLI::App* command : chain)
    for (const CLI::Option* option : command->get_options())
      if (option->get_items_expected_max() == 1 && option->count() > 1)
        return LineMistake{fmt::format("{} is given {} times", option->get_name(), option->count()),
                           "it takes one value"};
  if (chain.back()->get_require_subcommand_min() == 0) return std::nullopt;
  const std::string name = chosen_command(app);
  return LineMistake{fmt::format("'{}' needs a command", name),
                     fmt::format("'{} --help' lists its commands", name)};
}

}  // namespace winnow
