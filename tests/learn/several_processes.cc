// `winnow train` on several processes of this machine: the same bytes on any number of them, also
// when one is killed, hangs or cannot write, and a clear word when they do not fit together.
#include "tests/app/program.h"
#include "tests/learn/tiny_store.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <chrono>
#include <sstream>
#include <vector>

namespace winnow {
namespace {

using testing::HasSubstr;

// Everything that draws at random or keeps state, so that a difference would show.
constexpr const char* kTrain =
    "winnow train --data tiny.store --embedder bidir --pooling attdag --width 8 --batch 8 "
    "--micro-batches 4 --epochs 3 --threads 1 --warm-up 0 --learning-rate 0.01 --average 0.9 "
    "--precedents --memory 1 --weight-dropout 0.1 --state-dropout 0.1 --symbol-dropout 0.1 "
    "--precedent-dropout 0.1 --premise-dropout 0.1 --without-cross-attention 0.3 --clip 1 "
    "--weight-decay 0.01 --quiet";

// kTrain with more options; those that it has already get another value.
std::string with(const std::string& more) {
  std::string line = kTrain;
  std::istringstream words(more);
  for (std::string word; words >> word;)
    if (std::size_t at = line.find(" " + word + " ");
        word.starts_with("--") && at != std::string::npos)
      line.erase(at, line.find(' ', at + word.size() + 2) - at);
  return line + " " + more;
}

class SeveralProcesses : public testing::Test {
 protected:
  void SetUp() override {
    scratch_.write("tiny.jsonl", tiny::json_lines());
    ASSERT_EQ(scratch_.run("winnow data import jsonl tiny.jsonl -o tiny.store --quiet").exit_code,
              0);
    // Waits for something to be true, for a minute at most.
    scratch_.write("until.sh",
                   "for i in $(seq 600); do eval \"$1\" && exit 0; sleep 0.1; done; exit 1");
  }

  // Starts this many; `line(rank)` is what each runs. Then `meanwhile`, where $pid0, $pid1, ... are
  // theirs. Exit codes of all, in their order; what they said is in out.RANK and err.RANK.
  template <class Line>
  std::vector<int> start(std::uint32_t processes, const Line& line,
                         const std::string& meanwhile = "") {
    std::string script;
    int port = 16000 + (getpid() * 16 + ++starts_) % 12000;
    for (std::uint32_t rank = 0; rank < processes; ++rank)
      script += fmt::format(
          "{{ export RANK={0} WORLD_SIZE={1} MASTER_ADDR=127.0.0.1 MASTER_PORT={2}; {3}; }} "
          ">out.{0} 2>err.{0} & pid{0}=$!\n",
          rank, processes, port, line(rank));
    script += meanwhile + "\n";
    for (std::uint32_t rank = 0; rank < processes; ++rank)
      script += fmt::format("wait $pid{0}; echo $? >code.{0}\n", rank);
    scratch_.write("start.sh", script);
    scratch_.run("bash start.sh");
    std::vector<int> codes;
    for (std::uint32_t rank = 0; rank < processes; ++rank)
      codes.push_back(std::stoi(file(fmt::format("code.{}", rank))));
    return codes;
  }
  std::vector<int> train(std::uint32_t processes, const std::string& more,
                         const std::string& meanwhile = "") {
    return start(
        processes, [&](std::uint32_t) { return "exec " + with(more); }, meanwhile);
  }

  std::string file(const std::string& name) const { return contents(scratch_.path(name)); }
  std::string model(const std::string& folder) const { return file(folder + "/best.safetensors"); }
  // metrics.jsonl without what depends on time.
  std::string metrics(const std::string& folder) const {
    std::istringstream lines(file(folder + "/metrics.jsonl"));
    std::string all;
    for (std::string line; std::getline(lines, line);) {
      auto json = nlohmann::json::parse(line);
      for (const char* time :
           {"minutes", "step_s", "processes", "waiting", "communication", "sent_bytes"})
        json.erase(time);
      all += json.dump() + "\n";
    }
    return all;
  }

  // A run that ends by itself, and one that loses a process once it has a checkpoint; the others
  // must end in time, and the run must go on to the same bytes.
  void loses(const std::string& signal, std::uint32_t rank) {
    ASSERT_EQ(train(1, "--out whole --epochs 40"), std::vector<int>(1, 0)) << file("err.0");
    auto begin = std::chrono::steady_clock::now();
    std::vector<int> codes =
        train(3, "--out run --epochs 40 --checkpoint-every 0s",
              fmt::format("bash until.sh '[ -e run/metrics.jsonl ]'; kill -{0} $pid{1}; "
                          "for other in $pid0 $pid1 $pid2; do [ $other = $pid{1} ] || "
                          "bash until.sh \"! kill -0 $other\"; done; kill -KILL $pid{1}",
                          signal, rank));
    double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    EXPECT_LT(seconds, 75) << "a minute, and the time to start";
    for (std::uint32_t other = 0; other < 3; ++other) {
      EXPECT_EQ(codes[other], other == rank ? 137 : 75) << file(fmt::format("err.{}", other));
      if (other == rank) continue;
      EXPECT_THAT(file(fmt::format("err.{}", other)),
                  HasSubstr(fmt::format("rank {}: rank {} ", other, rank)));
    }
    ASSERT_EQ(train(2, "--out run --epochs 40 --resume"), std::vector<int>(2, 0)) << file("err.0");
    EXPECT_TRUE(model("run") == model("whole"));
    EXPECT_EQ(metrics("run"), metrics("whole"));
  }

