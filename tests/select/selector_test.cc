#include "winnow/selector.h"

#include "data/store_writer.h"
#include "model/model_file.h"
#include "select/model_files.h"
#include "select/ranked_problem.h"
#include "select/selector.h"
#include "tests/app/program.h"
#include "tests/rank/toy_model.h"
#include "text/tptp.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <limits>
#include <thread>

namespace winnow {
namespace {

constexpr const char* kLibrary =
    "fof(far, axiom, ![X]: (r(X) => s(X))).\n"
    "fof(near, axiom, ![X]: (p(X) => q(X))).\n"
    "fof(base, axiom, p(a)).\n"
    "fof(other, axiom, p(b) | r(f(a))).\n";
constexpr const char* kGoal = "fof(goal, conjecture, q(a)).\n";

class Selecting : public testing::Test {
 protected:
  Selecting() {
    TermBank bank;
    Problem problem = parse_tptp(std::string(kLibrary) + kGoal, bank);
    std::vector<TermId> terms;
    for (const Formula& formula : problem.formulas) terms.push_back(formula.term);
    ModelOptions options;
    options.mode = "pair";
    model_ = scratch_.path("toy.safetensors");
    write_model(model_, toy_model(options, bank.view(), terms), Precision::f32);
    // Two proofs of what stands near the goal; one conjecture is a formula of the library.
    StoreWriter writer(bank);
    auto formula = [&](const std::string& text) {
      return writer.add_formula(
          parse_tptp("fof(x, axiom, " + text + ").", bank).formulas.at(0).term, Language::fof, "");
    };
    SplitId train = writer.add_split("train");
    writer.add_example({"one", train, formula("q(b)"),
                        std::vector<Premise>{{formula("![X]: (p(X) => q(X))"), true},
                                             {formula("p(b) | r(f(a))"), true},
                                             {formula("p(a)"), false},
                                             {formula("unknown(c)"), true}}});
    writer.add_example({"two", train, formula("p(b) | r(f(a))"),
                        std::vector<Premise>{{formula("![X]: (r(X) => s(X))"), true}}});
    writer.add_example(
        {"three", train, formula("q(c)"), std::vector<Premise>{{formula("unknown(c)"), true}}});
    store_ = scratch_.path("proofs.store");
    std::vector<std::byte> bytes = writer.bytes();
    std::ofstream(store_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()),
               static_cast<std::streamsize>(bytes.size()));
  }
  static std::string text_of(const Selection& selection) {
    std::string text;
    for (const Ranked& each : selection) text += fmt::format("{} {:.4f}\n", each.name, each.score);
    return text;
  }
  Scratch scratch_;
  std::string model_, store_;
};

// Where a formula comes from - the problem, an index, memory - changes nothing about its rank.
TEST_F(Selecting, RanksAlikeWhereverAFormulaComesFrom) {
  scratch_.write("library.p", kLibrary);
  ASSERT_EQ(
      scratch_.run("winnow index library.p -o lib.index --quiet --model toy.safetensors").exit_code,
      0);
  SelectorOptions options{.model = model_, .proofs = store_};
  Selector empty = Selector::open(options), added = Selector::open(options);
  added.add(std::string(kLibrary).substr(0, std::string(kLibrary).find("fof(base")));
  added.add(std::string(kLibrary).substr(std::string(kLibrary).find("fof(base")));
  options.index = scratch_.path("lib.index");
  Selector indexed = Selector::open(options);
  for (const char* ranker : {"tfidf", "sine", "knn", "vectors", "winnow", "guided", "5*knn+sine"}) {
    RankOptions how{.ranker = ranker};
    std::string whole = text_of(empty.rank(std::string(kLibrary) + kGoal, how));
    EXPECT_EQ(text_of(added.rank(kGoal, how)), whole) << ranker;
    EXPECT_EQ(text_of(indexed.rank(kGoal, how)), whole) << ranker;
    // What the problem has too is the problem's, and comes once.
    EXPECT_EQ(text_of(indexed.rank(std::string(kLibrary) + kGoal, how)), whole) << ranker;
    EXPECT_EQ(text_of(added.rank(std::string(kLibrary) + kGoal, how)), whole) << ranker;
  }
}

TEST_F(Selecting, CountsProofsOfConjecturesThatAreNoCandidates) {
  Selector selector = Selector::open({.model = "none", .proofs = store_});
  selector.add(kLibrary);
  Selection selection = selector.rank(kGoal, {.ranker = "knn", .why = true});
  EXPECT_EQ(selection.candidates, 4u);
  EXPECT_EQ(selection.premises[0].name, "near");
  // q(b) is nearest and voted for it, though q(b) itself cannot be selected.
  const Reason& tfidf = selection.premises[0].why.at(0);
  ASSERT_EQ(tfidf.name, "tfidf");
  EXPECT_GT(selection.premises[0].score, 0.1 * tfidf.value + 1e-4);
}

// It would be the answer: what a ranking by it is worth, nobody could measure.
TEST_F(Selecting, AGoalNeverSeesItsOwnProof) {
  Selector selector = Selector::open({.model = "none", .proofs = store_});
  const std::string goal = "fof(called_otherwise, conjecture, q(b)).\n";
  auto expect_no_vote = [](const Selection& selection) {
    for (const Ranked& each : selection) {
      if (each.name != "near") continue;
      EXPECT_TRUE(each.explanation->proofs.empty());
      EXPECT_EQ(each.explanation->proofs_all, 0u);
      ASSERT_EQ(each.why.at(0).name, "tfidf");
      EXPECT_NEAR(each.score, 0.1 * each.why.at(0).value, 1e-6);
      return;
    }
    FAIL() << "there is no such premise";
  };
  const RankOptions how{.ranker = "knn", .explain = {"near"}};
  expect_no_vote(selector.rank(kLibrary + goal, how));
  selector.add(kLibrary);
  expect_no_vote(selector.rank(goal, how));  // what is prepared for all goals has the proof
  EXPECT_EQ(selector.rank(kGoal, how).premises.at(0).explanation->proofs_all, 1u);
}

TEST_F(Selecting, ExplainsByProofsAndSymbols) {
  Selector selector = Selector::open({.model = "none", .proofs = store_});
  selector.add(kLibrary);
  Selection selection = selector.rank(kGoal, {.ranker = "knn", .explain = {"near", "other"}});
  const Ranked& near = selection.premises.at(0);
  ASSERT_EQ(near.name, "near");
  ASSERT_TRUE(near.explanation.has_value());
  EXPECT_FALSE(near.why.empty());
  // Four formulas, and q(b), which only votes.
  EXPECT_EQ(near.explanation->counted, 5u);
  ASSERT_EQ(near.explanation->shared.size(), 1u);
  EXPECT_EQ(near.explanation->shared[0].name, "q");
  EXPECT_EQ(near.explanation->shared[0].formulas, 2u);
  EXPECT_NEAR(near.explanation->shared[0].rarity, std::log(5.0 / 2), 1e-6);
  ASSERT_EQ(near.explanation->of_the_best.size(), 1u);
  EXPECT_EQ(near.explanation->of_the_best[0].name, "p");
  EXPECT_TRUE(near.explanation->unexplained.empty());
  ASSERT_EQ(near.explanation->proofs.size(), 1u);
  EXPECT_EQ(near.explanation->proofs[0].conjecture, "one");
  EXPECT_GT(near.explanation->proofs[0].similarity, 0);
  EXPECT_TRUE(near.explanation->proofs[0].votes);
  EXPECT_EQ(near.explanation->proofs_all, 1u);
  for (const Ranked& each : selection)
    if (each.name == "other") {
      ASSERT_TRUE(each.explanation.has_value());
      ASSERT_EQ(each.explanation->proofs.size(), 2u);
      const bool first = each.explanation->proofs[0].itself;  // a premise of one, proved by two
      EXPECT_NE(first, each.explanation->proofs[1].itself);
      EXPECT_EQ(each.explanation->proofs_all, 1u);
      ASSERT_EQ(each.explanation->unexplained.size(), 2u);  // b, f
    } else if (each.name != "near") {
      EXPECT_FALSE(each.explanation.has_value());
    }
}

// A feature that all candidates have alike cannot put one of them before another.
TEST_F(Selecting, SaysWhatEachFeatureAdds) {
  Selector selector = Selector::open({.model = "none"});
  selector.add(kLibrary);
  Selection selection = selector.rank(kGoal, {.explain = {"near"}});
  ASSERT_EQ(selection.premises[0].name, "near");
  double largest = 0;
  for (const Reason& reason : selection.premises[0].why) {
    if (reason.name == "candidates" || reason.name == "goal symbols" || reason.rank != 0) {
      EXPECT_EQ(reason.effect, 0) << reason.name;
    }
    largest = std::max(largest, std::abs(reason.effect));
  }
  EXPECT_GT(largest, 0);
}

// Of a large library most get no row of features: their infinities made every effect infinite.
TEST(Effects, AreMeasuredFromTheMeanOfThoseThatHaveARow) {
  constexpr float kNone = -std::numeric_limits<float>::infinity();
  FusionNetwork network{.mean = std::vector<float>(kFusionFeatures),
                        .scale = std::vector<float>(kFusionFeatures, 1),
                        .hidden = std::vector<float>(kFusionFeatures),
                        .hidden_bias = {0},
                        .out = {2}};
  network.hidden[1] = 1;
  RankingParts parts{{{"tfidf", {1, 2, 3}}}, &network};
  for (std::size_t i = 0; i < kFusionFeatures; ++i)
    parts.columns.push_back({"", {1, kNone, 4}, false});
  const std::vector<float> effects = effects_of(parts, 2);
  ASSERT_EQ(effects.size(), kFusionFeatures);
  EXPECT_FLOAT_EQ(effects[0], 0);
  EXPECT_FLOAT_EQ(effects[1], 2 * (4 - 2.5f));
  EXPECT_TRUE(effects_of(parts, 1).empty());  // it was given no row
}

TEST_F(Selecting, EncodesWhatIsAddedOnce) {
  Selector selector = Selector::open({.model = model_});
  selector.add(kLibrary);
  std::string before = text_of(selector.rank(kGoal, {.ranker = "vectors"}));
  PoolEncodings& encodings = *selector.impl().encodings;
  const std::uint16_t* first = encodings.rows()[0];
  EXPECT_EQ(text_of(selector.rank(kGoal, {.ranker = "vectors"})), before);
  selector.add("fof(more, axiom, s(a)).");
  selector.rank(kGoal, {.ranker = "vectors"});
  EXPECT_EQ(encodings.rows()[0], first);
  EXPECT_EQ(encodings.rows().size(), 5u);
}

TEST_F(Selecting, SaysTheModelAndWhatItSaid) {
  Selector selector = Selector::open({.model = model_, .mode = "joint"});
  selector.add(kLibrary);
  Selection selection = selector.rank(kGoal, {.ranker = "winnow", .rerank = 2, .why = true});
  EXPECT_EQ(selection.model, model_);
  EXPECT_EQ(selection.mode, "joint");
  auto has = [&](std::size_t i, std::string_view name) {
    return std::ranges::any_of(selection.premises[i].why,
                               [&](const Reason& each) { return each.name == name; });
  };
  EXPECT_TRUE(has(0, "vectors") && has(0, "winnow") && has(1, "winnow") && has(3, "vectors"));
  EXPECT_FALSE(has(2, "winnow") || has(3, "winnow"));  // attention saw two
}

// Under the thread sanitizer: the model, and encodings that the first question computes.
TEST_F(Selecting, ThreadsThatAskAModelGetTheSameAnswer) {
  Selector selector = Selector::open({.model = model_, .proofs = store_, .threads = 2});
  selector.add(kLibrary);
  std::vector<std::string> answers(4);
  {
    std::vector<std::jthread> threads;
    for (std::string& answer : answers)
      threads.emplace_back([&] { answer = text_of(selector.rank(kGoal, {.ranker = "guided"})); });
  }
  EXPECT_FALSE(answers[0].empty());
  for (const std::string& answer : answers) EXPECT_EQ(answer, answers[0]);
}

TEST_F(Selecting, FindsModelsByName) {
  setenv("WINNOW_MODELS", scratch_.path("").c_str(), 1);
  EXPECT_EQ(find_model("toy"), model_);
  EXPECT_EQ(find_model(""), model_);
  EXPECT_EQ(find_model(model_), model_);
  std::filesystem::copy_file(model_, scratch_.path("tiny-rank.safetensors"));
  EXPECT_EQ(find_model("tiny"), scratch_.path("tiny-rank.safetensors"));
  EXPECT_THROW(find_model("nobody"), InputError);
  unsetenv("WINNOW_MODELS");
}

TEST_F(Selecting, WithoutTimeTheOrderIsThatOfTheFiles) {
  Selector selector = Selector::open({.model = model_});
  selector.add(kLibrary);
  Selection selection = selector.rank(kGoal, {.ranker = "winnow", .stop = Stop(Deadline::in(0.0))});
  std::vector<std::string> names;
  for (const Ranked& each : selection) names.push_back(each.name);
  EXPECT_THAT(names, testing::ElementsAre("far", "near", "base", "other"));
  EXPECT_EQ(selection.ranker, "the order of the files");
  EXPECT_EQ(selection.model, "");
  EXPECT_THAT(selection.notes, testing::ElementsAre(testing::HasSubstr("winnow took too long")));
  Selection in_time =
      selector.rank(kGoal, {.ranker = "winnow", .stop = Stop(Deadline::in(3600.0))});
  EXPECT_EQ(in_time.ranker, "winnow");
  EXPECT_EQ(text_of(in_time), text_of(selector.rank(kGoal, {.ranker = "winnow"})));
}

TEST_F(Selecting, CanBeCancelled) {
  Selector selector = Selector::open({.model = model_});
  selector.add(kLibrary);
  Cancellation cancel;
  cancel.request();
  EXPECT_THROW(selector.rank(kGoal, {.stop = Stop(Deadline::never(), &cancel)}), Stopped);
}

}  // namespace
}  // namespace winnow
