#include "prover/slices.h"

#include "process/find_program.h"
#include "prover/slice_sizes.h"
#include "prover/used_axioms.h"
#include "tests/process/fake_program.h"
#include "winnow/error.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

using testing::ElementsAre;

std::string message_of(std::string_view text) {
  try {
    parse_slices(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(ParseSlices, DotsDouble) {
  EXPECT_THAT(parse_slices("16,32,...,128,all"), ElementsAre(16, 32, 64, 128, kAllPremises));
  EXPECT_THAT(parse_slices("1, ..., 4"), ElementsAre(1, 2, 4));
  EXPECT_THAT(parse_slices("3,...,3"), ElementsAre(3));
  EXPECT_THAT(parse_slices("all"), ElementsAre(kAllPremises));
  EXPECT_EQ(parse_slices("16,32,...,2048,all").size(), 9u);
}

TEST(ParseSlices, RejectsWhatMakesNoSense) {
  EXPECT_EQ(message_of("16,...,100"), "slices '16,...,100': doubling 16 does not meet 100");
  EXPECT_EQ(message_of("16,...,8"), "slices '16,...,8': doubling 16 does not meet 8");
  EXPECT_EQ(message_of("...,8"), "slices '...,8': '...' needs a number before it");
  EXPECT_EQ(message_of("8,..."), "slices '8,...': '...' needs a number after it");
  EXPECT_EQ(message_of("8,...,all"), "slices '8,...,all': '...' needs a number after it");
  for (const char* text : {"", "0", "-1", "1,,2", "7x", "99999999999999999999", "all,...,4"})
    EXPECT_NE(message_of(text), "none") << text;
}

TEST(EqualSteps, SlicesBeyondThePremisesBecomeOne) {
  const auto slices = parse_slices("16,32,...,128,all");
  const auto sizes = [&](std::size_t premises) {
    std::vector<std::size_t> ks;
    for (const ProverStep& step : equal_steps(slices, premises)) ks.push_back(step.k);
    return ks;
  };
  EXPECT_THAT(sizes(1000), ElementsAre(16, 32, 64, 128, 1000));
  EXPECT_THAT(sizes(40), ElementsAre(16, 32, 40));
  EXPECT_THAT(sizes(16), ElementsAre(16));
  EXPECT_THAT(sizes(0), ElementsAre(0));
}

TEST(EqualSteps, EachSliceByEachRankingAndProverAndAllOnceByEachProver) {
  EXPECT_THAT(equal_steps(parse_slices("16,all,200"), 100, 2, 2),
              ElementsAre(ProverStep{0, 0, 16}, ProverStep{1, 0, 16}, ProverStep{0, 1, 16},
                          ProverStep{1, 1, 16}, ProverStep{0, 0, 100}, ProverStep{1, 0, 100}));
}

SlicesResult run_one(const ProverCommand& prover, const SliceTask& task,
                     const std::vector<std::size_t>& slices, const SliceOptions& options,
                     const Cancellation* interrupt = nullptr) {
  const std::vector<ProverStep> steps =
      equal_steps(slices, task.rankings.front().size(), task.rankings.size());
  return run_slices(std::span(&prover, 1), task, steps, options, interrupt);
}

class Slices : public FakeProgram {
 protected:
  SlicesResult prove(const std::string& text, const std::vector<std::size_t>& slices,
                     const SliceOptions& options, const Cancellation* interrupt = nullptr) {
    return run_one(parse_prover_command(script(text) + " {file}"), task(), slices, options,
                   interrupt);
  }
  SliceTask task() const {
    return {.rankings = rankings_, .always = always_, .conjecture = "conjecture"};
  }
  std::vector<std::vector<std::string_view>> rankings_ = {{"one", "two", "three", "four", "five"}};
  const std::vector<std::string_view> always_ = {"type"};
};

TEST_F(Slices, StopAtTheFirstProof) {
  const SlicesResult result = prove(
      "grep -q four $1 && echo '% SZS status Theorem' || echo '% SZS status CounterSatisfiable'",
      {1, 2, 4, kAllPremises}, {.time_limit_s = 10});
  EXPECT_EQ(result.verdict, Verdict::proved);
  EXPECT_EQ(result.decided_by, 2u);
  ASSERT_EQ(result.slices.size(), 3u);
  EXPECT_EQ(result.slices[0].verdict, Verdict::refuted);
  EXPECT_EQ(result.slices[2].step.k, 4u);
}

TEST_F(Slices, HoldTheBestPremisesAndAlwaysTheRest) {
  const SlicesResult result = prove(
      "echo '% SZS status Theorem\n% SZS output start Proof'; cat $1; "
      "echo '% SZS output end Proof'",
      {2}, {.time_limit_s = 10});
  EXPECT_EQ(result.proof, "type\none\ntwo\nconjecture\n");
}

TEST_F(Slices, HoldTheBestOfEachRanking) {
  rankings_.push_back({"five", "four", "three", "two", "one"});
  const SlicesResult result =
      prove("grep -q four $1 && echo '% SZS status Theorem' || echo '% SZS status GaveUp'", {2, 3},
            {.time_limit_s = 10});
  EXPECT_EQ(result.decided_by, 1u);
  EXPECT_EQ(result.slices[1].step.k, 2u);
  EXPECT_EQ(result.slices[1].step.ranking, 1u);
}

TEST_F(Slices, GoOnAfterAProofWhereAsked) {
  const SlicesResult result =
      prove("grep -q two $1 && echo '% SZS status Theorem' || echo '% SZS status GaveUp'",
            {1, 2, 4}, {.time_limit_s = 6, .every = true});
  EXPECT_EQ(result.verdict, Verdict::proved);
  EXPECT_EQ(result.decided_by, 1u);
  ASSERT_EQ(result.slices.size(), 3u);
  EXPECT_EQ(result.slices[2].verdict, Verdict::proved);
  EXPECT_DOUBLE_EQ(result.slices[2].limit_s, 2);  // nothing inherited
}

TEST_F(Slices, RefuteOnlyWithAllPremises) {
  const std::string prover = "echo '% SZS status CounterSatisfiable'";
  EXPECT_EQ(prove(prover, {1, 2}, {.time_limit_s = 10}).verdict, Verdict::gave_up);
  EXPECT_EQ(prove(prover, {1, kAllPremises}, {.time_limit_s = 10}).verdict, Verdict::refuted);
}

TEST_F(Slices, RefuteNothingWhereAxiomsWereLeftOut) {
  const SlicesResult result = run_one(
      parse_prover_command(script("echo '% SZS status CounterSatisfiable'")),
      {.rankings = rankings_, .always = always_, .conjecture = "conjecture", .complete = false},
      {kAllPremises}, {.time_limit_s = 10});
  EXPECT_EQ(result.verdict, Verdict::gave_up);
  EXPECT_THAT(result.warnings, ElementsAre(testing::HasSubstr("did not see all axioms")));
}

TEST_F(Slices, RefuteNothingWhereTheProverDoesNotKnowNumbers) {
  const std::string prover = "echo '% SZS status CounterSatisfiable'";
  rankings_ = {{"fof(a, axiom, p(1))."}};
  EXPECT_EQ(prove(prover, {kAllPremises}, {.time_limit_s = 10}).verdict, Verdict::gave_up);
  EXPECT_EQ(prove(prover, {kAllPremises}, {.time_limit_s = 10, .numbers = Numbers::free}).verdict,
            Verdict::refuted);
}

TEST_F(Slices, NumbersOfAProofAreThoseOfTheProblem) {
  rankings_ = {{"fof(a, axiom, p(17))."}};
  const SlicesResult result = prove(
      "grep -q 'p(number_17)' $1 && echo '% SZS status Theorem\n"
      "% SZS output start Proof'; cat $1; echo '% SZS output end Proof'",
      {1}, {.time_limit_s = 10});
  EXPECT_EQ(result.proof, "type\nfof(a, axiom, p(17)).\nconjecture\n");
}

// By SZS, "Satisfiable" of a problem with a conjecture does not say that it was refuted.
TEST_F(Slices, SatisfiableRefutesAConjectureOnlyFromProversThatAreKnown) {
  const std::string text = "echo '% SZS status Satisfiable'";
  EXPECT_EQ(prove(text, {kAllPremises}, {}).verdict, Verdict::gave_up);
  // E says it of the axioms and the negated conjecture.
  const std::filesystem::path known = folder_ / "eprover";
  std::filesystem::copy_file(script(text), known);
  EXPECT_EQ(
      run_one(parse_prover_command(known.string() + " {file}"), task(), {kAllPremises}, {}).verdict,
      Verdict::refuted);
}

TEST_F(Slices, AxiomsAloneAreSatisfiableOrUnsatisfiable) {
  const auto said = [&](const std::string& status) {
    return run_one(parse_prover_command(script("echo '% SZS status " + status + "'")),
                   {.rankings = rankings_, .always = {}, .conjecture = ""}, {kAllPremises},
                   {.time_limit_s = 10})
        .status;
  };
  EXPECT_EQ(said("Unsatisfiable"), "Unsatisfiable");
  EXPECT_EQ(said("Satisfiable"), "Satisfiable");
}

TEST_F(Slices, ClausesOfANegatedConjectureAreSatisfiableOrUnsatisfiable) {
  const SlicesResult result =
      run_one(parse_prover_command(script("echo '% SZS status Unsatisfiable'")),
              {.rankings = rankings_,
               .always = {},
               .conjecture = "cnf(n, negated_conjecture, p).",
               .goal = RoleKind::negated_conjecture},
              {kAllPremises}, {.time_limit_s = 10});
  EXPECT_EQ(result.status, "Unsatisfiable");
}

TEST_F(Slices, ContradictoryAxiomsAreSaidToBeSo) {
  EXPECT_EQ(prove("echo '% SZS status ContradictoryAxioms'", {1}, {}).status,
            "ContradictoryAxioms");
  EXPECT_EQ(prove("printf \"%% SZS status Theorem\\n%% SZS output start Proof\\n"
                  "fof(a, axiom, \\$false, file('x', a)).\\n%% SZS output end Proof\\n\"",
                  {1}, {})
                .status,
            "ContradictoryAxioms");
}

TEST_F(Slices, AnErrorIsNeverCalledATimeout) {
  const SlicesResult result =
      prove("sleep 0.5; echo 'unknown option' >&2; exit 1", {1, 2}, {.time_limit_s = 60});
  EXPECT_EQ(result.verdict, Verdict::failed);
  EXPECT_EQ(result.status, "Error");
  EXPECT_THAT(result.message, testing::HasSubstr("unknown option"));
}

TEST_F(Slices, AnErrorOfOneSliceIsToldAlthoughAnotherHadNoTime) {
  const SlicesResult result = prove("grep -q two $1 && sleep 100; echo 'type error' >&2; exit 1",
                                    {1, 2}, {.time_limit_s = 1});
  EXPECT_EQ(result.verdict, Verdict::out_of_time);
  EXPECT_THAT(result.warnings, ElementsAre(testing::HasSubstr("type error")));
}

TEST_F(Slices, DivideTheTimeAndPassOnWhatIsLeft) {
  const Stopwatch watch;
  const SlicesResult result = prove("grep -q two $1 && sleep 100; echo '% SZS status GaveUp'",
                                    {1, 2, 4}, {.time_limit_s = 0.6});
  EXPECT_EQ(result.verdict, Verdict::out_of_time);
  EXPECT_LT(watch.seconds(), 1.0);
  ASSERT_EQ(result.slices.size(), 3u);
  EXPECT_NEAR(result.slices[0].limit_s, 0.2, 0.01);
  EXPECT_EQ(result.slices[0].verdict, Verdict::gave_up);
  EXPECT_GT(result.slices[1].limit_s, 0.22);  // the first one left most of its share
}

TEST_F(Slices, RunSeveralAtOnceAndEndTheRest) {
  const Stopwatch watch;
  const SlicesResult result = prove("grep -q three $1 && echo '% SZS status Theorem' || sleep 100",
                                    {1, 2, 4}, {.jobs = 3, .time_limit_s = 20});
  EXPECT_EQ(result.verdict, Verdict::proved);
  EXPECT_EQ(result.decided_by, 2u);
  EXPECT_EQ(result.slices[0].verdict, Verdict::cancelled);
  EXPECT_LT(watch.seconds(), 2);
}

TEST_F(Slices, CountCpuTimeWhereAsked) {
  const SlicesResult result =
      prove("while :; do :; done", {1, 2}, {.jobs = 2, .time_limit_s = 0.2, .cpu_time = true});
  EXPECT_EQ(result.verdict, Verdict::out_of_time);
  EXPECT_NEAR(result.slices[0].limit_s, 0.1, 1e-9);
  EXPECT_NEAR(result.slices[1].limit_s, 0.1, 1e-9);
  EXPECT_GT(result.cpu_s, 0.18);
}

TEST_F(Slices, StepsTakeTheirOwnSecondsAndTheirOwnProver) {
  const ProverCommand provers[] = {
      parse_prover_command(script("while :; do :; done")),
      parse_prover_command(
          script("grep -q two && echo '% SZS status Theorem' || while :; do :; done"))};
  const ProverStep steps[] = {{0, 0, 1, 0.1}, {1, 0, 1, 0.1}, {1, 0, 2, 5}};
  const SlicesResult result = run_slices(provers, task(), steps, {.time_limit_s = 20});
  EXPECT_EQ(result.verdict, Verdict::proved);
  EXPECT_EQ(result.decided_by, 2u);
  EXPECT_DOUBLE_EQ(result.slices[0].limit_s, 0.1);
}

TEST_F(Slices, ABusyMachineTakesNoStepItsSeconds) {
  // Asleep, as on a machine where others run: the clock goes on, its CPU time does not.
  const ProverCommand prover =
      parse_prover_command(script("sleep 0.6; echo '% SZS status Theorem'") + " {file}");
  const std::vector<ProverStep> steps = {{.k = 1, .seconds = 0.25}};
  const SlicesResult result =
      run_slices(std::span(&prover, 1), task(), steps, {.time_limit_s = 20});
  EXPECT_EQ(result.verdict, Verdict::proved);
}

TEST_F(Slices, StepsEndWithTheClockThoughTheyHaveCpuTimeLeft) {
  const ProverCommand prover = parse_prover_command(script("sleep 30") + " {file}");
  const std::vector<ProverStep> steps = {{.k = 1, .seconds = 5}, {.k = 2, .seconds = 5}};
  const SlicesResult result =
      run_slices(std::span(&prover, 1), task(), steps, {.time_limit_s = 0.4});
  EXPECT_EQ(result.verdict, Verdict::out_of_time);
  EXPECT_LT(result.wall_s, 2);
}

TEST_F(Slices, AStepThatBringsNothingNewIsSkipped) {
  const ProverCommand prover = parse_prover_command(script("echo '% SZS status GaveUp'"));
  const ProverStep steps[] = {{0, 0, 2, 1}, {0, 0, 2, 4}, {0, 0, 9, 1}, {0, 0, kAllPremises, 4}};
  const SlicesResult result =
      run_slices(std::span(&prover, 1), task(), steps, {.time_limit_s = 20});
  EXPECT_EQ(result.slices.size(), 2u);  // it gives up in no time, and 9 are all
}

TEST_F(Slices, WhatHasAModelIsNotTriedWithFewerPremises) {
  const ProverCommand prover =
      parse_prover_command(script("echo '% SZS status CounterSatisfiable'"));
  const ProverStep steps[] = {{0, 0, 4, 1}, {0, 0, 2, 4}, {0, 0, 5, 1}};
  const SlicesResult result =
      run_slices(std::span(&prover, 1), task(), steps, {.time_limit_s = 20});
  EXPECT_EQ(result.slices.size(), 2u);
  EXPECT_EQ(result.verdict, Verdict::refuted);
}

TEST_F(Slices, TheGoalThatACoreDoesNotNameWasNotNeeded) {
  rankings_ = {{"fof(a, axiom, p).", "fof(b, axiom, ~p)."}};
  const std::string cvc5 = folder_ / "cvc5";
  const auto said = [&](const std::string& core) {
    std::ofstream(cvc5) << "#!/bin/sh\nprintf '%% SZS status Unsatisfiable\n"
                           "%% SZS output start UnsatCore\n"
                        << core << "%% SZS output end UnsatCore\n'\n";
    std::filesystem::permissions(cvc5, std::filesystem::perms::owner_all);
    SliceTask asked = task();
    asked.conjecture = "fof(c, conjecture, q).";
    return run_one(parse_prover_command(cvc5 + " {file}"), asked, {kAllPremises}, {});
  };
  EXPECT_EQ(said("a\\nb\\n").status, "ContradictoryAxioms");
  EXPECT_EQ(said("a\\nc\\n").status, "Theorem");
  EXPECT_THAT(said("c\\nb\\n").used, ElementsAre("fof(b, axiom, ~p)."));
}

TEST_F(Slices, FailWithTheProversReason) {
  const SlicesResult result = prove("echo bad >&2; exit 1", {1}, {.time_limit_s = 5});
  EXPECT_EQ(result.verdict, Verdict::failed);
  EXPECT_EQ(result.message, "exited with code 1 and no SZS status: bad");
}

TEST_F(Slices, StopWhenInterrupted) {
  Cancellation interrupt;
  std::thread user([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    interrupt.request();
  });
  const Stopwatch watch;
  const SlicesResult result = prove("trap '' TERM; sleep 100", {1, 2}, {.jobs = 2}, &interrupt);
  user.join();
  EXPECT_EQ(result.verdict, Verdict::cancelled);
  EXPECT_LT(watch.seconds(), 1);
}

TEST_F(Slices, FindTheProofWithE) {
  try {
    find_program("eprover");
  } catch (const InputError&) {
    GTEST_SKIP() << "E is not installed";
  }
  std::vector<std::string> texts;
  for (int i = 0; i < 8; ++i)
    texts.push_back("fof(s" + std::to_string(i) + ", axiom, p" + std::to_string(i) + " => p" +
                    std::to_string(i + 1) + ").");
  const std::vector<std::vector<std::string_view>> rankings = {{texts.begin(), texts.end()}};
  const SlicesResult result =
      run_one(parse_prover_command("eprover --auto --proof-object -s"),
              {.rankings = rankings, .always = {}, .conjecture = "fof(g, conjecture, p0 => p3)."},
              parse_slices("1,2,4,all"), {.time_limit_s = 20});
  EXPECT_EQ(result.verdict, Verdict::proved);
  EXPECT_EQ(result.slices[*result.decided_by].step.k, 4u);
  EXPECT_THAT(used_axioms(result.proof), testing::UnorderedElementsAre("s0", "s1", "s2"));
}

}  // namespace
}  // namespace winnow
