#include "prover/schedule.h"

#include "prover/schedule_learning.h"
#include "tests/process/fake_program.h"
#include "winnow/error.h"

#include <gmock/gmock.h>

#include <set>

namespace winnow {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string message_of(std::string_view text) {
  try {
    parse_schedule(text, "s.txt");
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(Schedule, IsReadAsItIsPrinted) {
  const std::vector<ScheduleRow> rows = {{"cvc5", "enum", "auto", 128, 1.5},
                                         {"e", "auto", "5*knn+sine", kAllPremises, 20}};
  EXPECT_EQ(print_schedule(rows), "cvc5:enum auto 128 1.5\ne:auto 5*knn+sine all 20\n");
  EXPECT_EQ(parse_schedule(print_schedule(rows), "s.txt"), rows);
}

TEST(Schedule, WithoutAStrategyTakesTheFirst) {
  EXPECT_EQ(parse_schedule("# words\n\ncvc5 auto 8 1 # more\n", "s").front().strategy, "default");
}

TEST(Schedule, SaysWhatIsWrongAndWhere) {
  EXPECT_THAT(message_of("e auto 8 1\nf auto 8 1"), HasSubstr("s.txt:2:1: there is no prover 'f'"));
  EXPECT_THAT(message_of("e:quick auto 8 1"), HasSubstr("E has no strategy 'quick'"));
  EXPECT_THAT(message_of("e auto 0 1"), HasSubstr("'0' is no number of premises"));
  EXPECT_THAT(message_of("e auto 8 -1"), HasSubstr("'-1' is no number of seconds"));
  EXPECT_THAT(message_of("e auto 8 nan"), HasSubstr("no number of seconds"));
  EXPECT_THAT(message_of("e auto 8"), HasSubstr("four words"));
  EXPECT_THAT(message_of("e auto 8 1 2"), HasSubstr("four words"));
  EXPECT_THAT(message_of("# nothing"), HasSubstr("without rows"));
}

TEST(Schedule, TheDefaultBeginsWithShortRunsOfSeveralProvers) {
  std::set<std::string> provers;
  double sum_s = 0;
  for (const ScheduleRow& row : default_schedule()) {
    if (sum_s < 10) provers.insert(row.prover);
    sum_s += row.seconds;
  }
  EXPECT_TRUE(provers.contains("e"));
  EXPECT_TRUE(provers.contains("cvc5"));
  EXPECT_LE(default_schedule().front().seconds, 1);
}

class Plans : public FakeProgram {
 protected:
  // Provers by name that are scripts here, so that nothing need be installed.
  ChosenProver fake(const std::string& name) {
    return {.name = name, .profile = find_profile(name), .program = script("true")};
  }
  const std::vector<ScheduleRow> rows_ = {{"e", "auto", "auto", 16, 1},
                                          {"cvc5", "default", "auto", 64, 2},
                                          {"e", "goal", "knn", 32, 1}};
};

TEST_F(Plans, RowsOfProversThatAreNotThereAreLeftOut) {
  const ChosenProver e[] = {fake("e")};
  const ProverPlan plan = make_plan(rows_, e, {}, 1);
  EXPECT_THAT(plan.names, ElementsAre("e:auto", "e:goal"));
  EXPECT_THAT(plan.rankers, ElementsAre("auto", "knn"));
  EXPECT_THAT(plan.steps, ElementsAre(ProverStep{0, 0, 16, 1}, ProverStep{1, 1, 32, 1}));
}

TEST_F(Plans, RoundsGetLongerUntilTheTimeIsFull) {
  const ChosenProver e[] = {fake("e")};
  const ProverPlan plan = make_plan(rows_, e, {}, 7);
  EXPECT_THAT(plan.steps, ElementsAre(ProverStep{0, 0, 16, 1}, ProverStep{1, 1, 32, 1},
                                      ProverStep{0, 0, 16, 4}, ProverStep{1, 1, 32, 4}));
}

TEST_F(Plans, RankersOfTheUserTakeThePlaceOfTheSchedules) {
  const ChosenProver e[] = {fake("e")};
  const std::string rankers[] = {"sine", "tfidf"};
  const ProverPlan plan = make_plan(rows_, e, rankers, 1);
  EXPECT_THAT(plan.rankers, ElementsAre("sine", "tfidf"));
  EXPECT_THAT(plan.steps, ElementsAre(ProverStep{0, 0, 16, 1}, ProverStep{0, 1, 16, 1},
                                      ProverStep{1, 0, 32, 1}, ProverStep{1, 1, 32, 1}));
}

TEST_F(Plans, AProverWithoutRowsTakesTurnsWithTheOthers) {
  const ChosenProver both[] = {fake("e"), fake("vampire")};
  const ProverPlan plan = make_plan(rows_, both, {}, 1);
  EXPECT_THAT(plan.names, ElementsAre("e:auto", "e:goal", "vampire:casc"));
  ASSERT_GT(plan.steps.size(), 4u);
  EXPECT_EQ(plan.steps[0].prover, 0u);
  EXPECT_EQ(plan.steps[1].prover, 2u);
  EXPECT_EQ(plan.steps[2].prover, 1u);
}

TEST_F(Plans, ACommandOfTheUserIsRunAsItIs) {
  const std::string words[] = {script("true") + " --mine {file}"};
  const ProverPlan plan = make_plan(rows_, choose_provers(words), {}, 1);
  EXPECT_THAT(plan.names, ElementsAre(words[0]));
  EXPECT_EQ(plan.commands.front().words.at(1), "--mine");
}

TEST_F(Plans, AxiomsAloneAreGivenToEveryProverAtOnce) {
  const ChosenProver both[] = {fake("e"), fake("cvc5")};
  const ProverPlan plan = make_whole_plan(both, 10);
  std::set<std::size_t> provers;
  for (const ProverStep& step : plan.steps) {
    EXPECT_EQ(step.k, kAllPremises);
    provers.insert(step.prover);
  }
  EXPECT_EQ(provers.size(), plan.names.size());
  for (const ChosenProver& prover : both)
    EXPECT_TRUE(std::ranges::any_of(plan.names, [&](const std::string& name) {
      return name.starts_with(prover.name + ":");
    })) << prover.name;
}

TEST(ChooseProvers, SaysWhatIsWrong) {
  const auto message = [](const std::string& word) -> std::string {
    try {
      choose_provers(std::span(&word, 1));
    } catch (const InputError& error) {
      return std::string(error.what()) + " " + error.hint();
    }
    return "none";
  };
  EXPECT_THAT(message("cvc"), HasSubstr("there is no prover 'cvc'"));
  EXPECT_THAT(message("cvc"), HasSubstr("cvc5"));
  EXPECT_THAT(message("e:atuo"), HasSubstr("auto"));
  EXPECT_THAT(message("./none {file}"), HasSubstr("there is no program './none'"));
}

TriedRun run(const std::string& strategy, std::size_t k, bool proved, double seconds) {
  return {{"e", strategy, "auto", k, 0}, proved, seconds};
}

TEST(LearnSchedule, WhatProvesMostForItsTimeComesFirst) {
  const std::vector<TriedProblem> problems = {
      {run("auto", 16, true, 0.1), run("goal", 64, false, 4)},
      {run("auto", 16, true, 0.1), run("goal", 64, true, 3)},
      {run("auto", 16, false, 4), run("goal", 64, true, 3)}};
  const std::vector<ScheduleRow> rows = learn_schedule(problems, 60);
  EXPECT_EQ(print_schedule(rows), "e:auto auto 16 0.15\ne:goal auto 64 4\n");
  const double limits[] = {0.2, 3, 10};
  EXPECT_THAT(proved_within(rows, problems, limits), ElementsAre(2, 2, 3));
}

TEST(LearnSchedule, IsMeasuredOnProblemsThatItHasNotSeen) {
  std::vector<TriedProblem> problems;  // each is proved by a run of its own: nothing to learn
  for (std::size_t i = 0; i < 4; ++i) {
    problems.emplace_back();
    for (std::size_t k = 1; k <= 4; ++k) problems.back().push_back(run("auto", k, k == i + 1, 1));
  }
  const double limits[] = {100};
  EXPECT_THAT(proved_within(learn_schedule(problems, 60), problems, limits), ElementsAre(4));
  EXPECT_THAT(proved_unseen(problems, 4, 60, limits), ElementsAre(0));
}

}  // namespace
}  // namespace winnow
