#include "app/cli/manual.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace winnow {

namespace {

// Text that roff prints as it is: no escapes, no hyphens, no line that is taken for a macro.
std::string plain(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if ((out.empty() || out.back() == '\n') && (c == '.' || c == '\'')) out += "\\&";
    if (c == '\\')
      out += "\\e";
    else if (c == '-')
      out += "\\-";
    else
      out += c;
  }
  return out;
}

std::string dashed(std::string words) {
  for (char& c : words)
    if (c == ' ') c = '-';
  return words;
}

std::string upper(std::string text) {
  for (char& c : text) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return text;
}

std::string synopsis(const CommandRow& command, const std::string& words) {
  std::string line = fmt::format(".B {}\n", plain(words));
  bool has_options = false;
  for (const OptionRow& row : command.options) has_options = has_options || !row.names.empty();
  if (has_options) line += "[\\fIOPTIONS\\fR]\n";
  for (const OptionRow& row : command.options)
    if (!row.positional.empty())
      line += fmt::format("{}\\fI{}\\fR{}{}\n", row.required ? "" : "[", plain(row.positional),
                          row.repeats ? "..." : "", row.required ? "" : "]");
  if (!command.commands.empty()) line += "\\fICOMMAND\\fR ...\n";
  return line;
}

std::string option(const OptionRow& row) {
  std::string head;
  for (const std::string& name : row.names)
    head += fmt::format("{}\\fB{}\\fR", head.empty() ? "" : ", ", plain(name));
  if (row.names.empty())
    head = fmt::format("\\fI{}\\fR", plain(row.positional));
  else if (!row.value.empty())
    head += fmt::format(" \\fI{}\\fR", plain(row.value));
  std::string text = row.description;
  if (!row.choices.empty()) text += fmt::format("\n.br\nOne of {}.", fmt::join(row.choices, ", "));
  if (!row.range.empty()) text += fmt::format("\n.br\nMust be {}.", row.range);
  if (!row.default_value.empty()) text += fmt::format("\n.br\nDefault: {}.", row.default_value);
  // The line breaks above are ours; all else is text.
  std::string lines;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = std::string_view(text).substr(at, end - at);
    lines += (line == ".br" ? std::string(line) : plain(line)) + "\n";
    at = end + 1;
  }
  return fmt::format(".TP\n{}\n{}", head, lines);
}

void add_pages(const CommandRow& command, const std::string& words, const std::string& above,
               std::string_view version, std::vector<ManualPage>& pages) {
  const std::string name = dashed(words);
  std::string text = fmt::format(
      ".TH {} 1 \"\" \"winnow {}\" \"winnow manual\"\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n{}",
      upper(plain(name)), version, plain(name), plain(command.description),
      synopsis(command, words));
  if (!command.commands.empty()) {
    text += ".SH COMMANDS\n";
    for (const CommandRow& each : command.commands)
      text += fmt::format(".TP\n\\fB{}\\fR(1)\n{}\n", plain(name + "-" + each.name),
                          plain(each.description));
  }
  if (!command.options.empty()) {
    text += ".SH OPTIONS\n";
    for (const OptionRow& row : command.options) text += option(row);
  }
  if (!command.footer.empty())
    text += fmt::format(".SH NOTES\n.nf\n{}\n.fi\n", plain(command.footer));
  if (!above.empty()) text += fmt::format(".SH SEE ALSO\n\\fB{}\\fR(1)\n", plain(above));
  pages.push_back({name + ".1", std::move(text)});
  for (const CommandRow& each : command.commands)
    add_pages(each, words + " " + each.name, name, version, pages);
}

}  // namespace

std::vector<ManualPage> manual_pages(const CommandRow& program, std::string_view version) {
  std::vector<ManualPage> pages;
  add_pages(program, program.name, "", version, pages);
  return pages;
}

}  // namespace winnow
