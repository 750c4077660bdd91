#include "data/unseen_premises.h"

#include "data/import.h"
#include "data/store_writer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace winnow {
namespace {

using ::testing::ElementsAre;

Store store_of(const std::string& lines) {
  TermBank bank;
  StoreWriter writer(bank);
  import_jsonl_text(lines, "x.jsonl", {}, bank, writer);
  return Store::from_bytes(writer.bytes());
}

std::vector<ExampleId> split(const Store& store, std::string_view name) {
  auto examples = store.examples(*store.find_split(name));
  return {examples.begin(), examples.end()};
}

TEST(UnseenPremises, AreThoseThatNoTrainingExampleHasAsAPremise) {
  Store store =
      store_of(R"j({"name": "t", "split": "train", "conjecture": "c(a)", "premises": [)j"
               R"j({"formula": "![X]: p(X)", "label": 1}, {"formula": "q(a)", "label": 0}]})j"
               "\n"
               R"j({"name": "d", "split": "dev", "conjecture": "c(b)", "premises": [)j"
               R"j({"formula": "![Y]: p(Y)", "label": 0}, {"formula": "q(b)", "label": 1},)j"
               R"j({"formula": "c(a)", "label": 1}, {"formula": "q(a)", "label": 1}]})j"
               "\n");
  // p, whatever its variable is called and whatever its label was; a conjecture is no premise.
  EXPECT_THAT(unseen_premises(store, split(store, "dev"), split(store, "train")),
              ElementsAre(false, true, true, false));
  EXPECT_THAT(unseen_premises(store, split(store, "train"), {}), ElementsAre(true, true));
}

TEST(UnknownSymbols, AreOtherNamesThatStayEqual) {
  Store store =
      store_of(R"j({"name": "t", "split": "train", "conjecture": "p(a, 3) & $true", "premises": [)j"
               R"j({"formula": "![X]: (p(a, X) => a = X)", "label": 1}]})j"
               "\n");
  Store other = store.with_unknown_symbols();
  const SymbolView &before = store.terms().symbols, &after = other.terms().symbols;
  ASSERT_EQ(before.size, after.size);
  std::size_t renamed = 0;
  for (std::uint32_t i = 0; i < before.size; ++i) {
    SymbolId id{i};
    EXPECT_EQ(before.kind(id), after.kind(id));
    const bool named = before.name(id) == "p" || before.name(id) == "a";
    EXPECT_EQ(before.name(id) != after.name(id), named) << before.name(id);
    renamed += named;
  }
  EXPECT_EQ(renamed, 2u);
  // The same terms, so equal names are equal still; names of examples stay.
  EXPECT_EQ(store.term(store.conjecture(ExampleId{0})), other.term(other.conjecture(ExampleId{0})));
  EXPECT_EQ(other.name(ExampleId{0}), "t");
  Store copy = other;  // keeps the names alive
  other = store;
  EXPECT_NE(copy.terms().symbols.name(SymbolId{copy.terms().symbols.size - 1}), "");
}

}  // namespace
}  // namespace winnow
