#include "app/cli/help_format.h"

#include "app/cli/command_table.h"
#include "app/cli/terminal.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

namespace winnow {

namespace {

constexpr std::size_t kColumn = 26;  // where descriptions begin
constexpr std::size_t kWidest = 100;
constexpr std::size_t kNarrowest = 60;

// The words of a text, in lines of `width` columns. All but the first line are indented, and the
// first one begins at `at`.
std::string wrapped(const std::string& text, std::size_t at, std::size_t indent,
                    std::size_t width) {
  std::istringstream words(text);
  std::string lines;
  bool first = true;  // of its line
  for (std::string word; words >> word; first = false) {
    if (!first && at + 1 + word.size() > width) {
      lines += '\n' + std::string(indent, ' ');
      at = indent;
    } else if (!first) {
      lines += ' ';
      ++at;
    }
    lines += word;
    at += word.size();
  }
  return lines;
}

// "TEXT" of "TEXT:{tsv,json}", or the choices; a kind of number is N or NUMBER.
std::string value_of(const OptionRow& row) {
  if (!row.choices.empty()) return fmt::format("{{{}}}", fmt::join(row.choices, ","));
  if (row.value == "INT" || row.value == "UINT") return "N";
  return row.value == "FLOAT" ? "NUMBER" : row.value;
}

std::string list_of(std::string words) {  // [a,b] as a, b
  if (words.starts_with('[') && words.ends_with(']')) words = words.substr(1, words.size() - 2);
  std::string text;
  for (const char c : words) text += c == ',' ? ", " : std::string(1, c);
  return text;
}

// A command of an example, and what is said of it behind three blanks: on more lines if it is too
// wide for one.
std::string example(const std::string& line, std::size_t width) {
  if (line.size() <= width) return line;
  const std::string indent(6, ' ');
  const std::size_t start = line.find_first_not_of(' '), gap = line.find("   ", start);
  if (gap != std::string::npos)
    return example(line.substr(0, gap), width) + '\n' + indent +
           wrapped(line.substr(gap), indent.size(), indent.size(), width);
  std::size_t cut = 0;  // before an option if there is one; the backslash needs two columns
  for (std::size_t at = line.find(" -", start); at != std::string::npos && at + 2 <= width;
       at = line.find(" -", at + 1))
    cut = at;
  if (cut == 0) cut = line.rfind(' ', width - 2);
  if (cut <= start || cut == std::string::npos) return line;
  return line.substr(0, cut) + " \\\n" + example(indent + line.substr(cut + 1), width);
}

const CLI::App* program_of(const CLI::App* command) {
  while (command->get_parent() != nullptr) command = command->get_parent();
  return command;
}

}  // namespace

HelpFormat::HelpFormat(std::size_t width) : width_(std::clamp(width, kNarrowest, kWidest)) {
  column_width(kColumn);
  label("SUBCOMMAND", "COMMAND");
}

std::string HelpFormat::row(const std::string& term, const std::string& description) const {
  std::string text = "  " + term;
  if (description.empty()) return text + '\n';
  if (text.size() + 1 > kColumn) text += '\n';
  const std::size_t written = text.ends_with('\n') ? 0 : text.size();
  return text + std::string(kColumn - written, ' ') +
         wrapped(description, kColumn, kColumn, width_) + '\n';
}

std::string HelpFormat::make_option(const CLI::Option* option, bool is_positional) const {
  const OptionRow found = option_row(*option);
  std::string term, description = found.description;
  if (is_positional) {
    term = option->get_name(true);
  } else {
    term = fmt::format("{}", fmt::join(found.names, ","));
    if (!found.value.empty()) term += ' ' + value_of(found);
    const std::string value = found.default_value.empty() ? "" : "=" + found.default_value;
    if (term.size() + value.size() < width_ - 4)
      term += value;
    else
      description += fmt::format(" (if not given: {})", list_of(found.default_value));
  }
  if (found.repeats) term += " ...";
  if (!found.range.empty()) description += fmt::format(" ({})", found.range);
  if (found.required && !is_positional) description += " (required)";
  return row(term, description);
}

std::string HelpFormat::make_subcommand(const CLI::App* command) const {
  return row(command->get_name(), command->get_description());
}

std::string HelpFormat::make_description(const CLI::App* command) const {
  return wrapped(command->get_description(), 0, 0, width_) + '\n';
}

std::string HelpFormat::make_footer(const CLI::App* command) const {
  std::istringstream lines(command->get_footer());
  const std::string call = "  " + program_of(command)->get_name() + ' ';
  std::string text, sentences;
  const auto end_paragraph = [&] {
    if (!sentences.empty()) text += wrapped(std::exchange(sentences, {}), 0, 0, width_) + '\n';
  };
  for (std::string line; std::getline(lines, line);) {
    const bool stays = line.empty() || line.front() == ' ' || line.ends_with(':');
    if (stays) end_paragraph();
    if (stays)
      text += (line.starts_with(call) ? example(line, width_) : line) + '\n';
    else
      sentences += line + ' ';
  }
  end_paragraph();
  return text;
}

std::size_t help_width() { return is_terminal(stdout) ? terminal_width(stdout) : 80; }

}  // namespace winnow
