// What a command reads, and what is wrong with it: standard input, pipes, marks, includes, empty
// data.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace winnow {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* kProblem =
    "fof(near, axiom, p(a)).\nfof(far, axiom, r(b)).\nfof(goal, conjecture, p(a) | q).\n";
constexpr const char* kExample =
    R"j({"name": "e1", "conjecture": "p(a)", "premises": [{"name": "a1", "formula": "![X]: p(X)", "label": 1}]})j"
    "\n";

class Input : public testing::Test {
 protected:
  Input() {
    scratch_.write("problem.p", kProblem);
    scratch_.write("examples.jsonl", kExample);
  }
  // A line for bash, which knows process substitution.
  Ran bash(const std::string& line) {
    scratch_.write("line.sh", line);
    return scratch_.run("bash -eo pipefail line.sh");
  }
  Scratch scratch_;
};

TEST_F(Input, RankReadsStandardInputAndPipes) {
  std::string expected = scratch_.run("winnow rank problem.p --ranker tfidf").out;
  ASSERT_THAT(expected, HasSubstr("1\tnear\t"));
  for (const char* line :
       {"winnow rank - --ranker tfidf <problem.p", "cat problem.p | winnow rank - --ranker tfidf",
        "cat problem.p | winnow rank /dev/stdin --ranker tfidf",
        "winnow rank <(cat problem.p) --ranker tfidf",
        "mkfifo pipe; cat problem.p >pipe & winnow rank pipe --ranker tfidf"}) {
    Ran ran = bash(line);
    EXPECT_EQ(ran.exit_code, 0) << line << ran.err;
    EXPECT_EQ(ran.out, expected) << line;
  }
}

TEST_F(Input, StandardInputIsReadFromWhereItStands) {
  Ran ran = bash("{ read -r; winnow rank - --ranker tfidf; } <problem.p");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("1\tfar\t"));  // the first line is gone
}

TEST_F(Input, AnEndlessStreamIsRefusedWhereAFileHasAnEnd) {
  scratch_.write("prover", "#!/bin/sh\necho '% SZS status Theorem'\n");
  for (const char* line :
       {"winnow rank problem.p --index /dev/zero", "winnow rank problem.p --model /dev/zero",
        "winnow rank problem.p --proofs /dev/zero", "winnow data show /dev/zero e1",
        "winnow rank problem.p --index <(yes)", "winnow rank problem.p --model <(yes)",
        "winnow prove problem.p --prover ./prover --schedule /dev/zero",
        "winnow experiment prove --data x --out y --schedule /dev/zero"}) {
    Ran ran = bash(std::string("chmod +x prover; timeout 20 ") + line);
    EXPECT_EQ(ran.exit_code, 1) << line << ran.err;
    EXPECT_THAT(ran.err, StartsWith("winnow: ")) << line;
  }
}

TEST_F(Input, ProveReadsStandardInput) {
  scratch_.write("prover", "#!/bin/sh\ngrep -q near && echo '% SZS status Theorem'\n");
  Ran ran =
      bash("chmod +x prover; cat problem.p | winnow prove - --ranker tfidf --prover ./prover");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, StartsWith("% SZS status Theorem for <stdin>\n"));
}

TEST_F(Input, GraphAndStatsReadStandardInputAlsoAsHol) {
  EXPECT_EQ(bash("cat problem.p | winnow stats - --json | grep -c '\"formulas\": 3'").exit_code, 0);
  EXPECT_THAT(bash("echo '|- (a = a)' | winnow graph - --hol").out, HasSubstr("="));
  EXPECT_THAT(bash("echo 'fof(' | winnow graph -").err, StartsWith("winnow: <stdin>:"));
}

TEST_F(Input, IndexReadsPipes) {
  Ran ran =
      bash("export WINNOW_MODELS=$PWD; winnow index <(cat problem.p) -o library.index --quiet");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("2 formulas"));
}

