#include "text/hol_file.h"

#include "text/hol.h"
#include "text/input_file.h"
#include "text/source.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace winnow {

namespace {

struct HolLine {
  std::string_view text;  // the term
  std::string_view role;
  std::size_t prefix;  // where the term begins in its line
};

// "C |- p" is a conjecture in HolStep's files; a line without such a letter is a term as it is.
HolLine split_hol_line(std::string_view line) {
  static constexpr std::pair<char, std::string_view> kRoles[] = {
      {'C', "conjecture"}, {'A', "axiom"}, {'+', "useful"}, {'-', "useless"}};
  if (line.size() > 2 && line[1] == ' ')
    for (auto [letter, role] : kRoles)
      if (line[0] == letter) return {line.substr(2), role, 2};
  return {line, "term", 0};
}

bool begins(std::string_view line, std::string_view letter_and_space) {
  return line.starts_with(letter_and_space);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

Problem read_lines(Source source, const std::string& file, TermBank& bank, bool keep_going) {
  Problem problem;
  problem.files.push_back(file);
  problem.buffers.push_back(std::move(source.buffer));
  std::vector<std::string_view> lines = lines_of(without_mark(source.text));
  HolParser parser(bank);
  std::string name;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty() || begins(lines[i], "T ")) continue;
    if (begins(lines[i], "N ") || begins(lines[i], "D ")) {
      name = lines[i].substr(2);
      continue;
    }
    HolLine line = split_hol_line(lines[i]);
    bool has_tokens = i + 1 < lines.size() && begins(lines[i + 1], "T ");
    parser.set_constants(has_tokens ? lines[i + 1].substr(2) : std::string_view());
    if (name.empty()) name = fmt::format("line{}", i + 1);
    try {
      Formula formula;
      formula.name = name;
      formula.role = line.role;
      formula.language = Language::hol;
      formula.term = parser.parse(line.text, Place{file, i + 1, line.prefix + 1});
      formula.text = lines[i];
      formula.line = i + 1;
      problem.formulas.push_back(std::move(formula));
    } catch (const InputError& error) {
      if (!keep_going) throw;
      problem.skipped.push_back({error.what(), error.hint()});
    }
    name.clear();
  }
  return problem;
}

}  // namespace

Problem read_hol(const std::filesystem::path& file, TermBank& bank, bool keep_going) {
  return read_lines(open_source(file), input_name(file), bank, keep_going);
}

Problem parse_hol(std::string_view text, TermBank& bank, bool keep_going, const std::string& name) {
  return read_lines({nullptr, text}, name, bank, keep_going);
}

}  // namespace winnow
