#include "prover/szs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

namespace winnow {
namespace {

using testing::ElementsAre;

TEST(Szs, ReadsStatusLinesOfSeveralProvers) {
  EXPECT_EQ(read_szs("# SZS status Theorem\n").verdict, Verdict::proved);
  EXPECT_EQ(read_szs("% SZS status Unsatisfiable for p\n").verdict, Verdict::proved);
  EXPECT_EQ(read_szs("SZS status CounterSatisfiable").verdict, Verdict::refuted);
  EXPECT_EQ(read_szs("\r\n  # SZS status GaveUp\r\n").verdict, Verdict::gave_up);
  EXPECT_EQ(read_szs("# SZS status ResourceOut\n").verdict, Verdict::out_of_time);
  EXPECT_EQ(read_szs("# SZS status SyntaxError\n").verdict, Verdict::failed);
}

TEST(Szs, TellsMemoryFromTimeInResourceOut) {
  const std::string failure = "# Failure: Resource limit exceeded ";
  const std::string status = "\n# SZS status ResourceOut\n";
  EXPECT_EQ(read_szs(failure + "(memory)" + status).verdict, Verdict::out_of_memory);
  EXPECT_EQ(read_szs(failure + "(time)" + status).verdict, Verdict::out_of_time);
}

TEST(Szs, SilenceIsAFailure) {
  EXPECT_EQ(read_szs("").verdict, Verdict::failed);
  EXPECT_EQ(read_szs("I have found a proof!\n").status, "");
}

TEST(Szs, StatusWithinAFormulaIsNone) {
  EXPECT_EQ(read_szs("fof(a, axiom, 'SZS status Theorem').\n").status, "");
}

TEST(Szs, TheFirstLineThatDecidesCounts) {
  EXPECT_EQ(read_szs("% SZS status Timeout\n% SZS status Theorem\n% SZS status GaveUp\n").verdict,
            Verdict::proved);
  EXPECT_EQ(read_szs("% SZS status GaveUp\n% SZS status Timeout\n").verdict, Verdict::out_of_time);
}

TEST(Szs, ContradictoryAxiomsProveAndUnknownWordsGiveUp) {
  EXPECT_EQ(verdict_of_status("ContradictoryAxioms"), Verdict::proved);
  EXPECT_EQ(verdict_of_status("Satisfiable"), Verdict::refuted);
  EXPECT_EQ(verdict_of_status("MemoryOut"), Verdict::out_of_memory);
  EXPECT_EQ(verdict_of_status("Unknown"), Verdict::gave_up);
  EXPECT_EQ(verdict_of_status("theorem"), Verdict::gave_up);
}

TEST(Szs, VerdictsAndTheirStatusAgree) {
  for (const Verdict verdict : {Verdict::proved, Verdict::refuted, Verdict::gave_up,
                                Verdict::out_of_time, Verdict::out_of_memory, Verdict::failed})
    EXPECT_EQ(verdict_of_status(szs_status(verdict)), verdict) << to_string(verdict);
}

TEST(Szs, ProofStandsBetweenTheOutputLines) {
  const SzsAnswer answer = read_szs(
      "# SZS status Theorem\n# SZS output start CNFRefutation\ncnf(a).\n# x\ncnf(b).\n"
      "# SZS output end CNFRefutation\n# Training examples: 0\n");
  EXPECT_EQ(answer.proof, "cnf(a).\n# x\ncnf(b).\n");
  EXPECT_EQ(read_szs("# SZS output start Proof\ncnf(a).\n").proof, "");  // cut off
}

TEST(Szs, SurvivesGarbageAndLongLines) {
  std::mt19937 random(1);
  std::string garbage(1'000'000, '\0');
  for (char& c : garbage) c = "\0\n'\"\\(),.%# file/*SZ\xff"[random() % 22];
  EXPECT_EQ(read_szs(garbage).status, "");
  used_axioms(garbage);
  used_axioms("fof(a,b,c,file('");
  used_axioms("fof(a,b,c,file('\\");
  EXPECT_EQ(read_szs(garbage + "\n% SZS status Theorem\n" + garbage).verdict, Verdict::proved);
  EXPECT_EQ(read_szs("% SZS status Theorem " + std::string(10'000'000, 'x')).verdict,
            Verdict::proved);
}

TEST(UsedAxioms, AreThoseWithAFileAnnotation) {
  EXPECT_THAT(used_axioms("# a comment with file('x', no)\n"
                          "fof(goal, conjecture, q(a), file('<stdin>', goal)).\n"
                          "fof('it\\'s', axiom, p(a), file('a (b), c.p', 'it\\'s')).\n"
                          "cnf(c_1, axiom, (file('x', no) | $true), file('x', c2), [proof]).\n"
                          "cnf(c_2, plain, $false, inference(cn,[status(thm)],[c_1])).\n"
                          "tff(12, hypothesis, a = 1.5, file('x',12)).\n"
                          "fof(c_3, axiom, p(a), file('a.p', 'it\\'s')).\n"
                          "fof(c_4, axiom, p(a), file('a.p', unknown)).\n"),
              ElementsAre("it's", "c2", "12"));
}

}  // namespace
}  // namespace winnow