  Scratch scratch_;
  int starts_ = 0;
};

TEST_F(SeveralProcesses, GiveTheSameBytesAsOne) {
  for (const char* more : {"", "--lazy-rows --average 0", "--norm-examples 0 --mode pair"}) {
    std::vector<std::string> folders;
    for (std::uint32_t processes : {1u, 2u, 3u, 4u}) {
      folders.push_back(fmt::format("run{}", processes));
      ASSERT_EQ(train(processes, fmt::format("--out {} {}", folders.back(), more)),
                std::vector<int>(processes, 0))
          << file("err.0");
      EXPECT_EQ(scratch_.run("cmp run1/best.safetensors " + folders.back() + "/best.safetensors")
                    .exit_code,
                0)
          << processes << " processes, " << more;
      EXPECT_EQ(metrics(folders.back()), metrics("run1"));
    }
    auto line = nlohmann::json::parse(
        file("run4/metrics.jsonl").substr(0, file("run4/metrics.jsonl").find('\n')));
    EXPECT_EQ(line["processes"], 4);
    EXPECT_GT(line["sent_bytes"], 1000);
    EXPECT_GT(line["communication"], 0);
    EXPECT_LT(line["communication"].get<double>() + line["waiting"].get<double>(), 1);
    EXPECT_THAT(file("out.0"), HasSubstr("finished"));
    EXPECT_EQ(file("out.1"), "");
    for (const std::string& folder : folders) std::filesystem::remove_all(scratch_.path(folder));
  }
}

TEST_F(SeveralProcesses, ARunGoesOnWithAnotherNumberOfThem) {
  ASSERT_EQ(train(1, "--out whole"), std::vector<int>(1, 0));
  for (std::uint32_t processes : {4u, 1u, 3u, 2u})  // one step each, by a limit that is always over
    ASSERT_EQ(train(processes, fmt::format("--out run --time-limit 0.000001s {}",
                                           processes == 4 ? "" : "--resume")),
              std::vector<int>(processes, 0))
        << file("err.0");
  ASSERT_EQ(train(4, "--out run --resume"), std::vector<int>(4, 0)) << file("err.0");
  EXPECT_TRUE(model("run") == model("whole"));
  EXPECT_EQ(metrics("run"), metrics("whole"));
}

TEST_F(SeveralProcesses, EndWhenOneIsKilled) { loses("KILL", 1); }
TEST_F(SeveralProcesses, EndWhenRank0IsKilled) { loses("KILL", 0); }
TEST_F(SeveralProcesses, EndWhenOneHangs) { loses("STOP", 2); }
TEST_F(SeveralProcesses, EndWhenRank0Hangs) { loses("STOP", 0); }

TEST_F(SeveralProcesses, EndWhenTheDiskOfRank0IsFull) {
  std::vector<int> codes = start(2, [&](std::uint32_t rank) {
    return (rank == 0 ? "ulimit -f 8; exec " : "exec ") + with("--out run");
  });
  EXPECT_EQ(codes, (std::vector<int>{1, 75}));
  EXPECT_THAT(file("err.0"), HasSubstr("cannot be written: File too large"));
  EXPECT_THAT(file("err.1"), HasSubstr("rank 1: rank 0 ended: "));
  EXPECT_THAT(file("err.1"), HasSubstr("File too large"));
}

TEST_F(SeveralProcesses, StopTogetherWhenOneIsAskedTo) {
  std::vector<int> codes = train(2, "--out run --epochs 1000000",
                                 "bash until.sh '[ -e run/metrics.jsonl ]'; kill -TERM $pid1");
  EXPECT_EQ(codes, (std::vector<int>{0, 143})) << file("err.0");
  EXPECT_THAT(file("out.0"), HasSubstr("go on with --resume"));
  EXPECT_TRUE(std::filesystem::exists(scratch_.path("run/checkpoint.safetensors")));
}

TEST_F(SeveralProcesses, SayWhatDiffersBetweenThem) {
  auto refusal = [&](const std::string& of_rank_1) {
    std::vector<int> codes = start(2, [&](std::uint32_t rank) {
      return "exec " + with("--out run " + (rank == 1 ? of_rank_1 : ""));
    });
    EXPECT_EQ(codes, (std::vector<int>{1, 1})) << file("err.0") << file("err.1");
    EXPECT_EQ(file("err.0"), file("err.1"));
    return file("err.0");
  };
  EXPECT_THAT(refusal("--width 16"), HasSubstr("rank 1 has --width 16, rank 0 has 8"));
  EXPECT_THAT(refusal("--resume"), HasSubstr("rank 1 has --resume true, rank 0 has false"));
  scratch_.write("other.jsonl", tiny::json_lines(25));
  ASSERT_EQ(scratch_.run("winnow data import jsonl other.jsonl -o other.store --quiet").exit_code,
            0);
  EXPECT_THAT(refusal("--data other.store"),
              HasSubstr("rank 1 has other training examples than rank 0"));
}

TEST_F(SeveralProcesses, AreRefusedWhereThereIsNoWorkForThem) {
  EXPECT_EQ(train(2, "--out run --micro-batches 1"), (std::vector<int>{1, 1}));
  EXPECT_THAT(file("err.1"), HasSubstr("a step of 1 micro-batches has no work for 2 processes"));
  EXPECT_EQ(train(2, "--out run --task retrieve --no-classify --retrieve 8"),
            (std::vector<int>{1, 1}));
  EXPECT_THAT(file("err.0"), HasSubstr("learning to retrieve runs in one process"));
  Ran ran = scratch_.run(
      "RANK=0 WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=9 winnow ablate --data tiny.store "
      "--out a");
  EXPECT_THAT(ran.err, HasSubstr("'winnow ablate' is one process"));
}

}  // namespace
}  // namespace winnow
