// The Selector as somebody outside sees it: this file is compiled with include/ alone.
#include <winnow/error.h>
#include <winnow/selector.h>

#include <gmock/gmock.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using winnow::InputError;
using winnow::Ranked;
using winnow::Selection;
using winnow::Selector;

constexpr const char* kLibrary =
    "fof(far, axiom, ![X]: (r(X) => s(X))).\n"
    "fof(near, axiom, ![X]: (p(X) => q(X))).\n"
    "fof(base, axiom, p(a)).\n";
constexpr const char* kGoal = "fof(goal, conjecture, q(a)).";

std::vector<std::string> names(const Selection& selection) {
  std::vector<std::string> result;
  for (const Ranked& each : selection) result.push_back(each.name);
  return result;
}

Selector without_model() { return Selector::open({.model = "none"}); }

std::string message_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(Selector, RanksFormulasThatWereAddedFromMemory) {
  Selector selector = without_model();
  EXPECT_EQ(selector.add(kLibrary), 3u);
  EXPECT_EQ(selector.size(), 3u);
  Selection selection = selector.rank(kGoal, {.k = 2, .ranker = "tfidf+sine"});
  EXPECT_THAT(names(selection), ElementsAre("near", "base"));
  EXPECT_EQ(selection.goal, "goal");
  EXPECT_EQ(selection.candidates, 3u);
  EXPECT_EQ(selection.ranker, "tfidf+sine");
  EXPECT_EQ(selection.model, "");
  EXPECT_GE(selection.premises[0].score, selection.premises[1].score);
  EXPECT_EQ(selection.premises[1].text, "fof(base, axiom, p(a)).");
  EXPECT_EQ(selector.best_ranker(), "fusion");
  EXPECT_EQ(selector.rank(kGoal, {.k = 2}).ranker, "fusion");
}

TEST(Selector, CountsWhatIsAddedAtOnceAndLeavesOutWhatIsThere) {
  Selector selector = without_model();
  selector.add(kLibrary);
  EXPECT_EQ(selector.add("fof(near, axiom, ![Y]: (p(Y) => q(Y)))."),
            0u);  // but for a name the same
  EXPECT_EQ(selector.add("fof(mine, axiom, q(a)). fof(c, conjecture, q(b))."), 1u);
  EXPECT_EQ(selector.size(), 4u);
  // An axiom that is the goal proves nothing; it stays out.
  EXPECT_EQ(selector.rank(kGoal, {.k = winnow::kAllPremises}).candidates, 3u);
  EXPECT_EQ(names(selector.rank("fof(goal, conjecture, q(b)).", {.k = 1, .ranker = "tfidf"})),
            std::vector<std::string>{"near"});
}

TEST(Selector, TakesAFormulaThatComesAloneForTheGoal) {
  Selector selector = without_model();
  selector.add(kLibrary);
  Selection selection = selector.rank("fof(mine, axiom, q(a)).", {.k = 1});
  EXPECT_EQ(selection.goal, "mine");
  EXPECT_THAT(selection.problem(), HasSubstr("fof(mine, conjecture, q(a))."));
}

TEST(Selector, KeepsWhatIsRequired) {
  Selector selector = without_model();
  selector.add(kLibrary);
  selector.add("fof(given, hypothesis, s(c)).");
  Selection selection = selector.rank(kGoal, {.k = 1, .required = {"far"}});
  ASSERT_EQ(selection.premises.size(), 3u);
  EXPECT_TRUE(selection.premises[0].required);
  EXPECT_TRUE(selection.premises[1].required);
  EXPECT_FALSE(selection.premises[2].required);
}

TEST(Selector, SaysWhy) {
  Selector selector = without_model();
  selector.add(kLibrary);
  Selection selection = selector.rank(kGoal, {.k = 1, .ranker = "tfidf+sine", .why = true});
  const std::vector<winnow::Reason>& why = selection.premises.at(0).why;
  ASSERT_EQ(why.size(), 2u);
  EXPECT_EQ(why[0].name, "tfidf");
  EXPECT_EQ(why[0].rank, 1u);
  EXPECT_GT(why[0].value, 0);
  EXPECT_EQ(why[1].name, "sine");
  EXPECT_TRUE(selector.rank(kGoal).premises.at(0).why.empty());
  selection = selector.rank(kGoal, {.k = 1, .why = true});  // features of the fusion
  EXPECT_THAT(selection.premises.at(0).why,
              testing::Contains(testing::Field(&winnow::Reason::name, "goal covered")));
}

