#include "app/cli/command_table.h"

#include "app/cli/option_value.h"
#include "winnow/error.h"

#include <nlohmann/json.hpp>

#include <utility>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

// --help says "TEXT:{tsv,json}" or "UINT:1..1024": the type, then what each check says.
void read_type(const std::string& text, OptionRow& row) {
  const std::size_t colon = text.find(':');
  row.value = text.substr(0, colon);
  if (colon == std::string::npos) return;
  const std::string checks = text.substr(colon + 1);
  const std::size_t open = checks.find('{'), close = checks.rfind('}');
  if (open == std::string::npos || close == std::string::npos || close < open) {
    row.range = checks;
    return;
  }
  std::string choice;
  for (const char c : checks.substr(open + 1, close - open - 1) + ",") {
    if (c != ',') {
      choice += c;
    } else if (!choice.empty()) {
      row.choices.push_back(std::exchange(choice, {}));
    }
  }
}

Json as_json(const CommandRow& command) {
  Json options = Json::array(), commands = Json::array();
  for (const OptionRow& row : command.options)
    options.push_back({{"names", row.names},
                       {"positional", row.positional},
                       {"value", row.value},
                       {"choices", row.choices},
                       {"suggestions", row.suggestions},
                       {"range", row.range},
                       {"description", row.description},
                       {"default", row.default_value},
                       {"required", row.required},
                       {"repeats", row.repeats}});
  for (const CommandRow& each : command.commands) commands.push_back(as_json(each));
  return {{"name", command.name},
          {"description", command.description},
          {"footer", command.footer},
          {"options", options},
          {"commands", commands}};
}

CommandRow from_json(const Json& json) {
  CommandRow command{json.at("name"), json.at("description"), json.at("footer"), {}, {}};
  for (const Json& row : json.at("options"))
    command.options.push_back(
        {row.at("names").get<std::vector<std::string>>(), row.at("positional"), row.at("value"),
         row.at("choices").get<std::vector<std::string>>(),
         row.at("suggestions").get<std::vector<std::string>>(), row.at("range"),
         row.at("description"), row.at("default"), row.at("required"), row.at("repeats")});
  for (const Json& each : json.at("commands")) command.commands.push_back(from_json(each));
  return command;
}

}  // namespace

OptionRow option_row(const CLI::Option& option) {
  OptionRow row;
  for (const std::string& name : option.get_snames()) row.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) row.names.push_back("--" + name);
  if (row.names.empty()) row.positional = option.get_name(true);
  if (option.get_items_expected_max() > 0) read_type(option.get_type_name(), row);
  row.suggestions = suggestions_of(option);
  row.description = option.get_description();
  row.default_value = option.get_default_str();
  row.required = option.get_required();
  row.repeats = option.get_expected_max() > 1;
  return row;
}

CommandRow command_table(const CLI::App& app) {
  CommandRow command{app.get_name(), app.get_description(), app.get_footer(), {}, {}};
  for (const CLI::Option* option : app.get_options())
    if (!option->get_group().empty()) command.options.push_back(option_row(*option));
  for (const CLI::App* each : app.get_subcommands(std::function<bool(const CLI::App*)>()))
    if (!each->get_group().empty()) command.commands.push_back(command_table(*each));
  return command;
}

std::string to_json(const CommandRow& command) { return as_json(command).dump(); }

CommandRow command_from_json(const std::string& text, const std::string& file) {
  try {
    return from_json(Json::parse(text));
  } catch (const Json::exception& error) {
    throw InputError(Place{file}, "not a table of commands",
                     "'winnow-learn help --tables' writes one");
  }
}

}  // namespace winnow