TEST_F(Input, IndexTakesTheAxiomsOfAFolder) {
  bash("mkdir -p lib/deep none");
  scratch_.write("lib/b.ax", "fof(b, axiom, p(b)).\n");
  scratch_.write("lib/deep/a.ax", "fof(a, axiom, p(a)).\n");
  scratch_.write("lib/c.p", "fof(c, axiom, p(c)).\n");
  Ran ran = bash("winnow index lib problem.p --model none -o library.index --quiet");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("4 formulas"));
  ran = bash("winnow index none --model none -o none.index --quiet");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("no axioms in this folder"));
}

TEST_F(Input, ImportReadsStandardInputAndLists) {
  EXPECT_EQ(bash("cat examples.jsonl | winnow data import jsonl - -o a.store --quiet").exit_code,
            0);
  EXPECT_THAT(bash("echo '{' | winnow data import jsonl - -o a.store --quiet").err,
              StartsWith("winnow: <stdin>:1:"));
  scratch_.run("mkdir mizar; printf 'C fof(c, axiom, p).\\n+ fof(d, axiom, p).\\n' >mizar/e1");
  Ran ran = bash("winnow data import mizar mizar --split train=<(echo e1) -o b.store --quiet");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  ran = bash(
      "echo e1 | winnow data import mizar mizar --split train=- --order <(echo c) -o b.store "
      "--quiet");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
}

TEST_F(Input, StandardInputIsReadOnce) {
  Ran ran = bash("cat problem.p | winnow stats - -");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, StartsWith("winnow: standard input can be read only once\n"));
}

TEST_F(Input, RankEndsAtItsTimeThoughAPipeIsNeverWritten) {
  for (const char* options :
       {"problem.p --index pipe", "problem.p --model pipe", "problem.p --proofs pipe", "pipe"}) {
    Ran ran =
        bash(std::string("rm -f pipe; mkfifo pipe; timeout 20 winnow rank --time 0.2 ") + options);
    EXPECT_EQ(ran.exit_code, 8) << options << ran.err;
    EXPECT_THAT(ran.err, HasSubstr("out of time")) << options;
    EXPECT_EQ(ran.out, "") << options;
  }
}

TEST_F(Input, IncludesOfStandardInputAreInTheWorkingDirectory) {
  Ran ran = bash("echo \"include('problem.p').\" | winnow rank - --ranker tfidf");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("1\tnear\t"));
}

TEST_F(Input, IncludeFoldersAreSearchedInOrderAndBeforeTptp) {
  scratch_.run("mkdir -p sub one two tptp");
  scratch_.write("sub/main.p", "include('Axioms.ax').\nfof(goal, conjecture, p(a)).\n");
  scratch_.write("tptp/Axioms.ax", "fof(from_tptp, axiom, p(a)).\n");
  scratch_.write("two/Axioms.ax", "fof(from_two, axiom, p(a)).\n");
  scratch_.write("one/Axioms.ax", "fof(from_one, axiom, p(a)).\n");
  std::string rank = "export TPTP=$PWD/tptp; winnow rank sub/main.p --ranker tfidf";
  EXPECT_THAT(bash(rank).out, HasSubstr("from_tptp"));
  EXPECT_THAT(bash(rank + " --include two").out, HasSubstr("from_two"));
  EXPECT_THAT(bash(rank + " --include one --include two").out, HasSubstr("from_one"));
  for (const char* command : {"stats", "graph"})
    EXPECT_EQ(bash(std::string("winnow ") + command + " sub/main.p --include one").exit_code, 0)
        << command;
  EXPECT_EQ(
      bash("WINNOW_MODELS=$PWD winnow index sub/main.p --include one -o x.index --quiet").exit_code,
      0);
  Ran ran = bash(rank + " --include nowhere");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, StartsWith("winnow: --include cannot be 'nowhere'\n"));
  EXPECT_THAT(bash("winnow rank sub/main.p").err, HasSubstr("--include"));
}

