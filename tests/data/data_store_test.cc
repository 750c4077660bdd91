#include "data/store_writer.h"
#include "term/draft.h"
#include "tests/app/program.h"
#include "text/hol.h"
#include "winnow/graph.h"
#include "winnow/store.h"

#include <gtest/gtest.h>

#include <fstream>

namespace winnow {
namespace {

std::string saved(StoreWriter& writer, const std::string& name) {
  std::string file = ::testing::TempDir() + name;
  std::vector<std::byte> bytes = writer.bytes();
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
  return file;
}

TermId atom(TermBank& bank, std::string_view predicate, std::string_view argument) {
  Draft draft;
  draft.push(bank.symbols().intern(argument, Kind::function), 0);
  draft.push(bank.symbols().intern(predicate, Kind::predicate), 1);
  return draft.commit(bank);
}

TEST(DataStore, GivesAnExampleAsAProblem) {
  TermBank bank;
  StoreWriter writer(bank);
  FormulaId goal = writer.add_formula(atom(bank, "p", "a"), Language::fof, "the goal");
  FormulaId nameless = writer.add_formula(atom(bank, "q", "b"), Language::fof);
  const Premise premises[] = {{nameless, false}};
  writer.add_example({.name = "first",
                      .split = writer.add_split("train"),
                      .conjecture = goal,
                      .premises = premises});
  Formulas problem = DataStore::open(saved(writer, "problem.store")).problem(0);
  ASSERT_EQ(problem.size(), 2u);
  EXPECT_EQ(problem[0].text, "fof('the goal', conjecture, p(a)).");
  EXPECT_EQ(problem[1].text, "fof(formula_1, axiom, q(b)).");
}

TEST(DataStore, GivesAnExampleOfHolTermsAsAProblem) {
  TermBank bank;
  HolParser parser(bank);
  parser.set_constants("cP");
  TermId term = parser.parse("|- (P x)", {});
  StoreWriter writer(bank);
  FormulaId goal = writer.add_formula(term, Language::hol, "goal");
  writer.add_example(
      {.name = "first", .split = writer.add_split("train"), .conjecture = goal, .premises = {}});
  DataStore store = DataStore::open(saved(writer, "hol.store"));
  Formulas problem = store.problem(0);
  ASSERT_EQ(problem.size(), 1u);
  EXPECT_EQ(problem[0].name, "goal");
  EXPECT_EQ(problem[0].role, "conjecture");
  EXPECT_EQ(make_graph(problem, 0).formula_text(), store.text(0));  // P is still a constant
}

}  // namespace
}  // namespace winnow
