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
    scratch_.write("problem.p", "fof(far, axiom, r(b)).\nfof(near, axiom, p(a)).\n"
                                "fof(key, axiom, r(c)).\nfof(goal, conjecture, p(a) | q).\n");
    scratch_.write("prover", kProver);
  }
  Ran run(const std::string& options, const std::string& ranker = "tfidf") {
    return scratch_.run("chmod +x prover; export TMPDIR=$PWD; winnow prove problem.p --ranker " + ranker +
                        " --prover './prover {file}' " + options);
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
  EXPECT_THAT(ran.out, testing::ContainsRegex("\"k\": 1,\n *\"all\": false,\n *\"ranker\": \"tfidf\""));
  EXPECT_THAT(ran.out, testing::ContainsRegex("\"k\": 2,\n *\"all\": false,\n *\"ranker\": \"sine\""));
  EXPECT_THAT(run("--slices 1 --verbose", "tfidf/sine").err, HasSubstr("best 1 by tfidf gave up"));
  EXPECT_THAT(run("--slices 1 --json", "sine/tfidf/sine").out, HasSubstr("\"ranker\": \"tfidf\""));
  EXPECT_THAT(run("", "tfidf/").err, HasSubstr("no ranker is called ''"));
  EXPECT_THAT(scratch_.run("winnow rank problem.p --ranker tfidf/sine").err,
              HasSubstr("no ranker is called 'tfidf/sine'"));
}

TEST_F(Prove, PrintsTheProofBetweenSzsLines) {
  Ran ran = run("--slices all --proof");
  EXPECT_THAT(ran.out, StartsWith("% SZS status Theorem for problem.p\n"));
  EXPECT_THAT(ran.out, HasSubstr("% SZS output start Proof for problem.p\nfof(near, axiom, p(a)).\n"));
  EXPECT_THAT(ran.out, HasSubstr("% SZS output end Proof for problem.p\n"));
}

TEST_F(Prove, RequiredAxiomsAreInEverySlice) {
  EXPECT_EQ(run("--slices 1").exit_code, 9);
  EXPECT_EQ(run("--slices 1 --require key").exit_code, 0);
}

TEST_F(Prove, ExitCodesAreThoseOfE) {
  scratch_.write("prover", "#!/bin/sh\nsleep 100\n");
  Ran ran = run("--slices 1 --time 0.3");
  EXPECT_EQ(ran.exit_code, 8);
  EXPECT_THAT(ran.out, HasSubstr("% SZS status Timeout for problem.p"));
  scratch_.write("prover", "#!/bin/sh\necho 'cannot read' >&2; exit 3\n");
  ran = run("--slices 1");
  EXPECT_EQ(ran.exit_code, 10);
  EXPECT_THAT(ran.err, HasSubstr("the prover failed"));
  scratch_.write("prover", "#!/bin/sh\necho '% SZS status CounterSatisfiable'\n");
  EXPECT_EQ(run("--slices all").exit_code, 1);
}

TEST_F(Prove, MistakesAreToldBeforeAnyWork) {
  EXPECT_THAT(run("--slices 1,x").err, HasSubstr("slices '1,x'"));
  EXPECT_THAT(scratch_.run("winnow prove problem.p --prover 'no-such-prover {file}'").err, HasSubstr("no-such-prover"));
  EXPECT_EQ(run("--time -1").exit_code, 2);
}

// (A shell lets its background jobs ignore SIGINT, so the test sends its sibling.)
TEST_F(Prove, EndsAtOnceAndLeavesNothingBehindWhenInterrupted) {
  scratch_.write("prover", "#!/bin/sh\nsleep 1000\n");
  Ran ran = run("--slices 1 & pid=$!; for i in $(seq 100); do ls -d winnow-*/ >/dev/null 2>&1 && break; "
                "sleep 0.05; done; kill -TERM $pid; wait $pid; code=$?; ls -d winnow-*/ 2>/dev/null; exit $code");
  EXPECT_EQ(ran.exit_code, 143) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("interrupted"));
  EXPECT_THAT(ran.out, IsEmpty());
}

TEST_F(Prove, EProvesWithTheDefaultCommand) {
  if (std::system("command -v eprover >/dev/null") != 0) GTEST_SKIP() << "no eprover here";
  Ran ran = scratch_.run("winnow prove problem.p --ranker tfidf --time 20 --proof");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("% SZS status Theorem"));
  EXPECT_THAT(ran.out, HasSubstr("near"));
}

}  // namespace
}  // namespace winnow
