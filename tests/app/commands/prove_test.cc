#include "tests/app/program.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

// A prover that proves whatever has the axiom `key` in it, and says which axioms it was given.
constexpr const char* kProver =
    "#!/bin/sh\n"
    "if grep -q 'fof(key' \"$1\"; then\n"
    "  echo '% SZS status Theorem'; echo '% SZS output start Proof'\n"
    "  cat \"$1\"; echo '% SZS output end Proof'\n"
    "else echo '% SZS status GaveUp'; fi\n";

class Prove : public testing::Test {
 protected:
  Prove() {
    scratch_.write("problem.p",
                   "fof(far, axiom, r(b)).\nfof(near, axiom, p(a)).\n"
                   "fof(key, axiom, r(c)).\nfof(goal, conjecture, p(a) | q).\n");
    scratch_.write("prover", kProver);
  }
  Ran run(const std::string& options, const std::string& ranker = "tfidf") {
    return scratch_.run("chmod +x prover; export TMPDIR=$PWD; winnow prove problem.p --ranker " +
                        ranker + " --prover './prover {file}' " + options);
  }
  Scratch scratch_;
};

TEST_F(Prove, GoesThroughTheSlicesUntilOneProves) {
  Ran ran = run("--slices 1,2,all --json");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("\"status\": \"Theorem\""));
  EXPECT_THAT(ran.out, HasSubstr("\"decided_by\": 2"));
}

TEST_F(Prove, TriesEachSliceWithEachRanker) {
  Ran ran = run("--slices 1,2 --json", "tfidf/sine");
  EXPECT_THAT(ran.out, HasSubstr("\"ranker\": \"tfidf/sine\""));
  EXPECT_THAT(ran.out,
              testing::ContainsRegex("\"k\": 1,\n *\"all\": false,\n *\"ranker\": \"tfidf\""));
  EXPECT_THAT(ran.out,
              testing::ContainsRegex("\"k\": 2,\n *\"all\": false,\n *\"ranker\": \"sine\""));
  EXPECT_THAT(run("--slices 1 --verbose", "tfidf/sine").err,
              HasSubstr("on the best 1 by tfidf       gave up"));
  EXPECT_THAT(run("--slices 1 --json", "sine/tfidf/sine").out, HasSubstr("\"ranker\": \"tfidf\""));
  EXPECT_THAT(run("", "tfidf/").err, HasSubstr("no ranker is called ''"));
  EXPECT_THAT(scratch_.run("winnow rank problem.p --ranker tfidf/sine").err,
              HasSubstr("no ranker is called 'tfidf/sine'"));
}

TEST_F(Prove, PrintsTheProofBetweenSzsLines) {
  Ran ran = run("--slices all --proof");
  EXPECT_THAT(ran.out, StartsWith("% SZS status Theorem for problem.p\n"));
  EXPECT_THAT(ran.out,
              HasSubstr("% SZS output start Proof for problem.p\nfof(near, axiom, p(a)).\n"));
  EXPECT_THAT(ran.out, HasSubstr("% SZS output end Proof for problem.p\n"));
}

TEST_F(Prove, RequiredAxiomsAreInEverySlice) {
  EXPECT_EQ(run("--slices 1").exit_code, 9);
  EXPECT_EQ(run("--slices 1 --require key").exit_code, 0);
  scratch_.write("prover",
                 "#!/bin/sh\ngrep -c 'fof(key' \"$1\" >>counts\necho '% SZS status GaveUp'\n");
  EXPECT_EQ(run("--slices 1,2 --require key").exit_code, 9);
  EXPECT_EQ(contents(scratch_.path("counts")), "1\n1\n");
}

