#include "app/commands/proof_print.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace winnow {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

Proof timed_out(std::size_t candidates, std::size_t k) {
  Proof proof;
  proof.verdict = Verdict::out_of_time;
  proof.candidates = candidates;
  proof.slices.push_back({.prover = "e", .k = k, .all = k == candidates});
  return proof;
}

TEST(AfterFailure, SaysWhatWasTried) {
  Proof proof = timed_out(40, 16);
  proof.slices.push_back({.prover = "cvc5", .k = 40, .all = true});
  proof.slices.push_back({.prover = "e", .k = 32});
  EXPECT_THAT(after_failure(proof, 10, false),
              ElementsAre("tried cvc5 on the best 40", "tried e on the best 16 32",
                          HasSubstr("try --time 40s, or --require NAME")));
}

TEST(AfterFailure, EarlierProofsAreForLibrariesOfWhichNoneAreKnown) {  // it was said of any problem
  EXPECT_THAT(after_failure(timed_out(40, 16), 10, false).back(), Not(HasSubstr("--proofs")));
  EXPECT_THAT(after_failure(timed_out(40000, 16), 10, false).back(),
              AllOf(HasSubstr("--proofs STORE"), HasSubstr("--require NAME")));
  EXPECT_THAT(after_failure(timed_out(40000, 16), 10, true).back(),
              AllOf(Not(HasSubstr("--proofs")), HasSubstr("--require NAME")));
}

TEST(AfterFailure, ThereIsNoAxiomToRequireWhereProversHadAll) {
  EXPECT_EQ(after_failure(timed_out(40, 40), 10, false).back(), "try --time 40s");
}

TEST(AfterFailure, OfAProverThatFailedNothingIsAdvised) {
  Proof proof = timed_out(40, 16);
  proof.verdict = Verdict::failed;
  EXPECT_THAT(after_failure(proof, 10, false), ElementsAre("tried e on the best 16"));
}

}  // namespace
}  // namespace winnow
