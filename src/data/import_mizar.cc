#include "data/import_folder.h"
#include "data/store_check.h"
#include "text/role.h"
#include "text/tptp.h"

#include <optional>

namespace winnow {

namespace {

bool begins_like_a_formula(std::string_view line) {
  return line.size() > 2 && line[1] == ' ' && (line[0] == 'C' || line[0] == '+' || line[0] == '-');
}

}  // namespace

// Premises are shared by many examples, so most lines of the set repeat one that was read before:
// 500,000 lines hold 75,000 texts.
ImportReport import_mizar(const std::filesystem::path& folder, const ImportOptions& options,
                          TermBank& bank, StoreWriter& writer) {
  ImportReport report;
  std::string order = read_order(options);
  TptpParser parser(bank);
  TextCache<FormulaId> seen;
  std::vector<Premise> premises;

  auto make_keys = [](ExampleFile& file) {
    for (const TextLine& line : file.lines)
      file.keys.push_back(begins_like_a_formula(line.text) ? key_of(line.text.substr(2))
                                                           : TextKey{});
  };
  auto read_formula = [&](const ExampleFile& file, std::size_t i) {
    const TextLine& line = file.lines[i];
    if (!begins_like_a_formula(line.text))
      throw InputError(file.place(line, 1), "expected a line that begins with 'C ', '+ ' or '- '",
                       "C: the conjecture, +: a useful premise, -: another premise");
    ++report.texts;
    if (auto found = seen.find(file.keys[i]); found != seen.end()) return found->second;
    ++report.parsed;
    Formula formula = parser.parse(line.text.substr(2), file.place(line, 3));
    if (role_kind(formula.role) == RoleKind::type || !is_formula(bank.view(), formula.term))
      throw InputError(file.place(line, 3), "a type declaration is neither conjecture nor premise");
    FormulaId id = writer.add_formula(formula.term, formula.language, formula.name);
    seen.emplace(file.keys[i], id);
    return id;
  };
  auto use = [&](const ExampleFile& file) {
    std::optional<FormulaId> conjecture;
    premises.clear();
    for (std::size_t i = 0; i < file.lines.size(); ++i) {
      const TextLine& line = file.lines[i];
      if (line.text[0] == 'C') {
        if (conjecture)
          throw InputError(file.place(line, 1), "a second conjecture",
                           "an example has one 'C ' line");
        conjecture = read_formula(file, i);
        continue;
      }
      // Without one premise the example is still worth having, without its conjecture not.
      read_or_skip(options, report, [&] {
        premises.push_back({read_formula(file, i), line.text[0] == '+'});
      });
    }
    if (!conjecture)
      throw InputError(Place{file.path}, "has no conjecture", "an example has one 'C ' line");
    writer.add_example({file.name, file.split, *conjecture, premises, {}});
  };
  each_example_file(folder, options, writer, report, make_keys, use);
  refuse_if_empty(writer, report, folder.string());
  set_chronology(order, writer);
  return report;
}

}  // namespace winnow