TEST_F(Prove, ExitCodesSayHowItEnded) {
  scratch_.write("prover", "#!/bin/sh\nsleep 100\n");
  Ran ran = run("--slices 1 --time 0.3");
  EXPECT_EQ(ran.exit_code, 8);
  EXPECT_THAT(ran.out, HasSubstr("% SZS status Timeout for problem.p"));
  scratch_.write("prover", "#!/bin/sh\necho 'cannot read' >&2; exit 3\n");
  ran = run("--slices 1");
  EXPECT_EQ(ran.exit_code, 10);
  EXPECT_THAT(ran.err, HasSubstr("the prover failed"));
  scratch_.write("prover", "#!/bin/sh\necho '% SZS status CounterSatisfiable'\n");
  EXPECT_EQ(run("--slices all").exit_code, 4);  // not 1: the input is right
}

TEST_F(Prove, TimeLimitsReadingAnIncludeOfAPipeThatNobodyWrites) {
  scratch_.write("problem.p", "include('pipe.ax').\nfof(goal, conjecture, p).\n");
  scratch_.run("mkfifo pipe.ax");
  Ran ran = run("--time 0.3");
  EXPECT_EQ(ran.exit_code, 8) << ran.err;
  EXPECT_EQ(ran.out, "% SZS status Timeout for problem.p\n");
  EXPECT_EQ(run("--time 0.3 --json").out, "{\n  \"status\": \"Timeout\"\n}\n");
}

TEST_F(Prove, MistakesAreToldBeforeAnyWork) {
  scratch_.write("problem.p", "no formula at all");  // whoever reads it complains about that
  EXPECT_THAT(run("--slices 1,x").err, HasSubstr("slices '1,x'"));
  EXPECT_THAT(scratch_.run("winnow prove problem.p --prover 'no-such-prover {file}'").err,
              HasSubstr("no-such-prover"));
  EXPECT_EQ(run("--time -1").exit_code, 2);
  EXPECT_THAT(run("").err, HasSubstr("problem.p:1:"));
}

// (A shell lets its background jobs ignore SIGINT, so the test sends its sibling.)
TEST_F(Prove, EndsAtOnceAndLeavesNothingBehindWhenInterrupted) {
  scratch_.write("prover", "#!/bin/sh\nsleep 1000\n");
  Ran ran =
      run("--slices 1 & pid=$!; for i in $(seq 100); do ls -d winnow-*/ >/dev/null 2>&1 && break; "
          "sleep 0.05; done; kill -TERM $pid; wait $pid; code=$?; ls -d winnow-*/ 2>/dev/null; "
          "exit $code");
  EXPECT_EQ(ran.exit_code, 143) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("interrupted"));
  EXPECT_THAT(ran.out, IsEmpty());
}

// A prover that says what E says of a problem with several conjectures: any of them will do.
TEST_F(Prove, SeveralConjecturesAreNotADisjunction) {
  scratch_.write("problem.p",
                 "fof(a, axiom, p).\nfof(c, conjecture, p).\nfof(d, conjecture, q).\n");
  scratch_.write(
      "prover",
      "#!/bin/sh\n[ $(grep -c conjecture $1) = 1 ] || { echo '% SZS status Theorem'; exit; }\n"
      "grep -q 'p & q' $1 && echo '% SZS status CounterSatisfiable'\n");
  EXPECT_THAT(run("--slices all").out, HasSubstr("CounterSatisfiable"));
  EXPECT_EQ(
      scratch_.run("winnow rank problem.p --ranker tfidf --format tptp | grep -c conjecture").out,
      "1\n");
}

// E proves a question instead of the conjecture.
TEST_F(Prove, AQuestionIsNotProvedInsteadOfTheGoal) {
  scratch_.write("prover",
                 "#!/bin/sh\ngrep -q question $1 && echo '% SZS status Theorem' || echo '% SZS "
                 "status GaveUp'\n");
  scratch_.write("problem.p", "fof(a, axiom, p).\nfof(c, conjecture, q).\nfof(d, question, p).\n");
  EXPECT_EQ(run("--slices all").exit_code, 9);
  EXPECT_EQ(run("--slices all --goal a").exit_code, 9);
}

