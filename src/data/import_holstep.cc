#include "data/import_folder.h"
#include "text/hol.h"

#include <fmt/format.h>

#include <optional>

namespace winnow {

namespace {

// The line that follows tells which of a formula's names are constants, so the two are one text.
bool carries_formula(const ExampleFile& file, std::size_t i) {
  std::string_view line = file.lines[i].text;
  return line.size() > 2 && line[1] == ' ' &&
         std::string_view("CA+-").find(line[0]) != std::string_view::npos;
}

bool has_tokens(const ExampleFile& file, std::size_t i) {
  return i + 1 < file.lines.size() && file.lines[i + 1].text.starts_with("T ");
}

}  // namespace

// Steps of one conjecture, and of conjectures that share lemmas, repeat: 2.3 million texts, of
// which 1.3 million differ.
ImportReport import_holstep(const std::filesystem::path& folder, const ImportOptions& options,
                            TermBank& bank, StoreWriter& writer) {
  ImportReport report;
  std::string order = read_order(options);
  HolParser parser(bank);
  TextCache<TermId> seen;
  std::vector<Premise> steps;
  std::vector<FormulaId> dependencies;

  auto make_keys = [](ExampleFile& file) {
    file.keys.resize(file.lines.size());
    for (std::size_t i = 0; i < file.lines.size(); ++i)
      if (carries_formula(file, i) && has_tokens(file, i))
        file.keys[i] = key_of(file.lines[i + 1].text, key_of(file.lines[i].text.substr(2)));
  };
  auto read_term = [&](const ExampleFile& file, std::size_t i) {
    const TextLine& line = file.lines[i];
    if (!has_tokens(file, i))
      throw InputError(file.place(line, 1), "no token line follows",
                       "a line 'T ...' says which names of the formula are constants");
    ++report.texts;
    if (auto found = seen.find(file.keys[i]); found != seen.end()) return found->second;
    ++report.parsed;
    parser.set_constants(file.lines[i + 1].text.substr(2));
    TermId term = parser.parse(line.text.substr(2), file.place(line, 3));
    seen.emplace(file.keys[i], term);
    return term;
  };
  auto use = [&](const ExampleFile& file) {
    std::string_view name, dependency;
    std::optional<FormulaId> conjecture;
    steps.clear();
    dependencies.clear();
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const TextLine& line = file.lines[i];
      std::string_view rest = line.text.substr(std::min<std::size_t>(2, line.text.size()));
      if (carries_formula(file, i) && line.text[0] == 'C') {
        if (conjecture) throw InputError(file.place(line, 1), "a second conjecture");
        conjecture = writer.add_formula(read_term(file, i), Language::hol, name);
      } else if (carries_formula(file, i)) {
        read_or_skip(options, report, [&] {
          TermId term = read_term(file, i);
          if (line.text[0] == 'A')
            dependencies.push_back(writer.add_formula(term, Language::hol, dependency));
          else
            steps.push_back({writer.add_formula(term, Language::hol), line.text[0] == '+'});
        });
      } else if (line.text.starts_with("N ")) {
        name = rest;
      } else if (line.text.starts_with("D ")) {
        dependency = rest;
      } else if (!line.text.starts_with("T ")) {
        read_or_skip(options, report, [&] {
          throw InputError(file.place(line, 1),
                           "expected a line that begins with one of N C T D A + -",
                           "docs/formats.md shows the layout");
        });
      }
    }
    if (!conjecture)
      throw InputError(Place{file.path}, "has no conjecture", "an example has one 'C ' line");
    writer.add_example({file.name, file.split, *conjecture, steps, dependencies});
  };
  each_example_file(folder, options, writer, report, make_keys, use);
  refuse_if_empty(writer, report, folder.string());
  set_chronology(order, writer);
  return report;
}

}  // namespace winnow
