#include "dag/formula_table.h"

#include "term/term_keys.h"
#include "text/tptp.h"
#include "winnow/error.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

TermId term(TermBank& bank, const std::string& formula) {
  return parse_tptp("fof(x, axiom, " + formula + ").", bank).formulas.at(0).term;
}

FormulaTable table_of(TermBank& bank, const std::vector<std::string>& formulas) {
  std::vector<std::uint64_t> keys;
  for (const std::string& each : formulas) {
    TermId id = term(bank, each);
    keys.push_back(term_keys(bank.view(), symbol_keys(bank.symbols().view()))[index(id)]);
  }
  return FormulaTable(keys);
}

TEST(FormulaTable, FindsFormulasInAnotherBankWhateverTheirVariablesAreCalled) {
  TermBank one, other;
  FormulaTable table = table_of(one, {"![X]: p(X)", "q | r", "![X]: p(X)", "q & r"});
  EXPECT_EQ(table.rows(), 4u);
  term(other, "s(a, b)");  // other ids than in the first bank
  TermId all = term(other, "![Y]: p(Y)"), either = term(other, "q | r"),
         some = term(other, "?[Y]: p(Y)");
  BoundFormulas bound(table, other.view());
  EXPECT_NE(bound.row(all), 0u);
  EXPECT_NE(bound.row(either), 0u);
  EXPECT_NE(bound.row(all), bound.row(either));
  EXPECT_LT(bound.row(all), table.rows());
  EXPECT_EQ(bound.row(some), 0u);
}

TEST(BoundFormulas, KnowNothingWithoutATable) {
  TermBank bank;
  TermId id = term(bank, "p");
  EXPECT_EQ(BoundFormulas().row(id), 0u);
  EXPECT_EQ(BoundFormulas(FormulaTable(), bank.view()).row(id), 0u);
}

}  // namespace
}  // namespace winnow
