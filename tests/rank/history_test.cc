#include "data/store_writer.h"
#include "rank/corpus.h"
#include "text/tptp.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

// a and b are axioms; t1 needs a, t2 needs t1 and b, t3 needs c, which nobody else needs.
class Past : public testing::Test {
 protected:
  Past() {
    StoreWriter writer(bank_);
    auto formula = [&](const std::string& name) {
      return writer.add_formula(
          parse_tptp("fof(x, axiom, p(" + name + ")).", bank_).formulas.at(0).term, Language::fof,
          name);
    };
    SplitId train = writer.add_split("train"), dev = writer.add_split("dev");
    auto example = [&](const std::string& name, SplitId split, std::vector<Premise> premises) {
      writer.add_example({name, split, formula(name), premises});
    };
    example("t2", train, {{formula("t1"), true}, {formula("b"), true}, {formula("d"), false}});
    example("t1", train, {{formula("a"), true}});
    example("t3", dev, {{formula("c"), true}, {formula("a"), false}});
    std::vector<std::string_view> order = {"a", "b", "c", "d", "t1", "t2", "t3"};
    writer.set_chronology(order);
    store_.emplace(Store::from_bytes(writer.bytes()));
  }
  KnownBefore before(std::string_view name) {
    return History(*store_).before(*store_->find_example(name));
  }
  std::vector<std::string> names(const KnownBefore& known) {
    std::vector<std::string> result;
    for (FormulaId id : known.candidates) result.emplace_back(store_->name(id));
    return result;
  }
  TermBank bank_;
  std::optional<Store> store_;
};

TEST_F(Past, CandidatesAreEarlierStatementsAndItsOwnPremises) {
  EXPECT_THAT(names(before("t3")), UnorderedElementsAre("a", "b", "t1", "t2", "c"));
  EXPECT_THAT(names(before("t2")), UnorderedElementsAre("a", "t1", "b"));
  EXPECT_THAT(names(before("t1")), UnorderedElementsAre("a"));
}

TEST_F(Past, OwnProofIsNotAmongTheEarlierOnes) {
  KnownBefore known = before("t2");
  ASSERT_EQ(known.proofs.size(), 1u);
  EXPECT_EQ(store_->name(known.candidates[known.proofs.conjectures[0]]), "t1");
  ASSERT_EQ(known.proofs[0].size(), 1u);
  EXPECT_EQ(store_->name(known.candidates[known.proofs[0][0].formula()]), "a");
  std::vector<std::string> useful;
  for (std::uint32_t each : known.useful) useful.emplace_back(store_->name(known.candidates[each]));
  EXPECT_THAT(useful, UnorderedElementsAre("t1", "b"));
}

// `late` says what `early` says, with another variable: what proved one would give away the other.
TEST(SameStatement, IsNoCandidateAndItsProofsDoNotVote) {
  TermBank bank;
  StoreWriter writer(bank);
  auto formula = [&](const std::string& name, const std::string& text) {
    return writer.add_formula(parse_tptp("fof(x, axiom, " + text + ").", bank).formulas.at(0).term,
                              Language::fof, name);
  };
  const SplitId train = writer.add_split("train");
  auto example = [&](const std::string& name, const std::string& text, FormulaId useful) {
    const std::vector<Premise> premises = {{useful, true}};
    writer.add_example({name, train, formula(name, text), premises, {}});
  };
  const FormulaId a = formula("a", "p(a)"), b = formula("b", "p(b)");
  example("early", "![X]: q(X)", a);
  example("other", "![X]: r(X)", b);
  example("late", "![Y]: q(Y)", a);
  writer.set_chronology(std::vector<std::string_view>{"a", "b", "early", "other", "late"});
  const Store store = Store::from_bytes(writer.bytes());
  const KnownBefore known = History(store).before(*store.find_example("late"));
  std::vector<std::string_view> names;
  for (FormulaId id : known.candidates) names.push_back(store.name(id));
  EXPECT_THAT(names, UnorderedElementsAre("a", "b", "other"));
  ASSERT_EQ(known.proofs.size(), 1u);
  EXPECT_EQ(store.name(known.candidates[known.proofs.conjectures[0]]), "other");
}

TEST_F(Past, RankersAnswerFromIt) {
  Corpus corpus(*store_);
  Corpus::Question question = corpus.question(*store_->find_example("t3"));
  Ranking ranking = rank(corpus.evidence(question), {.ranker = parse_ranker("knn+sine")});
  ASSERT_EQ(ranking.size(), 5u);
  std::vector<std::string> ranked;
  for (const RankedCandidate& each : ranking)
    ranked.emplace_back(store_->name(question.known.candidates[each.candidate]));
  EXPECT_THAT(ranked, UnorderedElementsAre("a", "b", "t1", "t2", "c"));
}

TEST(Recall, CountsUsefulOnesAmongTheBest) {
  std::vector<float> scores = {1, 4, 3, 2};  // order: 1, 2, 3, 0
  std::vector<std::uint32_t> useful = {1, 0};
  std::vector<std::size_t> ks = {1, 3, 4, 100};
  EXPECT_THAT(recall_at(rank_by_score(scores), useful, ks), ElementsAre(0.5, 0.5, 1, 1));
}

}  // namespace
}  // namespace winnow
