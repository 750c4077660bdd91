#include "model/nearest_example_table.h"

#include "dag/number_text.h"
#include "winnow/error.h"

namespace winnow {

// All conjectures; then the premises of each example, a line each.
std::string NearestExampleTable::to_text() const {
  std::string text;
  write_numbers(conjectures, text);
  for (std::uint32_t example = 0; example < examples(); ++example)
    write_numbers(premises_of(example), text);
  return text;
}

NearestExampleTable NearestExampleTable::from_text(std::string_view text, std::size_t formulas) {
  NumberScanner scanner(text, "its table of neighbours");
  NearestExampleTable table;
  scanner.numbers(formulas, table.conjectures);
  while (!scanner.done()) {
    scanner.numbers(2 * formulas, table.premises);
    table.ends.push_back(static_cast<std::uint32_t>(table.premises.size()));
  }
  require(table.ends.size() == table.conjectures.size(), "its table of neighbours is cut off");
  return table;
}

}  // namespace winnow
