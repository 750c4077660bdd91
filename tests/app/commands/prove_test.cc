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
  // Of all axioms by no model: the beginning of a command line.
  static std::string without_model(const std::string& problems, const std::string& ranker) {
    return "chmod +x prover; winnow prove " + problems + " --ranker " + ranker +
           " --model none --prover './prover {file}' --slices all ";
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

// Without a word, another ranking would be taken for this one.
TEST_F(Prove, ARankerThatNeedsProofsIsRefusedWithoutThem) {
  Ran ran = run("--model none", "knn");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("there are none"));
  scratch_.write("schedule.txt", "e:auto knn all 5\n");  // of a schedule it is for where they are
  scratch_.write("eprover", "#!/bin/sh\necho '% SZS status Theorem'\n");
  ran = scratch_.run(
      "chmod +x eprover; export PATH=$PWD:$PATH; winnow prove problem.p "
      "--model none --prover e --schedule schedule.txt");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
}

TEST_F(Prove, AScheduleForProversThatTakeNoPartIsSaid) {
  scratch_.write("schedule.txt", "vampire:casc auto all 5\n");
  scratch_.write("eprover", "#!/bin/sh\necho '% SZS status Theorem'\n");
  const std::string prove =
      "chmod +x eprover; export PATH=$PWD:$PATH; winnow prove problem.p "
      "--model none --prover e --schedule schedule.txt";
  Ran ran = scratch_.run(prove);
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("the schedule is for vampire, which takes no part"));
  scratch_.write("schedule.txt", "vampire:casc auto all 5\ne:auto auto all 5\n");
  ran = scratch_.run(prove);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("the schedule's runs of vampire are left out"));
}

TEST_F(Prove, AScheduleAndSlicesAreTwoPlans) {
  scratch_.write("schedule.txt", "e:auto auto all 5\n");
  Ran ran = run("--schedule schedule.txt --slices 1");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("--schedule and --slices"));
}

TEST_F(Prove, RequiredAxiomsAreInEverySlice) {
  EXPECT_EQ(run("--slices 1").exit_code, 9);
  EXPECT_EQ(run("--slices 1 --require key").exit_code, 0);
  scratch_.write("prover",
                 "#!/bin/sh\ngrep -c 'fof(key' \"$1\" >>counts\necho '% SZS status GaveUp'\n");
  EXPECT_EQ(run("--slices 1,2 --require key").exit_code, 9);
  EXPECT_EQ(contents(scratch_.path("counts")), "1\n1\n");
}

// They stay in every slice, but not in a proof of which nothing can be left out.
TEST_F(Prove, MinimiseLeavesOutWhatIsRequired) {
  scratch_.write("problem.p",
                 "fof(h, hypothesis, r(b)).\nfof(key, hypothesis, p(a)).\n"
                 "fof(other, axiom, q).\nfof(goal, conjecture, p(a)).\n");
  Ran ran = run("--slices all --minimise");
  EXPECT_THAT(ran.out, HasSubstr("% axioms used: 1, none of which can be left out\n"
                                 "%   problem.p:2  fof(key,"));
}

