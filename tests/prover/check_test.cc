#include "prover/check.h"

#include "fake_prover.h"
#include "winnow/error.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

class Check : public FakeProver {
 protected:
  // What `second` says about a proof that uses the axiom `a` of two.
  CheckResult opinion_of(const std::string& second, const std::string& proof) {
    const std::vector<std::vector<std::string_view>> rankings = {
        {"fof(a, axiom, p).", "fof(b, axiom, q)."}};
    SlicesResult proved;
    proved.verdict = Verdict::proved;
    proved.slices.resize(1);
    proved.slices.front().k = 2;
    proved.decided_by = 0;
    proved.proof = proof;
    return check_proof(parse_prover_command(script(second) + " {file}"),
                       {.rankings = rankings, .always = {}, .conjecture = "fof(c, conjecture, p)."},
                       proved, {.time_limit_s = 5});
  }
  const std::string uses_a_ = "fof(a, axiom, p, file('x.p', a)).\n";
};

TEST_F(Check, GivesTheGoalAndTheUsedAxiomsAlone) {
  const CheckResult result = opinion_of(
      "[ \"$(tr '\\n' ' ' <$1)\" = 'fof(a, axiom, p). fof(c, conjecture, p). ' ] && "
      "echo '% SZS status Theorem'",
      uses_a_);
  EXPECT_EQ(result.opinion, Opinion::confirmed);
  EXPECT_EQ(result.axioms, 1u);
}

TEST_F(Check, AProofThatNamesNothingStandsForItsSlice) {
  EXPECT_EQ(opinion_of("grep -q 'fof(b' $1 && echo '% SZS status Theorem'", "").axioms, 2u);
}

TEST_F(Check, ADisagreementIsTold) {
  const CheckResult result = opinion_of("echo '% SZS status CounterSatisfiable'", uses_a_);
  EXPECT_EQ(result.opinion, Opinion::contradicted);
  EXPECT_EQ(result.status, "CounterSatisfiable");
}

TEST_F(Check, SilenceConfirmsNothing) {
  EXPECT_EQ(opinion_of("echo '% SZS status GaveUp'", uses_a_).opinion, Opinion::unconfirmed);
  EXPECT_EQ(opinion_of("exit 1", uses_a_).opinion, Opinion::unconfirmed);
}

TEST(SecondProver, IsAnother) {
  try {
    const ProverCommand first = parse_prover_command(kDefaultProver);
    const auto second = second_prover(first);
    ASSERT_TRUE(second.has_value());
    EXPECT_NE(second->words, first.words);
  } catch (const InputError&) {
    GTEST_SKIP() << "E is not installed";
  }
}

}  // namespace
}  // namespace winnow
