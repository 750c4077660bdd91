// Wrong words and values on the command line: each is named, and told what it might have been.
#include "tests/app/program.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <sstream>

namespace winnow {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

class CommandLine : public testing::Test {
 protected:
  CommandLine() {
    scratch_.write(
        "p.p",
        "fof(near, axiom, p(a)).\nfof(far, axiom, r(b)).\nfof(goal, conjecture, p(a) | q).\n");
  }
  std::string error(const std::string& line, int exit_code = 2) {
    Ran ran = scratch_.run("winnow " + line);
    EXPECT_EQ(ran.exit_code, exit_code) << line;
    EXPECT_EQ(ran.out, "") << line;
    return ran.err;
  }
  Scratch scratch_;
};

TEST_F(CommandLine, SuggestsCommands) {
  EXPECT_EQ(error("rnak p.p"),
            "winnow: 'winnow' has no command 'rnak'\n"
            "  hint: did you mean 'rank'? 'winnow --help' lists its commands\n");
  EXPECT_THAT(
      error("data imprt"),
      StartsWith("winnow: 'winnow data' has no command 'imprt'\n  hint: did you mean 'import'?"));
  EXPECT_THAT(error("data import jsonlines x"),
              HasSubstr("'winnow data import' has no command 'jsonlines'"));
  EXPECT_THAT(error("frobnicate"), HasSubstr("hint: 'winnow --help' lists its commands\n"));
}

TEST_F(CommandLine, SaysWhatIsThereTwiceOrNotAtAll) {
  EXPECT_EQ(error("rank p.p --time 1 --time 2"),
            "winnow: --time is given 2 times\n  hint: it takes one value\n");
  EXPECT_EQ(error(""),
            "winnow: 'winnow' needs a command\n"
            "  hint: 'winnow --help' lists its commands\n");
  EXPECT_THAT(error("data import"), StartsWith("winnow: 'winnow data import' needs a command\n"));
}

TEST_F(CommandLine, HelpFitsInto80Columns) {
  for (const char* command :
       {"", "prove", "rank", "index", "eval", "score", "report", "reproduce", "data import jsonl",
        "model pack", "experiment", "experiment prove", "experiment schedule"}) {
    Ran ran = scratch_.run(std::string("winnow ") + command + " --help");
    EXPECT_EQ(ran.exit_code, 0);
    std::istringstream lines(ran.out);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
  }
}

TEST_F(CommandLine, SuggestsOptions) {
  EXPECT_EQ(error("rank p.p --fromat json"),
            "winnow: 'winnow rank' has no option --fromat\n"
            "  hint: did you mean '--format'? 'winnow rank --help' lists its options\n");
  EXPECT_THAT(error("prove p.p --tme=3"),
              HasSubstr("has no option --tme\n  hint: did you mean '--time'?"));
  EXPECT_THAT(error("eval --modle x"),
              HasSubstr("has no option --modle\n"));  // not: --model is required
  EXPECT_THAT(error("rank p.p q.p"), HasSubstr("'winnow rank' takes no further word 'q.p'\n"));
}

TEST_F(CommandLine, SuggestsChoices) {
  EXPECT_EQ(error("rank p.p --format jsn"),
            "winnow: --format cannot be 'jsn'\n"
            "  hint: did you mean 'json'? choose one of: auto, table, tsv, json, tptp\n");
  EXPECT_THAT(error("graph p.p --variables Generic"), HasSubstr("did you mean 'generic'?"));
  EXPECT_THAT(error("rank p.p --mode jont"), HasSubstr("did you mean 'joint'?"));
  EXPECT_THAT(
      error("rank p.p --keep-roles lemma,definiton"),
      StartsWith("winnow: --keep-roles cannot be 'definiton'\n  hint: did you mean 'definition'?"));
}

// It was said of --ranker, which was right.
TEST_F(CommandLine, AWrongFirstStageIsSaidOfFirstStage) {
  EXPECT_THAT(
      error("rank p.p --ranker tfidf --first-stage vctors"),
      StartsWith("winnow: --first-stage 'vctors': no ranker is called 'vctors'\n  hint: did "
                 "you mean 'vectors'?"));
  EXPECT_THAT(error("rank p.p --first-stage 0*knn"),
              StartsWith("winnow: --first-stage '0*knn': '0' is no number above 0\n"));
  EXPECT_THAT(error("rank p.p --ranker 0*knn"), StartsWith("winnow: --ranker '0*knn'"));
}

TEST_F(CommandLine, SuggestsRankersAndNamesOfFormulas) {
  EXPECT_THAT(error("rank p.p --ranker tfidf+snie"),
              StartsWith("winnow: --ranker 'tfidf+snie': no ranker is called 'snie'\n  hint: did "
                         "you mean 'sine'?"));
  EXPECT_THAT(error("experiment recall --data x --rankers tfdif"),
              AllOf(StartsWith("winnow: --rankers 'tfdif'"), HasSubstr("did you mean 'tfidf'?")));
  EXPECT_THAT(error("experiment schedule p.p --rankers tfdif"),
              StartsWith("winnow: --rankers 'tfdif': no ranker"));
  EXPECT_THAT(error("experiment prove --data x --arms tfidf/tfdif"),
              StartsWith("winnow: --arms 'tfdif': no ranker"));
  EXPECT_THAT(error("rank p.p --ranker tfidf --goal gaol", 1), HasSubstr("did you mean 'goal'?"));
  EXPECT_THAT(error("rank p.p --ranker tfidf --require naer", 1),
              HasSubstr("did you mean 'near'?"));
  EXPECT_THAT(error("graph p.p --formula naer", 1), HasSubstr("did you mean 'near'?"));
}

TEST_F(CommandLine, AProverOrStrategyThatNobodyKnowsIsAWrongCommand) {
  EXPECT_THAT(error("prove p.p --prover cvc6"),
              StartsWith("winnow: there is no prover 'cvc6'\n  hint: did you mean 'cvc5'?"));
  EXPECT_THAT(error("prove p.p --prover e:atuo"), HasSubstr("did you mean 'auto'?"));
  EXPECT_THAT(error("experiment prove --data x --out y --prover cvc6"),
              StartsWith("winnow: there is no prover 'cvc6'"));
  EXPECT_THAT(error("experiment prove --data x --out y --arms e:atuo"),
              HasSubstr("did you mean 'auto'?"));
  EXPECT_THAT(error("experiment schedule p.p --out y --strategies e:auto,e:atuo"),
              HasSubstr("did you mean 'auto'?"));
  // One that is known but not here is no mistake of the line.
  EXPECT_THAT(error("prove p.p --prover 'no-such-prover {file}'", 1), HasSubstr("no-such-prover"));
}

TEST_F(CommandLine, ValuesOutOfRangeAreErrors) {
  const std::string rank = "rank p.p", prove = "prove p.p", eval = "eval --model x --data x";
  const std::string recall = "experiment recall --data x",
                    experiment = "experiment prove --data x --out y";
  struct {
    std::string command, option, value;
  } cases[] = {{rank, "-k", "-3"},
               {rank, "-k", "0"},
               {rank, "-k", "1.5"},
               {rank, "--rerank", "0"},
               {rank, "--threads", "0"},
               {rank, "--trust", "nan"},
               {rank, "--trust", "-1"},
               {prove, "--time", "nan"},
               {prove, "--time", "inf"},
               {prove, "--time", "0"},
               {prove, "--time", "-1"},
               {prove, "--time", "10x"},
               {prove, "--jobs", "0"},
               {prove, "--memory", "0"},
               {eval, "--batch", "0"},
               {eval, "--threads", "0"},
               {prove, "--memory", "18446744073709551616"},
               {recall, "--seed", "-1"},
               {recall, "--seed", "18446744073709551616"},
               {experiment, "--time", "1e999"}};
  for (const auto& [command, option, value] : cases) {
    std::string said = error(command + " " + option + " " + value);
    EXPECT_THAT(said, StartsWith("winnow: " + option + " cannot be '" + value + "'\n  hint: "))
        << command;
  }
  EXPECT_THAT(error("prove p.p --slices 1,x"), StartsWith("winnow: slices '1,x': "));
}

TEST_F(CommandLine, TimesHaveUnits) {
  scratch_.write("prover", "#!/bin/sh\nsleep 60\n");
  const std::string prove =
      "chmod +x prover; winnow prove p.p --ranker tfidf --slices 1 --prover ./prover --json "
      "--time ";
  for (const auto& [time, seconds] :
       {std::pair{"300ms", 0.3}, std::pair{"0.3s", 0.3}, std::pair{"0.3", 0.3}}) {
    Ran ran = scratch_.run(prove + time);
    EXPECT_EQ(ran.exit_code, 8) << time << ran.err;
    const double took_s = nlohmann::json::parse(ran.out).at("wall_s").get<double>();
    EXPECT_GE(took_s, 0.8 * seconds) << time;
    EXPECT_LT(took_s, seconds + 5) << time;
  }
}

}  // namespace
}  // namespace winnow
