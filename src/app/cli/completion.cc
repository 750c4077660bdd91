#include "app/cli/completion.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace winnow {

namespace {

// A word between single quotes, for all three shells: bash and zsh close, escape and open again;
// fish knows \' itself, so it gets that.
std::string in_quotes(std::string_view text, std::string_view quote = "'\\''") {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'')
      out += quote;
    else
      out += c == '\n' ? ' ' : c;
  }
  return out + "'";
}

// Calls visit(path, command) for the program (path "") and all commands (" data import").
template <class Visit>
void each_command(const CommandRow& command, const std::string& path, Visit&& visit) {
  visit(path, command);
  for (const CommandRow& each : command.commands) each_command(each, path + " " + each.name, visit);
}

std::vector<std::string> names_of(const std::vector<CommandRow>& commands) {
  std::vector<std::string> names;
  for (const CommandRow& each : commands) names.push_back(each.name);
  return names;
}

// What there is to choose from, or what is offered beside other words.
const std::vector<std::string>& words_for(const OptionRow& row) {
  return row.choices.empty() ? row.suggestions : row.choices;
}

std::vector<std::string> positional_choices(const CommandRow& command) {
  for (const OptionRow& row : command.options)
    if (row.names.empty() && !row.choices.empty()) return row.choices;
  return {};
}

// What zsh's _arguments takes for special within brackets and between colons.
std::string zsh_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out;
}

std::string zsh_value(const OptionRow& row) {
  if (row.value.empty()) return "";
  return words_for(row).empty()
             ? fmt::format(":{}:_files", zsh_text(row.value))
             : fmt::format(":{}:({})", zsh_text(row.value), fmt::join(words_for(row), " "));
}

std::string zsh_function(std::string path) {
  std::ranges::replace(path, ' ', '_');
  std::ranges::replace(path, '-', '_');
  return path;
}

}  // namespace

std::string bash_completion(const CommandRow& program) {
  std::vector<std::string> paths;
  std::string cases;
  each_command(program, "", [&](const std::string& path, const CommandRow& command) {
    if (!path.empty()) paths.push_back(in_quotes(path));
    std::vector<std::string> names, with_value;
    std::string choices;
    for (const OptionRow& row : command.options) {
      names.insert(names.end(), row.names.begin(), row.names.end());
      if (row.names.empty() || row.value.empty()) continue;
      if (words_for(row).empty())
        with_value.insert(with_value.end(), row.names.begin(), row.names.end());
      else
        choices += fmt::format("        {}) words={} ;;\n", fmt::join(row.names, "|"),
                               in_quotes(fmt::format("{}", fmt::join(words_for(row), " "))));
    }
    if (!with_value.empty())
      choices += fmt::format("        {}) return ;;\n", fmt::join(with_value, "|"));
    std::vector<std::string> words = names_of(command.commands);
    for (const std::string& choice : positional_choices(command)) words.push_back(choice);
    cases += fmt::format("    {})\n      options={}\n      commands={}\n", in_quotes(path),
                         in_quotes(fmt::format("{}", fmt::join(names, " "))),
                         in_quotes(fmt::format("{}", fmt::join(words, " "))));
    if (!choices.empty()) cases += fmt::format("      case $previous in\n{}      esac\n", choices);
    cases += "      ;;\n";
  });
  return fmt::format(
      R"(# bash completion for {0}: commands, options and their choices; files elsewhere.
_{0}() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD - 1]}}
  local path='' options='' commands='' words='' i
  COMPREPLY=()
  if [[ $current == = ]]; then current=''; fi
  if [[ $previous == = ]]; then previous=${{COMP_WORDS[COMP_CWORD - 2]}}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    case "$path ${{COMP_WORDS[i]}}" in
      {1}) path+=" ${{COMP_WORDS[i]}}" ;;
    esac
  done
  case $path in
{2}  esac
  if [[ -z $words && $current == -* ]]; then words=$options; fi
  if [[ -z $words ]]; then words=$commands; fi
  if [[ -n $words ]]; then mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current"); fi
}}
complete -o default -F _{0} {0}
)",
      program.name, fmt::join(paths, "|"), cases);
}

std::string zsh_completion(const CommandRow& program) {
  std::string text = fmt::format("#compdef {0}\n# zsh completion for {0}.\n", program.name);
  each_command(
      program, "_" + program.name, [&](const std::string& path, const CommandRow& command) {
        text += fmt::format("\n{}() {{\n  local context state line\n  _arguments -C",
                            zsh_function(path));
        std::size_t place = 0;
        for (const OptionRow& row : command.options) {
          for (const std::string& name : row.names)
            text += " \\\n    " + in_quotes(fmt::format("{}{}[{}]{}", row.repeats ? "*" : "", name,
                                                        zsh_text(row.description), zsh_value(row)));
          if (row.names.empty())
            text += " \\\n    " +
                    in_quotes(fmt::format("{}{}", row.repeats ? "*" : std::to_string(++place),
                                          zsh_value(row)));
        }
        if (command.commands.empty()) {
          text += "\n}\n";
          return;
        }
        text +=
            " \\\n    '1: :->command' '*:: :->argument'\n  case $state in\n    command)\n      "
            "local -a commands=(";
        for (const CommandRow& each : command.commands)
          text += "\n        " + in_quotes(fmt::format("{}:{}", each.name, each.description));
        text +=
            "\n      )\n      _describe command commands ;;\n    argument)\n      case $line[1] "
            "in\n";
        for (const CommandRow& each : command.commands)
          text +=
              fmt::format("        {}) {} ;;\n", each.name, zsh_function(path + " " + each.name));
        text += "      esac ;;\n  esac\n}\n";
      });
  return text + fmt::format("\n_{} \"$@\"\n", program.name);
}

std::string fish_completion(const CommandRow& program) {
  std::vector<std::string> paths;
  std::string lines;
  each_command(program, "", [&](const std::string& path, const CommandRow& command) {
    if (!path.empty()) paths.push_back(in_quotes(path, "\\'"));
    const std::string here =
        fmt::format("complete -c {0} -n {1}", program.name,
                    in_quotes("__" + program.name + "_at '" + path + "'", "\\'"));
    for (const CommandRow& each : command.commands)
      lines +=
          fmt::format("{} -f -a {} -d {}\n", here, each.name, in_quotes(each.description, "\\'"));
    if (const auto choices = positional_choices(command); !choices.empty())
      lines +=
          fmt::format("{} -f -a {}\n", here, in_quotes(fmt::format("{}", fmt::join(choices, " "))));
    for (const OptionRow& row : command.options) {
      if (row.names.empty()) continue;
      lines += here;
      for (const std::string& name : row.names)
        lines += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      if (!words_for(row).empty())
        lines += " -x -a " + in_quotes(fmt::format("{}", fmt::join(words_for(row), " ")));
      else if (!row.value.empty())
        lines += " -r";
      lines += " -d " + in_quotes(row.description, "\\'") + "\n";
    }
  });
  return fmt::format(R"(# fish completion for {0}.
function __{0}_at
    set -l path ''
    for word in (commandline -opc)[2..-1]
        if contains -- "$path $word" {1}
            set path "$path $word"
        end
    end
    test "$path" = "$argv[1]"
end
{2})",
                     program.name, fmt::join(paths, " "), lines);
}

}  // namespace winnow
