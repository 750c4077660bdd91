#include "prover/check.h"

#include "tests/process/fake_program.h"
#include "winnow/error.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

class Check : public FakeProgram {
 protected:
  // What `second` says about a proof that uses the axiom `a` of two.
  CheckResult opinion_of(const std::string& second, bool uses_a = true) {
    const std::vector<std::vector<std::string_view>> rankings = {
        {"fof(a, axiom, p).", "fof(b, axiom, q)."}};
    SlicesResult proved;
    proved.verdict = Verdict::proved;
    proved.slices.resize(1);
    proved.slices.front().step.k = 2;
    proved.decided_by = 0;
    if (uses_a) proved.used = {rankings.front().front()};
    return check_proof(parse_prover_command(script(second) + " {file}"),
                       {.rankings = rankings, .always = {}, .conjecture = "fof(c, conjecture, p)."},
                       proved, {.time_limit_s = 5});
  }
};

TEST_F(Check, GivesTheGoalAndTheUsedAxiomsAlone) {
  const CheckResult result = opinion_of(
      "[ \"$(tr '\\n' ' ' <$1)\" = 'fof(a, axiom, p). fof(c, conjecture, p). ' ] && "
      "echo '% SZS status Theorem'");
  EXPECT_EQ(result.opinion, SecondOpinion::confirmed);
  EXPECT_EQ(result.axioms, 1u);
}

TEST_F(Check, AProofThatNamesNothingStandsForItsSlice) {
  EXPECT_EQ(opinion_of("grep -q 'fof(b' $1 && echo '% SZS status Theorem'", false).axioms, 2u);
}

TEST_F(Check, ADisagreementIsTold) {
  const CheckResult result = opinion_of("echo '% SZS status CounterSatisfiable'");
  EXPECT_EQ(result.opinion, SecondOpinion::contradicted);
  EXPECT_EQ(result.status, "CounterSatisfiable");
}

TEST_F(Check, SilenceConfirmsNothing) {
  EXPECT_EQ(opinion_of("echo '% SZS status GaveUp'").opinion, SecondOpinion::unconfirmed);
  EXPECT_EQ(opinion_of("exit 1").opinion, SecondOpinion::unconfirmed);
}

TEST(SecondProver, IsAnother) {
  try {
    const ProverCommand first = parse_prover_command("eprover --auto -s");
    const auto second = second_prover(first, {.fof = true});
    ASSERT_TRUE(second.has_value());
    EXPECT_NE(second->words, first.words);
  } catch (const InputError&) {
    GTEST_SKIP() << "E is not installed";
  }
}

}  // namespace
}  // namespace winnow