TEST_F(Prove, AGoalThatTheIndexHasIsNotRefuted) {
  scratch_.write("library.ax", "fof(l, axiom, r(b)).\nfof(same, axiom, p(a) | q).\n");
  scratch_.write("prover", "#!/bin/sh\necho '% SZS status CounterSatisfiable'\n");
  ASSERT_EQ(scratch_.run("winnow index library.ax -o library.index").exit_code, 0);
  Ran ran = run("--slices all --index library.index");
  EXPECT_THAT(ran.out, HasSubstr("% SZS status GaveUp"));
  EXPECT_THAT(ran.err, HasSubstr("'same' of the index is the goal itself"));
}

TEST_F(Prove, WithoutAConjectureTheAxiomsAreRunAsTheyAre) {
  scratch_.write("problem.p", "fof(a, axiom, p).\nfof(b, axiom, ~p).\n");
  scratch_.write("prover",
                 "#!/bin/sh\n[ $(grep -c axiom $1) = 2 ] && echo '% SZS status Unsatisfiable'\n");
  Ran ran = run("--slices 1,all --json");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("\"status\": \"Unsatisfiable\""));
  EXPECT_THAT(ran.out, HasSubstr("\"decided_by\": 0"));
  scratch_.write("prover", "#!/bin/sh\necho '% SZS status Satisfiable'\n");
  EXPECT_THAT(run("").out, HasSubstr("% SZS status Satisfiable"));
  EXPECT_THAT(scratch_.run("winnow rank problem.p").err, HasSubstr("no conjecture"));
}

TEST_F(Prove, ClausesAreUnsatisfiableAndNotATheorem) {
  scratch_.write("problem.p", "cnf(a, axiom, p).\ncnf(b, negated_conjecture, ~p).\n");
  scratch_.write("prover", "#!/bin/sh\necho '% SZS status Unsatisfiable'\n");
  EXPECT_THAT(run("").out, HasSubstr("% SZS status Unsatisfiable"));
}

TEST_F(Prove, AClauseMayBeAConjecture) {
  scratch_.write("problem.p", "cnf(a, axiom, p(a)).\ncnf(c, conjecture, p(a)).\n");
  Ran ran = scratch_.run("winnow prove problem.p --ranker tfidf --time 20");
  EXPECT_THAT(ran.out, StartsWith("% SZS status Theorem")) << ran.err;
}

// 1 != 2 holds in TPTP. A prover that takes numbers for constants finds a model in which it does
// not.
TEST_F(Prove, DifferentNumbersAreNotRefutedToDiffer) {
  scratch_.write("problem.p", "fof(c, conjecture, 1 != 2).\n");
  scratch_.write("prover", "#!/bin/sh\necho '% SZS status CounterSatisfiable'\n");
  Ran ran = run("");
  EXPECT_THAT(ran.out, HasSubstr("% SZS status GaveUp"));
  EXPECT_THAT(ran.err, HasSubstr("does not know what numbers are"));
  EXPECT_THAT(run("--numbers free").out, HasSubstr("% SZS status CounterSatisfiable"));
  EXPECT_THAT(run("--numbers lucky").err, HasSubstr("'lucky'"));
}

TEST_F(Prove, AnErrorOfTheProverIsShown) {
  scratch_.write("prover", "#!/bin/sh\necho 'eprover: Type error' >&2; exit 1\n");
  Ran ran = run("--time 20");
  EXPECT_THAT(ran.out, HasSubstr("% SZS status Error"));
  EXPECT_THAT(ran.err, HasSubstr("eprover: Type error"));
}

TEST_F(Prove, ContradictingStatusesAreToldAndNotBelieved) {
  scratch_.write(
      "prover", "#!/bin/sh\necho '% SZS status Theorem'; echo '% SZS status CounterSatisfiable'\n");
  Ran ran = run("--slices all");
  EXPECT_THAT(ran.out, HasSubstr("% SZS status Error"));
  EXPECT_THAT(ran.err, HasSubstr("says Theorem and CounterSatisfiable, so neither is believed"));
}

