#include "learn/sampled_negatives.h"

#include "tests/learn/tiny_store.h"

#include <gmock/gmock.h>

#include <set>

namespace winnow {
namespace {

class SampledNegatives : public testing::Test {
 protected:
  SampledNegatives() {
    for (ExampleId example : store_.examples(*store_.find_split("train")))
      train_.push_back(example);
  }
  Store store_ = tiny::store();
  std::vector<ExampleId> train_;
};

TEST_F(SampledNegatives, AreNeitherTheConjectureNorAUsefulPremise) {
  NegativePool pool(store_, train_);
  std::set<std::uint32_t> all;
  for (ExampleId example : train_) {
    std::vector<TermId> drawn = pool.draw(store_, example, 50, 3);
    EXPECT_GT(drawn.size(), 10u);
    for (TermId term : drawn) {
      all.insert(index(term));
      EXPECT_NE(term, store_.term(store_.conjecture(example)));
      for (Premise premise : store_.premises(example))
        EXPECT_FALSE(premise.useful() && store_.term(premise.formula()) == term);
    }
  }
  EXPECT_GT(all.size(), 5u);
}

TEST_F(SampledNegatives, DependOnTheSeedAlone) {
  NegativePool pool(store_, train_);
  EXPECT_EQ(pool.draw(store_, train_[0], 9, 1), pool.draw(store_, train_[0], 9, 1));
  EXPECT_NE(pool.draw(store_, train_[0], 9, 1), pool.draw(store_, train_[0], 9, 2));
}

// Four formulas in the order t2, t0, t1, t3; the conjecture is t1.
TEST(NegativePool, DrawsWhatIsOlderThanTheConjecture) {
  TermBank bank;
  StoreWriter writer(bank);
  std::vector<FormulaId> ids;
  for (int i = 0; i < 4; ++i) {
    SymbolId symbol = bank.symbols().intern("p" + std::to_string(i), Kind::predicate);
    ids.push_back(
        writer.add_formula(bank.make(symbol, {}, false), Language::fof, "t" + std::to_string(i)));
  }
  SplitId train = writer.add_split("train");
  const Premise premises[] = {{ids[0], false}, {ids[2], false}, {ids[3], false}};
  writer.add_example({.name = "e", .split = train, .conjecture = ids[1], .premises = premises});
  const std::string_view order[] = {"t2", "t0", "t1", "t3"};
  writer.set_chronology(order);
  Store store = Store::from_bytes(writer.bytes());
  ExampleId example = *store.find_example("e");
  NegativePool pool(store, std::span(&example, 1));
  std::set<std::string_view> names;
  for (TermId term : pool.draw(store, example, 60, 1)) names.insert(store.terms().name(term));
  EXPECT_THAT(names, testing::ElementsAre("p0", "p2"));
}

}  // namespace
}  // namespace winnow
