#include "prover/szs.h"

#include "prover/used_axioms.h"

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

TEST(Szs, TheoremIshIsNoStatus) {
  EXPECT_EQ(read_szs("% SZS status Theorem-ish for p\n").verdict, Verdict::gave_up);
  EXPECT_EQ(read_szs("% SZS status Theorem_or_not\n").verdict, Verdict::gave_up);
  EXPECT_EQ(read_szs("% SZS status NotTheorem\n").verdict, Verdict::gave_up);
  EXPECT_EQ(read_szs("% SZS status Theorem: by luck\n").verdict, Verdict::proved);
  EXPECT_EQ(read_szs("% SZS status Theorem\r\n").verdict, Verdict::proved);
}

TEST(Szs, ContradictingStatusesAreAFailure) {
  const SzsAnswer answer = read_szs(
      "% SZS status Theorem\n% SZS output start Proof\nx\n"
      "% SZS output end Proof\n% SZS status CounterSatisfiable\n");
  EXPECT_EQ(answer.verdict, Verdict::failed);
  EXPECT_EQ(answer.contradiction, "CounterSatisfiable");
  EXPECT_EQ(answer.proof, "");
  EXPECT_EQ(read_szs("% SZS status Satisfiable\n% SZS status GaveUp\n"
                     "SPASS beiseite: Proof found.\n")
                .verdict,
            Verdict::failed);
  EXPECT_EQ(read_szs("% SZS status Theorem\n% SZS status ContradictoryAxioms\n").verdict,
            Verdict::proved);
}

TEST(Szs, ReadsSpass) {
  EXPECT_EQ(read_szs("\nSPASS V 3.9 \nSPASS beiseite: Proof found.\nProblem: r.p \n").verdict,
            Verdict::proved);
  EXPECT_EQ(read_szs("SPASS beiseite: Completion found.\n").verdict, Verdict::refuted);
  EXPECT_EQ(read_szs("SPASS beiseite: Ran out of time.\n").verdict, Verdict::out_of_time);
  EXPECT_EQ(read_szs("c SPASS beiseite: Proof found. Or not.\n").status, "");
}

// SPASS knows neither `plain` nor `corollary`, says so, and goes on without the formula.
TEST(Szs, ACompletionWithoutASkippedFormulaRefutesNothing) {
  EXPECT_EQ(read_szs("Unknown formula role: plain - formula skipped near line 1.\n"
                     "SPASS beiseite: Completion found.\n")
                .verdict,
            Verdict::gave_up);
}

TEST(Szs, WordsOfSmtSolversCountWhereTheyAreSpoken) {
  EXPECT_EQ(read_szs("unsat\n", true).verdict, Verdict::proved);
  EXPECT_EQ(read_szs("sat\n", true).verdict, Verdict::refuted);
  EXPECT_EQ(read_szs("unknown\n", true).verdict, Verdict::gave_up);
  EXPECT_EQ(read_szs("unsat\n").status, "");
  EXPECT_EQ(read_szs("unsatisfied\n", true).status, "");
}

// Whatever lines come in whatever order: a proof is believed only if nothing denies it.
TEST(Szs, NeverBelievesOneOfTwoStatusesThatContradictEachOther) {
  const std::string lines[] = {"% SZS status Theorem\n",
                               "% SZS status CounterSatisfiable for p\n",
                               "# SZS status Satisfiable\n",
                               "SPASS beiseite: Proof found.\n",
                               "% SZS status Timeout\n",
                               "% SZS status Theorem-ish\n",
                               "cnf(a, plain, p).\n",
                               "SPASS beiseite: Completion found.\n",
                               "unsat\n",
                               "% SZS status ContradictoryAxioms\n"};
  const bool proves[] = {true, false, false, true, false, false, false, false, true, true};
  const bool refutes[] = {false, true, true, false, false, false, false, true, false, false};
  std::mt19937 random(7);
  for (int round = 0; round < 20'000; ++round) {
    std::string output;
    bool proved = false, refuted = false;
    for (unsigned n = random() % 6; n > 0; --n) {
      const std::size_t line = random() % std::size(lines);
      output += lines[line];
      proved |= proves[line];
      refuted |= refutes[line];
    }
    const Verdict verdict = read_szs(output, true).verdict;
    EXPECT_EQ(verdict == Verdict::proved, proved && !refuted) << output;
    EXPECT_EQ(verdict == Verdict::refuted, refuted && !proved) << output;
    EXPECT_TRUE(!proved || !refuted || verdict == Verdict::failed) << output;
  }
}