TEST_F(Prove, ADisagreementOfTwoProversIsReportedLoudly) {
  scratch_.write("cvc5", "#!/bin/sh\necho '% SZS status CounterSatisfiable for p'\n");
  Ran ran = scratch_.run(
      "chmod +x prover cvc5; export PATH=$PWD:$PATH; winnow prove problem.p --ranker tfidf "
      "--prover './prover {file}' --slices all --check");
  EXPECT_EQ(ran.exit_code, 11);
  EXPECT_THAT(ran.out, HasSubstr("% SZS status Disputed for problem.p"));
  EXPECT_THAT(ran.err, HasSubstr("CONTRADICTED by cvc5"));
  scratch_.write("cvc5", "#!/bin/sh\necho '% SZS status Unsatisfiable for p'\n");
  ran = scratch_.run(
      "export PATH=$PWD:$PATH; winnow prove problem.p --ranker tfidf "
      "--prover './prover {file}' --slices all --check");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.out, HasSubstr("% confirmed by cvc5"));
}

// The name of a file is no place to say that something is proved.
TEST_F(Prove, AFileNameCannotSpeakAsASzsLine) {
  const std::string name = "a\n% SZS status Theorem for b.p";
  scratch_.write(name, "fof(far, axiom, r(b)).\nfof(goal, conjecture, q).\n");
  const std::string one = "chmod +x prover; winnow prove a*.p --ranker tfidf";
  for (const std::string& command :
       {one + " --prover './prover {file}'", one + " --prover './prover {file}' --out results",
        one + " --prover 'sleep 9' --time 0.1"}) {
    Ran ran = scratch_.run(command);
    EXPECT_THAT(ran.out, HasSubstr("a\\n% SZS status Theorem for b.p")) << ran.err;
    EXPECT_THAT(ran.out, Not(HasSubstr("\n% SZS status Theorem for b.p")));
  }
}

TEST_F(Prove, AnIncludedFileIsNotWrittenOverByTheAxiomsOfAProof) {
  const std::string axioms = "% axioms used in the proof of goal\nfof(key, axiom, r(c)).\n";
  scratch_.write("used.ax", axioms);
  scratch_.write("problem.p", "include('used.ax').\nfof(goal, conjecture, r(c)).\n");
  for (const char* option : {"--used-axioms used.ax", "--used-axioms used.ax --force",
                             "--proof-graph used.ax --force"}) {
    Ran ran = run(option);
    EXPECT_EQ(ran.exit_code, 1);
    EXPECT_THAT(ran.err, HasSubstr("would be written over, and it is read as"));
  }
  EXPECT_EQ(contents(scratch_.path("used.ax")), axioms);
  EXPECT_THAT(run("--used-axioms x.ax --proof-graph ./x.ax").err, HasSubstr("the same file"));
}

TEST_F(Prove, AProblemThatWasChangedSinceIsProvedAgain) {
  scratch_.run("mkdir d && mv problem.p d/a.p");
  const std::string command =
      "chmod +x prover; winnow prove d --ranker tfidf --prover './prover {file}' --out results";
  EXPECT_THAT(scratch_.run(command).out, HasSubstr("proved 1 of 1"));
  scratch_.write("d/a.p", "fof(near, axiom, p(a)).\nfof(goal, conjecture, q).\n");
  EXPECT_THAT(scratch_.run(command).out, HasSubstr("proved 0 of 1"));
  EXPECT_THAT(scratch_.run("winnow experiment report results").out, HasSubstr("1 problems"));
  EXPECT_THAT(scratch_.run(command + " --goal near").err, HasSubstr("other settings"));
}

// Both would be one name in the results, and one would be told what the other is.
TEST_F(Prove, NamesThatAreNoUtf8AreNotMixedUpInResults) {
  scratch_.run("mkdir d && mv problem.p $(printf 'd/\\377.p')");
  Ran ran = scratch_.run(
      "chmod +x prover; winnow prove d --ranker tfidf --prover './prover {file}' --out results");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("no UTF-8"));
}

