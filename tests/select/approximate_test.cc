// A selector that looks at a part of its index says so, and with all lists it ranks as an exact
// one.
#include "rank/inverted_file.h"

#include "model/model_file.h"
#include "tests/app/program.h"
#include "tests/rank/toy_library.h"
#include "tests/rank/toy_model.h"
#include "text/tptp.h"
#include "winnow/error_code.h"
#include "winnow/library.h"
#include "winnow/prove.h"
#include "winnow/selector.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>

namespace winnow {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr int kFormulas = 60;
constexpr const char* kGoal = "fof(goal, conjecture, ![X]: (p1(f2(X), c4) => q2(g1(c1)))).";

class Approximate : public testing::Test {
 protected:
  Approximate() {
    TermBank bank;
    Problem problem = parse_tptp(toy_library(kFormulas), bank);
    std::vector<TermId> terms;
    for (const Formula& formula : problem.formulas)
      if (formula.role != "type") terms.push_back(formula.term);
    ModelOptions options;
    options.mode = "pair";
    write_model(judge_, toy_model(options, bank.view(), terms), Precision::f32);
    options.retrieve = 6;
    write_model(model_, toy_model(options, bank.view(), terms), Precision::f32);
    std::filesystem::copy(WINNOW_SOURCE_DIR "/models/mizar-rank.fusion.json",
                          scratch_.path("toy.fusion.json"));
    make("l.index", {});
  }
  // An index with an inverted file whose lists are formulas in turn.
  std::string make(const std::string& name, const Shard& shard,
                   const std::string& text = toy_library(kFormulas)) const {
    const std::string file = scratch_.path(name);
    LibraryBuilder builder(shard);
    builder.add(text);
    builder.save(file, {.model = model_, .threads = 1});
    write_inverted_file(inverted_file_of(file), LibraryIndex::open(file), 7,
                        [](std::span<const std::uint16_t* const> vectors, std::uint32_t lists) {
                          std::vector<std::uint32_t> list_of;
                          for (std::uint32_t i = 0; i < vectors.size(); ++i)
                            list_of.push_back(i % std::min(4u, lists));
                          return list_of;
                        });
    return file;
  }
  Selector open(const FileNames& index, bool approximate = true) const {
    return Selector::open(
        {.model = model_, .index = index, .approximate = approximate, .threads = 1});
  }
  std::string refusal(const SelectorOptions& options) const {
    try {
      Selector::open(options);
      return "";
    } catch (const InputError& error) {
      return std::string(error.what()) + " (" + error.hint() + ")";
    }
  }
  static std::string text_of(const Selection& selection) {
    std::string text;
    for (const Ranked& each : selection)
      text += fmt::format("{} {:a} {}\n", each.name, each.score, each.required);
    for (const std::string& each : selection.declarations) text += each + "\n";
    return text;
  }
  static std::vector<std::string> names(const Selection& selection) {
    std::vector<std::string> names;
    for (const Ranked& each : selection) names.push_back(each.name);
    return names;
  }