TEST(Selector, SaysWhatIsWrong) {
  Selector selector = without_model();
  selector.add(kLibrary);
  EXPECT_THAT(message_of([&] { selector.rank("fof(a, axiom, p). fof(b, axiom, q)."); }),
              HasSubstr("no conjecture"));
  EXPECT_THAT(message_of([&] { selector.rank(kGoal, {.required = {"nobody"}}); }),
              HasSubstr("'nobody'"));
  EXPECT_THAT(message_of([&] { selector.rank(kGoal, {.ranker = "best"}); }), HasSubstr("'best'"));
  EXPECT_THAT(message_of([&] { selector.rank(kGoal, {.ranker = "winnow"}); }), HasSubstr("model"));
  EXPECT_THAT(message_of([&] { selector.rank(kGoal, {.ranker = "knn"}); }), HasSubstr("proofs"));
  EXPECT_THAT(message_of([&] { selector.add("fof(a, axiom, p("); }), HasSubstr("<text>:1:"));
  EXPECT_THAT(message_of([] { Selector::open({.model = "no-such-model"}); }),
              HasSubstr("'no-such-model'"));
  EXPECT_THAT(message_of([] { Selector::open({.model = "none", .index = "nowhere.index"}); }),
              HasSubstr("nowhere.index"));
  EXPECT_EQ(selector.rank(kGoal).candidates, 3u);  // and goes on
}

// Under the thread sanitizer: questions from several threads, while another thread adds formulas.
TEST(Selector, AnswersSeveralThreadsWhileAnotherAdds) {
  Selector selector = without_model();
  selector.add(kLibrary);
  std::atomic<int> wrong = 0;
  auto ask = [&] {
    for (int n = 0; n < 20; ++n) {
      Selection selection = selector.rank(kGoal, {.k = 2});
      // One call adds two formulas: a question sees both or none.
      if (selection.candidates % 2 == 0 || selection.premises.size() != 2) ++wrong;
    }
  };
  std::vector<std::jthread> threads;
  for (int i = 0; i < 3; ++i) threads.emplace_back(ask);
  for (int n = 0; n < 20; ++n) {
    std::string i = std::to_string(n);
    selector.add("fof(x" + i + ", axiom, t(x" + i + ")). fof(y" + i + ", axiom, t(y" + i + ")).");
  }
  threads.clear();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(selector.size(), 43u);
}

TEST(Selector, EndsAtADeadlineOrWhenCancelled) {
  Selector selector = without_model();
  selector.add(kLibrary);
  winnow::Cancellation cancel;
  winnow::Stop stop(winnow::Deadline::never(), &cancel);
  EXPECT_EQ(selector.rank(kGoal, {.stop = stop}).candidates, 3u);
  cancel.request();
  EXPECT_THROW(selector.rank(kGoal, {.stop = stop}), winnow::Stopped);
  // What was read in time is ranked by what needs no time.
  winnow::Formulas goal = winnow::Formulas::parse(kGoal);
  winnow::Stop late(winnow::Deadline::in(-1));
  Selection selection = selector.rank(goal, {.ranker = "sine", .stop = late});
  EXPECT_EQ(selection.candidates, 3u);
  EXPECT_THAT(selection.notes, ElementsAre(HasSubstr("ranking by sine took too long")));
  EXPECT_EQ(selector.rank(kGoal, {.stop = late}).candidates, 3u);
}

TEST(Formulas, ListsItsFormulas) {
  winnow::Formulas problem = winnow::Formulas::parse(kLibrary, {.name = "library.p"});
  ASSERT_EQ(problem.size(), 3u);
  winnow::Formulas copy = problem;
  EXPECT_EQ(copy[1].name, "near");
  EXPECT_EQ(copy[1].role, "axiom");
  EXPECT_EQ(copy[1].language, "fof");
  EXPECT_EQ(copy[1].file, "library.p");
  EXPECT_EQ(copy[1].line, 2u);
  std::string all;
  for (winnow::FormulaInfo formula : problem) all += std::string(formula.name) + ' ';
  EXPECT_EQ(all, "far near base ");
  winnow::Formulas damaged =
      winnow::Formulas::parse("fof(a, axiom, p(.\nfof(b, axiom, q).", {.keep_going = true});
  EXPECT_EQ(damaged.size(), 1u);
  EXPECT_EQ(damaged.skipped().size(), 1u);
  winnow::Formulas hol =
      winnow::Formulas::parse("C |- ((f x) = x)\n", {.syntax = winnow::Syntax::hol});
  EXPECT_EQ(hol[0].role, "conjecture");
  EXPECT_EQ(hol[0].language, "hol");
}

TEST(Selector, OpeningEndsWhenItIsCancelled) {
  winnow::Cancellation cancel;
  cancel.request();
  EXPECT_THROW(Selector::open({.stop = winnow::Stop(winnow::Deadline::never(), &cancel)}),
               winnow::Stopped);
}

}  // namespace