TEST(Szs, AProofWithoutTheGoalIsOneOfContradictoryAxioms) {
  EXPECT_TRUE(
      needs_no_goal("fof(a, axiom, p, file('x.p', a)).\nfof(b, axiom, ~p, file('x.p', b)).\n"
                    "cnf(c, plain, $false, inference(sr,[],[a,b])).\n"));
  EXPECT_FALSE(
      needs_no_goal("fof(a, axiom, p, file('x.p', a)).\nfof(c, conjecture, p, file('x.p', c)).\n"));
  EXPECT_FALSE(
      needs_no_goal("fof(a, axiom, p, file('x.p', a)).\n"
                    "fof(c, negated_conjecture, ~p, inference(n,[],[c])).\n"));
  EXPECT_FALSE(needs_no_goal(""));
  EXPECT_TRUE(says_contradictory_axioms("ContradictoryAxioms"));
  EXPECT_FALSE(says_contradictory_axioms("NotContradictoryAxioms"));
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

// The token after `file` was taken away with it, and with a bracket the end of the formula: the
// goal that came next was taken for an axiom.
TEST(UsedAxioms, AFormulaCalledFileDoesNotHideTheGoal) {
  const std::string proof =
      "fof(file, axiom, p, file('p.p', file)).\n"
      "cnf(c_1, plain, p, inference(cn, [], [file])).\n"
      "fof(goal, conjecture, p, file('p.p', goal)).\n"
      "fof(c_2, plain, p, introduced(file), [file, file('p.p', other)]).\n";
  EXPECT_THAT(used_axioms(proof), ElementsAre("file", "other"));
  EXPECT_FALSE(needs_no_goal(proof));
}

TEST(UsedAxioms, NobodyIsUnknownHoweverItIsWritten) {
  EXPECT_THAT(used_axioms("fof(a, axiom, p, file('p.p', 'un\\known'))."), ElementsAre());
}

TEST(UsedAxioms, OfACoreAreItsNames) {
  EXPECT_THAT(names_of_core("a2\nc\n|it's|\n'x y'\n\n"), ElementsAre("a2", "c", "it's", "x y"));
}

TEST(UsedAxioms, OfSpassAreThoseItLists) {
  EXPECT_THAT(names_of_spass("1[0:Inp] ||\nFormulae used in the proof : a2 c a1\n\n"),
              ElementsAre("a2", "c", "a1"));
  EXPECT_THAT(names_of_spass("\nFormulae used in the proof : a_a32_b\n"), ElementsAre("a b"));
  EXPECT_THAT(names_of_spass("SPASS beiseite: Proof found."), ElementsAre());
}

TEST(WithSources, InputFormulasAreWhereTheyStand) {
  const auto source_of = [](const std::string& name) -> ProofSource {
    if (name == "a") return {"it's.p", "a"};
    return name == "other b" ? ProofSource{"x.ax", "a b"} : ProofSource{};
  };
  EXPECT_EQ(with_sources("fof(a, axiom, p, file('<stdin>', a)). fof(b, axiom, q, file('x', b)).",
                         source_of),
            "fof(a, axiom, p, file('it\\'s.p', a)). fof(b, axiom, q, file('x', b)).");
  EXPECT_EQ(with_sources("file('', 'other b')", source_of), "file('x.ax', 'a b')");
  EXPECT_EQ(with_sources("file('', other)", source_of), "file('', other)");
  for (const char* cut : {"file('", "file('', a", "file('', 'other b"})
    EXPECT_FALSE(with_sources(cut, source_of).empty());
}

}  // namespace
}  // namespace winnow
