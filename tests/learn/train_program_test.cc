// `winnow train` as a user runs it: killed, out of disk, with a wrong command line.
#include "tests/app/program.h"
#include "tests/learn/tiny_store.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace winnow {
namespace {

using testing::HasSubstr;

constexpr const char* kTrain =
    "winnow train --data tiny.store --embedder daglstm --pooling dag --width 8 --batch 2 --epochs "
    "6 "
    "--threads 1 --warm-up 0 --quiet --out run";

class TrainProgram : public testing::Test {
 protected:
  void SetUp() override {
    scratch_.write("tiny.jsonl", tiny::json_lines());
    ASSERT_EQ(scratch_.run("winnow data import jsonl tiny.jsonl -o tiny.store --quiet").exit_code,
              0);
  }
  Ran train(const std::string& more) { return scratch_.run(kTrain + (" " + more)); }
  Scratch scratch_;
};

TEST_F(TrainProgram, SurvivesKillAtAnyMoment) {
  // --resume as soon as there is something to resume.
  std::string line =
      std::string(kTrain) +
      " --checkpoint-every 0s $(test -e run/checkpoint.safetensors && echo --resume)";
  Ran whole = scratch_.run(line);
  ASSERT_EQ(whole.exit_code, 0) << whole.err;
  std::string expected = contents(scratch_.path("run/best.safetensors"));
  ASSERT_EQ(scratch_.run("mv run whole").exit_code, 0);
  // Every start is killed a little later than the one before; checkpoints after every step.
  int killed = 0;
  for (double seconds = 0.4;; seconds += 0.3) {
    Ran ran = scratch_.run("timeout -s KILL " + std::to_string(seconds) + " " + line);
    if (ran.exit_code == 0) break;
    ASSERT_EQ(ran.exit_code, 137) << ran.err;
    ++killed;
    ASSERT_LT(killed, 60);
  }
  EXPECT_GE(killed, 1);
  EXPECT_TRUE(contents(scratch_.path("run/best.safetensors")) == expected);
}

// What `attach-examples` prints is what `eval` finds, also in the packed file.
TEST_F(TrainProgram, AModelIsGivenItsNearestExamples) {
  ASSERT_EQ(train("--learning-rate 1e-5").exit_code, 0);  // it hardly learns
  Ran ran = scratch_.run(
      "winnow attach-examples --model run/best.safetensors --data tiny.store -o r.safetensors "
      "--width 7 "
      "--quiet");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("formulas of 24 examples; accuracy on dev: alone 0."));
  double fitted = std::stod(ran.out.substr(ran.out.rfind("fitted ") + 7));
  ASSERT_EQ(scratch_.run("winnow model pack r.safetensors -o p.safetensors").exit_code, 0);
  for (const char* file : {"r.safetensors", "p.safetensors"}) {
    Ran eval =
        scratch_.run(std::string("winnow eval --data tiny.store --json --quiet --model ") + file);
    ASSERT_EQ(eval.exit_code, 0) << eval.err;
    EXPECT_NEAR(nlohmann::json::parse(eval.out)["models"][0]["accuracy"].get<double>(), fitted,
                1e-4)
        << file;
  }
  Ran info = scratch_.run("winnow model info p.safetensors");
  EXPECT_THAT(info.out, HasSubstr("nearest_examples.vectors"));
  EXPECT_THAT(info.out, HasSubstr(R"({"data":"tiny.store","split":"dev","width":7,"alone":0.)"));
  ASSERT_EQ(
      scratch_.run("winnow model average r.safetensors run/best.safetensors -o mean.safetensors")
          .exit_code,
      0);
  EXPECT_THAT(scratch_.run("winnow model info mean.safetensors").out,
              testing::Not(HasSubstr("nearest_examples")));
}

TEST_F(TrainProgram, AModelSaysNothingOfThreadsAndFolders) {
  ASSERT_EQ(train("").exit_code, 0);
  ASSERT_EQ(scratch_.run("cp tiny.store copy; mkdir deep; mv copy deep/tiny.store").exit_code, 0);
  Ran ran = scratch_.run(
      "winnow train --data deep/tiny.store --embedder daglstm --pooling dag --width 8 --batch 2 "
      "--epochs 6 "
      "--threads 2 --warm-up 0 --quiet --out other");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(contents(scratch_.path("run/best.safetensors")) ==
              contents(scratch_.path("other/best.safetensors")));
}

TEST_F(TrainProgram, AFullDiskIsAMessage) {
  ASSERT_EQ(train("--time-limit soon").exit_code, 2);  // not a time: nothing is made
  Ran ran = scratch_.run("ulimit -f 8; " + std::string(kTrain));
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("run/checkpoint.safetensors: cannot be written: File too large"));
  EXPECT_FALSE(std::filesystem::exists(scratch_.path("run/best.safetensors")));
  EXPECT_FALSE(std::filesystem::exists(scratch_.path("run/checkpoint.safetensors")));
  EXPECT_EQ(train("").exit_code, 0);  // with room it works, in the same folder
}