// A file without axioms would say that it used none.
TEST_F(Prove, AProverThatDoesNotNameItsAxiomsGivesNoFileOfThem) {
  scratch_.write("prover", "#!/bin/sh\necho '% SZS status Theorem'\n");
  Ran ran = run("--slices all --used-axioms used.ax");
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_THAT(ran.err, HasSubstr("the prover does not say which axioms it used\n"));
  EXPECT_THAT(ran.err, HasSubstr("used.ax is not written: --minimise finds out"));
  EXPECT_NE(scratch_.run("cat used.ax").exit_code, 0);
  EXPECT_EQ(run("--slices all --minimise --used-axioms used.ax").err, "");
  EXPECT_EQ(contents(scratch_.path("used.ax")), "% axioms used in the proof of goal\n");
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

TEST_F(Prove, OfManyProblemsAnErrorHasItsReason) {
  scratch_.write("prover", "#!/bin/sh\necho 'cannot read' >&2; exit 3\n");
  Ran ran = scratch_.run(without_model("problem.p ./problem.p", "tfidf"));
  EXPECT_THAT(ran.err, HasSubstr("winnow: problem.p: the prover failed: exited with code 3 and no "
                                 "SZS status: cannot read\n"));
}

TEST_F(Prove, SaysOfHowManyAxiomsAllIsAll) {
  scratch_.write("prover", "#!/bin/sh\necho '% SZS status Theorem'\n");
  EXPECT_THAT(run("--slices all").out, HasSubstr(" on all 3 axioms, "));
  EXPECT_THAT(run("--slices all --require key").out, HasSubstr(" on all 3 axioms, "));
  scratch_.write("problem.p", "fof(h, hypothesis, p).\nfof(goal, conjecture, p).\n");
  EXPECT_THAT(run("--slices all").out, HasSubstr(" on the only axiom, "));
  scratch_.write("problem.p", "fof(goal, conjecture, p).\n");
  EXPECT_THAT(run("--slices all").out, HasSubstr(" on no axioms, "));
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

// What a problem includes, and a library that it is asked about, are as much of it as its own text.
TEST_F(Prove, AProblemWhoseIncludeOrLibraryWasChangedSinceIsProvedAgain) {
  scratch_.write("key.ax", "fof(other, axiom, r(d)).\n");
  scratch_.write("problem.p", "include('key.ax').\nfof(goal, conjecture, q).\n");
  const std::string prove = without_model("problem.p", "tfidf") + "--out ";
  EXPECT_THAT(scratch_.run(prove + "included").out, HasSubstr("proved 0 of 1"));
  EXPECT_THAT(scratch_.run(prove + "included").out, HasSubstr("; 1 of them earlier"));
  scratch_.write("key.ax", "fof(key, axiom, r(c)).\n");
  EXPECT_THAT(scratch_.run(prove + "included").out,
              AllOf(HasSubstr("proved 1 of 1"), Not(HasSubstr("earlier"))));

  scratch_.write("problem.p", "fof(goal, conjecture, q).\n");
  const std::string index = "winnow index library.ax --model none -o library.index --quiet";
  scratch_.write("library.ax", "fof(other, axiom, q).\n");
  EXPECT_EQ(scratch_.run(index).exit_code, 0);
  const std::string library = prove + "library --index library.index";
  EXPECT_THAT(scratch_.run(library).out, HasSubstr("proved 0 of 1"));
  EXPECT_THAT(scratch_.run(library).out, HasSubstr("; 1 of them earlier"));
  scratch_.write("library.ax", "fof(key, axiom, q & r(c)).\n");
  EXPECT_EQ(scratch_.run(index).exit_code, 0);
  EXPECT_THAT(scratch_.run(library).out, HasSubstr("proved 1 of 1"));
}

TEST_F(Prove, StandardInputIsAnotherProblemEachTime) {
  const auto ask = [&](const std::string& name) {
    return scratch_.run("chmod +x prover; echo 'fof(" + name +
                        ", axiom, p). fof(goal, conjecture, p).' | winnow prove - --ranker tfidf "
                        "--model none --prover './prover {file}' --slices all --out results");
  };
  EXPECT_THAT(ask("other").out, HasSubstr("proved 0 of 1"));
  EXPECT_THAT(ask("key").out, HasSubstr("proved 1 of 1"));
}

TEST_F(Prove, WhatIsKeptFromAnEarlierRunIsPrintedForMachinesToo) {
  const std::string prove = without_model("problem.p", "tfidf") + "--out results ";
  EXPECT_THAT(scratch_.run(prove + "--json").out, HasSubstr("\"status\":\"Theorem\""));
  EXPECT_THAT(scratch_.run(prove + "--json").out,
              AllOf(HasSubstr("\"status\":\"Theorem\""), HasSubstr("\"kept\":true")));
  EXPECT_EQ(scratch_.run(prove + "--jobs 2").exit_code, 0);  // decides about no result
  EXPECT_THAT(scratch_.run(prove + "--minimise").err,
              HasSubstr("were made with other settings: nothing more then, 'minimise' now"));
  EXPECT_THAT(scratch_.run(prove + "--time 5").err,
              HasSubstr("other settings: 'time 90' then, 'time 5' now"));
}

// A command that failed before a pipe must not become a verdict.
TEST_F(Prove, NothingAtAllIsNotSatisfiable) {
  scratch_.write("empty.p", "% nothing\n");
  for (const char* command :
       {"true | winnow prove - --model none", "winnow prove empty.p --model none",
        "winnow prove empty.p empty.p --model none"}) {
    Ran ran = scratch_.run(command);
    EXPECT_EQ(ran.exit_code, 1) << command;
    EXPECT_THAT(ran.err, HasSubstr("there is no formula in it")) << command;
    EXPECT_THAT(ran.out, Not(HasSubstr("Satisfiable"))) << command;
  }
}

TEST_F(Prove, ManyProblemsEndAsOneThatIsRefused) {
  const std::string prove = without_model("problem.p", "knn") + "--out results";
  for (int time = 0; time < 2; ++time) {  // a refusal is no result
    Ran ran = scratch_.run(prove);
    EXPECT_EQ(ran.exit_code, 1);
    EXPECT_THAT(ran.err, HasSubstr("there are none"));
  }
}

TEST_F(Prove, ManyProblemsEndAsOneThatCannotBeRead) {
  scratch_.write("wrong.p", "fof(goal, conjecture, p(.\n");
  Ran ran = scratch_.run(without_model("wrong.p missing.p problem.p", "tfidf"));
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.out, HasSubstr("proved 1 of 3"));
  EXPECT_THAT(ran.err, AllOf(HasSubstr("winnow: wrong.p:1:"), HasSubstr("winnow: missing.p: "),
                             HasSubstr("hint: ")));
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
  EXPECT_EQ(ran.exit_code, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("proved 2 of 3, Error 1, Theorem 2"));
  EXPECT_THAT(ran.err, HasSubstr("wrong.p:1:"));
  scratch_.run("mv d/problem.p d/third.p");
  EXPECT_THAT(scratch_.run(command).out, HasSubstr("proved 2 of 3"));
  EXPECT_THAT(scratch_.run("grep -c '^{.problem' results/results.jsonl").out,
              HasSubstr("5"));  // what cannot be read is tried again
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

// cvc5 takes them for real numbers, and proves that every real number is rational.
TEST_F(ProveWithProvers, RationalsAreNotTakenForRealNumbers) {
  if (!there_) GTEST_SKIP() << "no eprover or no cvc5 here";
  for (const char* text :
       {"tff(g, conjecture, ! [A: $real] : ? [X: $rat] : $to_real(X) = A).\n",
        "tff(a_t, type, a: $real).\ntff(h, axiom, ! [X: $rat] : $to_real(X) != a).\n",
        "tff(g, conjecture, ! [X: $real] : $to_real($to_rat(X)) = X).\n"}) {
    scratch_.write("problem.p", text);
    for (const char* provers : {"", "--prover cvc5"}) {
      Ran ran = run(provers);
      EXPECT_EQ(ran.exit_code, 10) << text;
      EXPECT_THAT(ran.err, HasSubstr("with arithmetic of $rat")) << text;
    }
  }
}

// E takes X and Y of the second formula for the first one's, of which there is one.
TEST_F(ProveWithProvers, AVariableWithoutATypeIsNotOfATypeOfAnotherFormula) {
  if (!there_) GTEST_SKIP() << "no eprover or no cvc5 here";
  for (const char* language : {"tff", "fof"}) {
    scratch_.write("problem.p", std::string("tff(s_type, type, s: $tType).\n"
                                            "tff(one, axiom, ! [X: s, Y: s] : X = Y).\n") +
                                    language + "(all, conjecture, ! [X, Y] : X = Y).\n");
    Ran ran = run("--prover e");
    EXPECT_EQ(ran.exit_code, 4) << ran.out << ran.err;
  }
}

TEST_F(ProveWithProvers, AProofThatTheSameProverChecksSaysSo) {
  if (!there_) GTEST_SKIP() << "no eprover or no cvc5 here";
  scratch_.write("problem.p",
                 "tff(a, axiom, ! [X: $int] : $less(X, $sum(X, 1))).\n"
                 "tff(c, conjecture, ! [X: $int] : $less(X, $sum(X, 2))).\n");
  Ran ran = run("--check");  // nobody else here reads arithmetic
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("confirmed by cvc5 with another strategy from "));
}

// A prover tells a place in a file that is gone by then.
TEST_F(ProveWithProvers, AFormulaThatNoProverReadsIsNamed) {
  if (!there_) GTEST_SKIP() << "no eprover or no cvc5 here";
  scratch_.write(
      "problem.p",
      "fof(path, axiom, ! [X,Y] : (edge(X,Y) => path(X,Y))).\nfof(bad, axiom, edge(a)).\n"
      "fof(c, conjecture, path(a,a)).\n");
  for (const char* prover : {"", "--prover e", "--prover cvc5"}) {
    Ran ran = run(prover);
    EXPECT_EQ(ran.exit_code, 10);
    EXPECT_THAT(ran.err, HasSubstr("'edge' has 2 arguments in 'path' and 1 in 'bad'")) << prover;
  }
}

// Libraries that were put together from several files use a name twice.
TEST_F(ProveWithProvers, OfTwoAxiomsOfOneNameTheUsedOneIsUsed) {
  if (!there_) GTEST_SKIP() << "no eprover or no cvc5 here";
  scratch_.write("problem.p",
                 "fof('a b', axiom, r).\nfof('a b', axiom, p).\nfof('a b', axiom, s).\n"
                 "fof(c, conjecture, p).\n");
  for (const char* prover : {"e:auto", "cvc5"}) {
    Ran ran = run(std::string("--proof --prover ") + prover);
    EXPECT_THAT(ran.out, AllOf(HasSubstr("% axioms used: 1\n"), HasSubstr("problem.p:2"),
                               Not(HasSubstr("winnow_same_name"))));
    EXPECT_THAT(ran.out, HasSubstr("file('problem.p', 'a b')"));
  }
}

TEST_F(ProveWithProvers, StepsOfAProofTellAxiomsOfOneNameApart) {
  if (!there_) GTEST_SKIP() << "no eprover or no cvc5 here";
  scratch_.write("one.ax", "fof(a, axiom, p).\n");
  scratch_.write("problem.p",
                 "include('one.ax').\nfof(a, axiom, p => q).\nfof(c, conjecture, q).\n");
  Ran ran = run("--proof --prover e:auto");
  EXPECT_THAT(ran.out, HasSubstr("axiom, p, file('one.ax', a))."));
  EXPECT_THAT(ran.out, HasSubstr("axiom, (p=>q), file('problem.p', a))."));
  EXPECT_THAT(ran.out, AllOf(HasSubstr("fof(a, axiom, "), HasSubstr("fof(winnow_same_name_1, ")));
}

TEST_F(ProveWithProvers, ClausesOfANegatedConjectureAreNoAxiomsUsed) {
  if (!there_) GTEST_SKIP() << "no eprover or no cvc5 here";
  const std::string clauses =
      "cnf(a, axiom, ~ p | ~ q).\ncnf(m, negated_conjecture, p).\ncnf(n, negated_conjecture, q).\n";
  for (const char* other : {"cnf(o, axiom, r).\n", "cnf(n, axiom, r).\n"}) {
    scratch_.write("problem.p", other + clauses);
    for (const char* prover : {"e", "cvc5"})
      EXPECT_THAT(run(std::string("--prover ") + prover).out,
                  HasSubstr("% axioms used: 1\n%   problem.p:2  cnf(a,"));
  }
}

TEST_F(ProveWithProvers, AxiomsUsedComeWithTheirTypes) {
  if (!there_) GTEST_SKIP() << "no eprover or no cvc5 here";
  scratch_.write(
      "axioms.ax",
      "tff(s_t, type, s: $tType).\ntff(t_t, type, t: $tType).\ntff(p_t, type, p: s > $o).\n"
      "tff(a_t, type, 'a b': s).\ntff(c_t, type, c: t).\ntff(all, axiom, ! [X: s] : p(X)).\n"
      "tff(other, axiom, ! [X: t] : X = c).\n");
  scratch_.write("problem.p", "include('axioms.ax').\ntff(goal, conjecture, p('a b')).\n");
  EXPECT_EQ(run("--prover e --used-axioms used.ax").exit_code, 0);
  EXPECT_EQ(contents(scratch_.path("used.ax")),
            "% axioms used in the proof of goal\ntff(s_t, type, s: $tType).\n"
            "tff(p_t, type, p: s > $o).\ntff(a_t, type, 'a b': s).\n"
            "tff(all, axiom, ! [X: s] : p(X)).\n");
  scratch_.write("problem.p", "include('used.ax').\ntff(goal, conjecture, p('a b')).\n");
  EXPECT_EQ(run("--prover e").exit_code, 0);
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