// It may be the goal, which SPASS writes in a way of its own.
TEST_F(Prove, ANameThatNobodyHasMakesNoContradictoryAxioms) {
  const auto said = [&](const std::string& names) {
    scratch_.write("spass-fake",
                   "#!/bin/sh\necho 'SPASS beiseite: Proof found.'\n"
                   "echo 'Formulae used in the proof : " +
                       names + "'\n");
    return scratch_
        .run(
            "chmod +x spass-fake; winnow prove problem.p --ranker tfidf --prover './spass-fake "
            "{file}'")
        .out;
  };
  EXPECT_THAT(said("near goal"), AllOf(HasSubstr("status Theorem"), HasSubstr("axioms used: 1")));
  EXPECT_THAT(said("near"), HasSubstr("status ContradictoryAxioms"));
  EXPECT_THAT(said("near g_a-61_l"), AllOf(HasSubstr("status Theorem"), Not(HasSubstr("used"))));
}

TEST_F(Prove, SpassWithASetOfSupportRefutesNothing) {
  if (std::system("command -v SPASS >/dev/null") != 0) GTEST_SKIP() << "no SPASS here";
  scratch_.write("problem.p",  // it completes without a proof, and there is one
                 "fof(a0, axiom, ! [Y] : p(f(Y))).\nfof(a1, axiom, ! [X] : (~p(X) | ~r(X))).\n"
                 "fof(a2, axiom, ! [X] : (~p(a) | q(X))).\nfof(a3, axiom, r(f(a))).\n"
                 "fof(c, conjecture, r(a) & q(a)).\n");
  Ran ran = scratch_.run("winnow prove problem.p --ranker tfidf --time 10 --prover spass:sos");
  EXPECT_EQ(ran.exit_code, 9) << ran.out;
  EXPECT_THAT(ran.err, HasSubstr("with -SOS the prover may leave something out"));
  Ran whole = scratch_.run("winnow prove problem.p --ranker tfidf --time 10 --prover spass");
  EXPECT_THAT(whole.out, HasSubstr("% SZS status ContradictoryAxioms"));
  EXPECT_THAT(whole.out, HasSubstr("% axioms used: 3"));
}

TEST_F(Prove, EProvesWithTheDefaultCommand) {
  if (std::system("command -v eprover >/dev/null") != 0) GTEST_SKIP() << "no eprover here";
  Ran ran = scratch_.run("winnow prove problem.p --ranker tfidf --time 20 --proof");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("% SZS status Theorem"));
  EXPECT_THAT(ran.out, HasSubstr("near"));
}

class ProveWithProvers : public testing::Test {
 protected:
  ProveWithProvers() {
    if (std::system("command -v eprover >/dev/null && command -v cvc5 >/dev/null") != 0) return;
    there_ = true;
    scratch_.write("axioms.ax",
                   "fof(all, axiom, ! [X] : (p(X) => q(X))).\nfof(base, axiom, p(a)).\n"
                   "fof(other, axiom, r(b)).\n");
    scratch_.write("problem.p", "include('axioms.ax').\nfof(goal, conjecture, q(a)).\n");
  }
  Ran run(const std::string& options) {
    return scratch_.run("winnow prove problem.p --ranker tfidf --time 30 " + options);
  }
  Scratch scratch_;
  bool there_ = false;
};

TEST_F(ProveWithProvers, SaysWhichAxiomsWereUsedAndWhereTheyStand) {
  if (!there_) GTEST_SKIP() << "no eprover or no cvc5 here";
  for (const char* prover : {"e", "cvc5", "cvc5:enum"}) {
    Ran ran = run(std::string("--prover ") + prover);
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_THAT(ran.out, HasSubstr("% axioms used: 2"));
    EXPECT_THAT(ran.out, HasSubstr("axioms.ax:2  fof(base, axiom, p(a))."));
  }
}