TEST_F(TrainProgram, ADiskThatFillsUpKeepsTheLastCheckpoint) {
  ASSERT_EQ(train("--examples 8 --time-limit 0.000001s").exit_code, 0);
  std::string before = contents(scratch_.path("run/checkpoint.safetensors"));
  ASSERT_NE(before, "");
  Ran ran = scratch_.run("ulimit -f 8; " + std::string(kTrain) + " --examples 8 --resume");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("cannot be written"));
  EXPECT_TRUE(contents(scratch_.path("run/checkpoint.safetensors")) == before);
  EXPECT_EQ(train("--examples 8 --resume").exit_code, 0);
}

TEST_F(TrainProgram, AResumedRunNeedsNothingButItsFolder) {
  ASSERT_EQ(train("--no-classifier-norm --seed 3 --examples 10").exit_code, 0);
  std::string expected = contents(scratch_.path("run/best.safetensors"));
  ASSERT_EQ(scratch_.run("mv run whole").exit_code, 0);
  ASSERT_EQ(train("--no-classifier-norm --seed 3 --examples 10 --time-limit 0.000001s").exit_code,
            0);
  // From another folder, too.
  Ran ran = scratch_.run("mkdir elsewhere && cd elsewhere && winnow train --resume --out ../run");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(contents(scratch_.path("run/best.safetensors")) == expected);
  EXPECT_THAT(scratch_.run("winnow train --resume --out run --seed 4").err,
              HasSubstr("belongs to a run with --seed 3, not 4"));
  EXPECT_THAT(scratch_.run("winnow train --resume --out nowhere").err,
              HasSubstr("there is no checkpoint to resume from"));
  ASSERT_EQ(scratch_.run("rm run/run.json").exit_code, 0);
  EXPECT_THAT(scratch_.run("winnow train --resume --out run").err, HasSubstr("--data is required"));
}

TEST_F(TrainProgram, AResumedRunStillHasItsTeachersAndItsBeginning) {
  ASSERT_EQ(train("").exit_code, 0);
  ASSERT_EQ(scratch_
                .run("mv run first && winnow score --model first/best.safetensors --data "
                     "tiny.store --split train --predictions t.tsv --quiet")
                .exit_code,
            0);
  const std::string more = "--begin-with first/best.safetensors --teacher t.tsv";
  ASSERT_EQ(train(more).exit_code, 0);
  std::string expected = contents(scratch_.path("run/best.safetensors"));
  ASSERT_EQ(scratch_.run("mv run whole").exit_code, 0);
  ASSERT_EQ(train(more + " --time-limit 0.000001s").exit_code, 0);
  Ran ran = scratch_.run("winnow train --resume --out run --quiet");
  ASSERT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_TRUE(contents(scratch_.path("run/best.safetensors")) == expected);
}

TEST_F(TrainProgram, SaysWhatToDoNextToAPersonOnly) {
  EXPECT_EQ(train("").err.find("next:"), std::string::npos);
  ASSERT_EQ(scratch_.run("rm -r run").exit_code, 0);
  Ran ran = scratch_.run("script -qec '" + std::string(kTrain) + "' /dev/null");  // a terminal
  EXPECT_THAT(ran.out, HasSubstr("winnow eval --model run/best.safetensors --data tiny.store"));
}

TEST_F(TrainProgram, ExitCodeOfAnInterruptedTrainingIsThatOfItsSignal) {
  std::string endless = kTrain;
  endless.replace(endless.find("--epochs 6"), 10, "--epochs 1000000");
  Ran ran =
      scratch_.run(endless +
                   " & pid=$!; "
                   "for i in $(seq 1000); do [ -e run/metrics.jsonl ] && break; sleep 0.05; done; "
                   "kill -TERM $pid; wait $pid");
  EXPECT_EQ(ran.exit_code, 143) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("go on with --resume"));
}

TEST_F(TrainProgram, SaysWhatIsWrong) {
  auto error = [&](const std::string& line) { return scratch_.run(line).err; };
  EXPECT_THAT(error("winnow train --out run"), HasSubstr("--data is required"));
  EXPECT_THAT(error("winnow train --data no.store --out run"), HasSubstr("no.store"));
  EXPECT_THAT(train("--mode both").err, HasSubstr("hint: choose one of: joint, pair"));
  EXPECT_THAT(train("--time-limit soon").err, HasSubstr("hint: write 500ms, 10s, 2m, 1h or 1d"));
  EXPECT_THAT(train("--widht 3").err,
              HasSubstr("has no option --widht\n  hint: did you mean '--width'?"));
  EXPECT_THAT(train("--width 0").err,
              HasSubstr("--width cannot be '0'\n  hint: it is a whole number from 1 to 4096"));
  EXPECT_THAT(train("--preset mizra").err, HasSubstr("did you mean 'mizar'?"));
}

}  // namespace
}  // namespace winnow