TEST_F(Input, AByteOrderMarkIsNoMistake) {
  const std::string mark = "\xEF\xBB\xBF";
  scratch_.write("mark.p", mark + kProblem);
  scratch_.write("mark.hol", mark + "|- (a = a)\n");
  scratch_.write("mark.jsonl", mark + kExample);
  scratch_.write("wrong.p", mark + "fof(a, axiom, p(a) q).\n");
  EXPECT_EQ(scratch_.run("winnow rank mark.p --ranker tfidf").exit_code, 0);
  EXPECT_THAT(scratch_.run("winnow rank mark.p --ranker tfidf --format tptp").out,
              HasSubstr("\nfof(near"));
  EXPECT_EQ(scratch_.run("winnow stats mark.hol --hol").exit_code, 0);
  EXPECT_EQ(scratch_.run("winnow data import jsonl mark.jsonl -o mark.store --quiet").exit_code, 0);
  EXPECT_THAT(scratch_.run("winnow stats wrong.p").err, StartsWith("winnow: wrong.p:1:20: "));
  scratch_.run("mkdir mizar; printf 'C fof(c, axiom, p).\\n+ fof(d, axiom, p).\\n' >mizar/e1");
  scratch_.write("train.txt", mark + "e1\r\n");
  EXPECT_EQ(
      scratch_.run("winnow data import mizar mizar --split train=train.txt -o m.store --quiet")
          .exit_code,
      0);
}

TEST_F(Input, LinesMayEndAsOnWindows) {
  std::string problem = kProblem, example = kExample;
  for (std::string* text : {&problem, &example})
    for (std::size_t at = 0; (at = text->find('\n', at)) != std::string::npos; at += 2)
      text->insert(at, "\r");
  scratch_.write("windows.p", "% a comment\r\n" + problem);
  scratch_.write("windows.jsonl", example);
  scratch_.write("windows.hol", "|- (a = a)\r\nT c= ca ca\r\n");
  EXPECT_EQ(scratch_.run("winnow rank windows.p --ranker tfidf").out,
            scratch_.run("winnow rank problem.p --ranker tfidf").out);
  EXPECT_EQ(scratch_.run("winnow data import jsonl windows.jsonl -o w.store --quiet").exit_code, 0);
  EXPECT_EQ(scratch_.run("winnow stats windows.hol --hol").exit_code, 0);
}

TEST_F(Input, AFieldThatIsThereTwiceIsAnError) {
  scratch_.write("twice.jsonl",
                 std::string(kExample) +
                     R"j({"name": "e2", "conjecture": "p(a)", "premises": [], "name": "e3"})j"
                     "\n");
  Ran ran = scratch_.run("winnow data import jsonl twice.jsonl -o t.store --quiet");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err,
              StartsWith("winnow: twice.jsonl:2:54: the field 'name' is here a second time\n"));
}

TEST_F(Input, AnEmptyDataSetIsAnError) {
  scratch_.run("mkdir empty; touch empty.txt");
  scratch_.write("wrong.jsonl", "{\"name\": \"e1\"}\n");
  struct {
    const char* line;
    const char* message;
  } cases[] = {
      {"winnow data import jsonl /dev/null -o x.store",
       "winnow: /dev/null: there is no example in it\n"},
      {"winnow data import mizar empty -o x.store", "winnow: empty: there is no example in it\n"},
      {"winnow data import holstep empty -o x.store", "winnow: empty: there is no example in it\n"},
      {"winnow data import mizar empty --split train=empty.txt -o x.store",
       "winnow: empty: there is no example in it\n"},
      {"winnow data import jsonl wrong.jsonl --keep-going -o x.store",
       "winnow: wrong.jsonl: there is no example in it\n"},
  };
  for (const auto& each : cases) {
    Ran ran = scratch_.run(std::string(each.line) + " --quiet");
    EXPECT_EQ(ran.exit_code, 1) << each.line;
    EXPECT_THAT(ran.err, StartsWith(each.message)) << each.line;
    EXPECT_FALSE(std::filesystem::exists(scratch_.path("x.store"))) << each.line;
  }
  ASSERT_EQ(scratch_
                .run("echo e1 >order; winnow data import jsonl examples.jsonl --order order -o "
                     "some.store --quiet")
                .exit_code,
            0);
  EXPECT_THAT(
      scratch_.run("winnow experiment recall --data some.store --split train --problems 0").err,
      StartsWith("winnow: --problems cannot be 0\n"));
  EXPECT_THAT(
      scratch_.run("winnow experiment recall --data some.store --split train --problems empty.txt")
          .err,
      StartsWith("winnow: empty.txt: there is no name in it\n"));
}

}  // namespace
}  // namespace winnow