TEST_F(ProveWithProvers, WritesAProofAlsoWhereTheProverOnlyNamesAxioms) {
  if (!there_) GTEST_SKIP() << "no eprover or no cvc5 here";
  Ran ran = run("--prover cvc5 --proof --proof-graph proof.svg --used-axioms used.ax --minimise");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("none of which can be left out"));
  EXPECT_THAT(ran.out, HasSubstr("inference("));
  EXPECT_THAT(ran.out, HasSubstr("axioms.ax', base)"));
  EXPECT_THAT(scratch_.run("cat proof.svg used.ax").out,
              AllOf(HasSubstr("<svg "), HasSubstr("fof(all, axiom"), Not(HasSubstr("other"))));
}

TEST_F(ProveWithProvers, ManyProblemsAreOneTableAndARunThatWasStoppedGoesOn) {
  if (!there_) GTEST_SKIP() << "no eprover or no cvc5 here";
  scratch_.run("mkdir d && mv problem.p axioms.ax d && cp d/problem.p d/second.p");
  scratch_.write("d/wrong.p", "fof(a, axiom");
  const std::string command = "winnow prove d --ranker tfidf --time 20 --out results";
  Ran ran = scratch_.run(command);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("proved 2 of 3, Error 1, Theorem 2"));
  EXPECT_THAT(ran.err, HasSubstr("wrong.p:1:"));
  scratch_.run("mv d/problem.p d/third.p");
  EXPECT_THAT(scratch_.run(command).out, HasSubstr("proved 2 of 3"));
  EXPECT_THAT(scratch_.run("grep -c '^{.problem' results/results.jsonl").out, HasSubstr("4"));
  EXPECT_THAT(scratch_.run(command + " --prover e").err, HasSubstr("other settings"));
}

// A language that no prover reads is an error, never a timeout.
TEST_F(ProveWithProvers, ALanguageThatNobodyReadsIsSaid) {
  if (!there_) GTEST_SKIP() << "no eprover or no cvc5 here";
  scratch_.write("problem.p",
                 "tff(l, type, l: $tType > $tType).\ntff(p, type, p: $o).\n"
                 "tff(g, conjecture, p | ~p).\n");
  Ran ran = run("--prover e --prover cvc5");
  EXPECT_EQ(ran.exit_code, 10);
  EXPECT_THAT(ran.err, HasSubstr("the problem is in TF0, TF1, but E reads FOF, TF0; cvc5 reads"));
}

TEST_F(ProveWithProvers, AScheduleIsLearnedAndUsed) {
  if (!there_) GTEST_SKIP() << "no eprover or no cvc5 here";
  Ran ran = scratch_.run(
      "winnow experiment schedule problem.p --model none --strategies e:auto,cvc5:default --k "
      "2,all "
      "--time 2 --out grid");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("1 problems; 1 proved by some run"));
  Ran used = run("--schedule grid/schedule.txt");
  EXPECT_EQ(used.exit_code, 0) << used.err;
}

TEST_F(ProveWithProvers, AScheduleForWhatIsLeftTriesNothingThatWasProved) {
  if (!there_) GTEST_SKIP() << "no eprover or no cvc5 here";
  scratch_.write("hopeless.p", "fof(a, axiom, p).\nfof(g, conjecture, q).\n");
  const std::string grid = "winnow experiment schedule --model none --strategies e:auto --k all ";
  EXPECT_EQ(scratch_.run("winnow prove problem.p hopeless.p --time 2 --out first").exit_code, 0);
  Ran ran = scratch_.run(grid + "problem.p hopeless.p --time 1 --after first --out left");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("1 problems; 0 proved by some run"));
  ran = scratch_.run(grid + "problem.p --after first --out nothing");
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("every problem is proved there"));
}

TEST_F(ProveWithProvers, AScheduleMayComeFromAPipe) {
  if (!there_) GTEST_SKIP() << "no eprover or no cvc5 here";
  Ran ran = scratch_.run(
      "echo 'e:auto auto all 5' | winnow prove problem.p --ranker tfidf --time 30 --schedule -");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("e:auto on all"));
}

}  // namespace
}  // namespace winnow