  Scratch scratch_;
  std::string model_ = scratch_.path("toy.safetensors"),
              judge_ = scratch_.path("judge.safetensors");
  std::string index_ = scratch_.path("l.index");
};

TEST_F(Approximate, WithAllListsEveryRankerRanksAsItDoesExactly) {
  const Selector exact = open(index_, false), all = open(index_);
  const std::string own = std::string("fof(mine, hypothesis, q2(c1) | p1(c0, c9)).\n") + kGoal;
  for (const char* ranker : {"retrieve", "fusion", "tfidf", "sine", "vectors", "retrieve+tfidf"})
    for (const std::string& goal : {std::string(kGoal), own}) {
      const RankOptions how{.k = kAllPremises, .ranker = ranker};
      EXPECT_EQ(text_of(all.rank(goal, how)), text_of(exact.rank(goal, how))) << ranker;
    }
}

TEST_F(Approximate, WithFewListsTheScoresAreTheExactOnes) {
  const RankOptions everything{.k = kAllPremises, .ranker = "retrieve"};
  std::map<std::string, double> scores;
  for (const Ranked& each : open(index_, false).rank(kGoal, everything))
    scores[each.name] = each.score;
  RankOptions how{.k = 5, .ranker = "retrieve", .probes = 2, .nearest = 10};
  const Selection few = open(index_).rank(kGoal, how);
  EXPECT_EQ(few.candidates, 10u);
  EXPECT_EQ(few.premises.size(), 5u);
  for (const Ranked& each : few) EXPECT_EQ(each.score, scores[each.name]) << each.name;
  how.k = 20;  // at least as many are looked for as are wanted
  EXPECT_EQ(open(index_).rank(kGoal, how).premises.size(), 20u);
}

TEST_F(Approximate, SymbolsAreAsRareAsInTheWholeLibrary) {
  RankOptions how{.ranker = "tfidf", .probes = 1, .explain = {"a1"}};
  how.required = {"a1"};
  const auto counted = [&](bool approximate) {
    std::string text;
    for (const Ranked& each : open(index_, approximate).rank(kGoal, how))
      if (each.explanation)
        for (const Explanation::Symbol& symbol : each.explanation->shared)
          text += fmt::format("{} {} {:.6f}\n", symbol.name, symbol.formulas, symbol.rarity);
    return text;
  };
  EXPECT_EQ(counted(true), counted(false));
  EXPECT_THAT(counted(true), HasSubstr("p1 12 "));
}

TEST_F(Approximate, ASelectionSaysHowManyFormulasWereLookedAt) {
  const Selection selection =
      open(index_).rank(kGoal, {.k = 5, .ranker = "retrieve", .nearest = 10});
  EXPECT_THAT(selection.notes,
              ElementsAre("an approximate search chose 10 of the 61 formulas of the index"));
  EXPECT_THAT(open(index_, false).rank(kGoal, {.ranker = "retrieve"}).notes, IsEmpty());
}

TEST_F(Approximate, RequiredPremisesAndWhatIsAddedStayCandidates) {
  Selector selector = open(index_);
  selector.add("fof(added, axiom, r(c16)). tff(u, type, u0: $i > $o).");
  const std::string goal = std::string("fof(mine, axiom, r(c15)).\n") + kGoal;
  const RankOptions few{.k = 3, .ranker = "retrieve", .probes = 1, .nearest = 3};
  const Selection without = selector.rank(goal, few);
  EXPECT_EQ(without.candidates, 3u + 2u);
  const std::vector<std::string> found =
      names(selector.rank(goal, {.k = kAllPremises, .ranker = "retrieve", .probes = 1}));
  EXPECT_THAT(found, Contains("mine"));
  EXPECT_THAT(found, Contains("added"));
  std::string left_out;
  for (int i = 0; i < kFormulas && left_out.empty(); ++i)
    if (std::ranges::find(found, fmt::format("a{}", i)) == found.end())
      left_out = fmt::format("a{}", i);
  ASSERT_NE(left_out, "");
  RankOptions how = few;
  how.required = {left_out};
  EXPECT_THAT(names(selector.rank(goal, how)), Contains(left_out));
  how.required = {"nobody"};
  EXPECT_THROW(selector.rank(goal, how), CodedError);
}

TEST_F(Approximate, AGoalThatTheModelHardlyKnowsIsRankedExactly) {
  const std::string text = toy_library(kFormulas) + "fof(b, axiom, new(newer, newest)).\n";
  const std::string index = make("more.index", {}, text);
  const std::string goal = "fof(g, conjecture, new(newer, newer) & new(newer, newest)).";
  const Selection selection = open(index).rank(goal, {.ranker = "tfidf", .probes = 1});
  EXPECT_THAT(selection.notes, ElementsAre(HasSubstr("so the search was exact")));
  EXPECT_EQ(selection.candidates, kFormulas + 1u);
  EXPECT_EQ(selection.premises.front().name, "b");
}

TEST_F(Approximate, ShardsAreSearchedAsOneLibrary) {
  std::vector<std::string> files;
  for (std::uint32_t i = 0; i < 3; ++i)
    files.push_back(make(fmt::format("part.{}", i), {.index = i, .count = 3}));
  std::ranges::reverse(files);
  const RankOptions how{.k = kAllPremises, .ranker = "retrieve"};
  EXPECT_EQ(text_of(open(files).rank(kGoal, how)), text_of(open(index_, false).rank(kGoal, how)));
  EXPECT_EQ(
      open(files).rank(kGoal, {.k = 1, .ranker = "retrieve", .probes = 1, .nearest = 7}).candidates,
      7u);
  std::filesystem::rename(inverted_file_of(files[1]), inverted_file_of(files[0]));
  EXPECT_THAT(refusal({.model = model_, .index = files, .approximate = true}),
              HasSubstr("part.1.ivf: is not there"));
}

TEST_F(Approximate, WithoutItsFileItIsRefusedAndNeverExactInstead) {
  const SelectorOptions options{.model = model_, .index = index_, .approximate = true};
  EXPECT_EQ(refusal(options), "");
  make("other.index", {}, toy_library(30));
  std::filesystem::rename(scratch_.path("other.index.ivf"), inverted_file_of(index_));
  EXPECT_EQ(refusal(options),
            index_ +
                ".ivf: was made for another index, or for this one before it changed (make it "
                "again from its index)");
  std::filesystem::remove(inverted_file_of(index_));
  EXPECT_THAT(refusal(options), HasSubstr("l.index.ivf: is not there, and an approximate search "));
}

TEST_F(Approximate, WithoutAModelThatMadeTheIndexItIsRefused) {
  EXPECT_THAT(refusal({.model = "none", .index = index_, .approximate = true}),
              HasSubstr("needs a model that retrieves"));
  EXPECT_THAT(refusal({.model = judge_, .index = index_, .approximate = true}),
              HasSubstr("needs a model that retrieves"));
  EXPECT_THAT(refusal({.model = "mizar-rank", .index = index_, .approximate = true}),
              HasSubstr("was made with another model"));
  EXPECT_THAT(refusal({.model = model_, .approximate = true}), HasSubstr("none is named"));
}

TEST_F(Approximate, WithoutTheOptionTheFileIsNotLookedAt) {
  const RankOptions how{.k = kAllPremises};
  const std::string before = text_of(open(index_, false).rank(kGoal, how));
  scratch_.write("l.index.ivf", "anything");
  EXPECT_EQ(text_of(open(index_, false).rank(kGoal, how)), before);
}

TEST_F(Approximate, NothingIsRefutedByAPartOfALibrary) {
  const Selector selector = open(index_);
  const std::string says = "sh -c 'echo \"% SZS status CounterSatisfiable\"'";
  ProveOptions how;
  how.provers = {says};
  how.time_limit_s = 10;
  EXPECT_EQ(prove(open(index_, false), kGoal, how).verdict, Verdict::refuted);
  EXPECT_THAT(prove(selector, kGoal, how).verdict, Not(Verdict::refuted));
}

}  // namespace
}  // namespace winnow
