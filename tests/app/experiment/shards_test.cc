// Many problems in shards: divided alike everywhere, put together again, and mistakes noticed.
#include "app/cli/option_value.h"
#include "app/cli/shard_option.h"
#include "app/experiment/division.h"
#include "app/experiment/result_lines.h"
#include "tests/app/program.h"
#include "winnow/error.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <numeric>

namespace winnow {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

TEST(ShardOption, CountsFromZero) {
  EXPECT_EQ(parse_shard("0/1"), (Shard{0, 1}));
  EXPECT_EQ(parse_shard("63/64"), (Shard{63, 64}));
  for (const char* wrong : {"", "3", "64/64", "-1/4", "1/0", "0/0", "a/4", "1/4x", "1/ 4", "1/4/2",
                            "4294967296/4294967297", "1/2000000"})
    EXPECT_THROW(parse_shard(wrong), UsageError) << wrong;
}

std::vector<ShardTask> tasks(std::size_t count) {
  std::vector<ShardTask> all;
  for (std::size_t i = 0; i < count; ++i)
    all.push_back({fmt::format("t{}", i), 1 + static_cast<double>(i * i % 97)});
  return all;
}

TEST(Division, GivesEachTaskToOneShardAndBalancesTheirCost) {
  std::vector<ShardTask> all = tasks(300);
  std::vector<double> loads(16, 0);
  std::vector<int> owners(all.size(), 0);
  for (std::uint32_t shard = 0; shard < 16; ++shard)
    for (std::size_t task : portion_of(all, {shard, 16}).tasks) {
      ++owners[task];
      loads[shard] += all[task].cost_s;
    }
  EXPECT_THAT(owners, testing::Each(1));
  auto [least, most] = std::ranges::minmax(loads);
  EXPECT_LE(most - least, 97);  // no more than one task between any two
  EXPECT_LT(most / least, 1.02);
}

TEST(Division, IsTheSameWhateverTheOrderOfNaming) {
  std::vector<ShardTask> all = tasks(50), mixed = all;
  std::ranges::reverse(mixed);
  mixed.push_back(all[7]);  // named twice, there once
  auto names = [](const std::vector<ShardTask>& from, const Portion& portion) {
    std::vector<std::string> found;
    for (std::size_t task : portion.tasks) found.push_back(from[task].name);
    std::ranges::sort(found);
    return found;
  };
  for (std::uint32_t shard = 0; shard < 7; ++shard) {
    Portion one = portion_of(all, {shard, 7}), other = portion_of(mixed, {shard, 7});
    EXPECT_EQ(names(all, one), names(mixed, other));
    EXPECT_EQ(one.division, other.division);
    EXPECT_EQ(other.all, 50u);
  }
  EXPECT_NE(portion_of(all, {0, 7}).division, portion_of(all, {0, 8}).division);
  all.back().name = "another";
  EXPECT_NE(portion_of(all, {0, 7}).division, portion_of(mixed, {0, 7}).division);
}

class ShardFiles : public testing::Test {
 protected:
  RunPlan plan(std::uint32_t shard, std::uint32_t shards) const {
    std::vector<ShardTask> all = tasks(10);
    Portion portion = portion_of(all, {shard, shards});
    RunPlan plan{.shard = Shard{shard, shards},
                 .division = portion.division,
                 .all_problems = portion.all,
                 .problems = {},
                 .arms = {"e", "knn"},
                 .settings = {{"e", "10 s"}, {"knn", "10 s, model x"}},
                 .ks = {16}};
    for (std::size_t task : portion.tasks) plan.problems.push_back(all[task].name);
    return plan;
  }
  static Outcome outcome(const std::string& problem, const std::string& arm, double cpu_s = 1) {
    Outcome made;
    made.problem = problem;
    made.arm = arm;
    made.proved = true;
    made.cpu_s = cpu_s;
    return made;
  }
  void run(const RunPlan& plan, std::size_t most = SIZE_MAX) const {
    ResultLines lines(out_, plan, true);
    for (std::size_t i = 0; i < std::min(most, plan.problems.size()); ++i)
      for (const std::string& arm : plan.arms)
        if (lines.find(plan.problems[i], arm) == nullptr) lines.add(outcome(plan.problems[i], arm));
  }
  template <class Act>
  static std::string refusal(Act&& act) {
    try {
      act();
      return "";
    } catch (const InputError& error) {
      return std::string(error.what()) + " (" + error.hint() + ")";
    }
  }
  Scratch scratch_;
  std::string out_ = scratch_.path("out");
};

TEST_F(ShardFiles, PlansReadBackAsTheyWereWritten) {
  RunPlan written = plan(1, 3), read;
  ASSERT_TRUE(from_json_line(to_json_line(written), read));
  EXPECT_EQ(to_json_line(read), to_json_line(written));
  EXPECT_FALSE(from_json_line("{\"run\":{}}", read));
  EXPECT_FALSE(from_json_line(to_json_line(outcome("t1", "e")), read));
}

// Lines that were cut off are no JSON; what is JSON and no result was written by somebody else.
TEST_F(ShardFiles, ForgedLinesAreRefusedWithTheirPlace) {
  const std::string good = to_json_line(outcome("t1", "e"));
  auto with = [&](std::string_view what, std::string_view instead) {
    std::string line = good;
    line.replace(line.find(what), what.size(), instead);
    return line;
  };
  for (const std::string& line :
       {std::string("{\"run\":null}\n"), with("\"candidates\":", "\"candidates\":-1,\"x\":"),
        with("\"cpu_s\":", "\"cpu_s\":1e308,\"x\":"), with("\"cpu_s\":", "\"cpu_s\":null,\"x\":"),
        with("\"recall\":[]", "\"recall\":[-1]")}) {
    scratch_.run("rm -rf out; mkdir out");
    scratch_.write("out/results.jsonl", good + line);
    EXPECT_THAT(refusal([&] { read_results(out_); }), HasSubstr("results.jsonl:2: neither"))
        << line;
  }
  RunPlan many = plan(0, 4), read;
  many.shard->count = 4294967295;  // whoever counts those that are missing would not end
  EXPECT_FALSE(from_json_line(to_json_line(many), read));
  scratch_.write("out/results.jsonl", good + good.substr(0, 20) + "\n");
  EXPECT_EQ(read_results(out_).outcomes.size(), 1u);
}

TEST_F(ShardFiles, ReportTellsFoldersOfOneNameApartAndWritesOverNoLibrary) {
  const std::string line = to_json_line(outcome("t1", "e\x1b\n"));
  scratch_.run("mkdir -p a/out b/out");
  scratch_.write("a/out/results.jsonl", line);
  scratch_.write("b/out/results.jsonl", line);
  Ran ran = scratch_.run("winnow experiment report a/out b/out");
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("1 problems"), HasSubstr("\na/out "), HasSubstr("\nb/out ")));
  EXPECT_THAT(scratch_.run("winnow experiment report a/out").out, HasSubstr("\ne\\x1b\\n"));
  scratch_.write("library.ax", "fof(a, axiom, p).\n");
  Ran over = scratch_.run("winnow experiment report a/out --picture library.ax");
  EXPECT_EQ(over.exit_code, 1);
  EXPECT_THAT(over.err, HasSubstr("exists and is not a picture"));
}

TEST_F(ShardFiles, ReportRefusesWhatIsNoFileOfResults) {
  scratch_.run("mkdir no");
  scratch_.write("no/results.jsonl", "garbage\n");
  Ran ran = scratch_.run("winnow experiment report no");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("no/results.jsonl: has no results in it"));
}

TEST_F(ShardFiles, ReportComparesWhatAllFoldersHave) {
  scratch_.run("mkdir -p one two other");
  scratch_.write("one/results.jsonl",
                 to_json_line(outcome("t1", "e")) + to_json_line(outcome("t2", "e")));
  scratch_.write("two/results.jsonl", to_json_line(outcome("t1", "e")));
  scratch_.write("other/results.jsonl", to_json_line(outcome("t3", "e")));
  EXPECT_THAT(
      scratch_.run("winnow experiment report one two").out,
      HasSubstr("1 of 2 problems are not in all of these results and are left out\n1 prob"));
  EXPECT_THAT(scratch_.run("winnow experiment report one other").err,
              HasSubstr("no problem is in all of these results"));
  EXPECT_EQ(scratch_.run("winnow experiment report one ./one/").out,  // 0 problems, it was
            scratch_.run("winnow experiment report one").out);
}

TEST_F(ShardFiles, AnySetOfThemIsPutTogetherAndSaysWhatIsMissing) {
  run(plan(2, 4));
  EXPECT_THAT(read_results(out_).missing,
              AllOf(HasSubstr("of 10 problems"), HasSubstr("nothing of shards 0-1, 3 of 4 (")));
  run(plan(0, 4), 0);
  run(plan(3, 4));
  Results some = read_results(out_);
  std::size_t left = plan(0, 4).problems.size();
  EXPECT_THAT(some.missing,
              AllOf(HasSubstr(fmt::format("shard 0 has yet to do {} of {}", left, left)),
                    HasSubstr("nothing of shard 1 of 4 (")));
  run(plan(0, 4));
  run(plan(1, 4));
  Results all = read_results(out_);
  EXPECT_EQ(all.missing, "");
  EXPECT_EQ(all.outcomes.size(), 20u);
  EXPECT_THAT(all.arms, testing::ElementsAre("e", "knn"));
  EXPECT_THAT(all.ks, testing::ElementsAre(16u));
}

TEST_F(ShardFiles, ALineThatWasCutOffIsDoneAgain) {
  run(plan(1, 2));
  std::string file = out_ + "/results.1-of-2.jsonl", whole = contents(file);
  scratch_.write("out/results.1-of-2.jsonl", whole.substr(0, whole.size() - 20));
  EXPECT_THAT(read_results(out_).missing, HasSubstr("shard 1 has yet to do 1 of"));
  run(plan(1, 2));
  EXPECT_THAT(read_results(out_).missing, Not(HasSubstr("yet")));
  EXPECT_EQ(read_results(out_).outcomes.size(), 2 * plan(1, 2).problems.size());
}

TEST_F(ShardFiles, AnotherNumberOfShardsIsNoticed) {
  run(plan(1, 4));
  EXPECT_THAT(refusal([&] { run(plan(1, 2)); }),
              HasSubstr("overlaps with results.1-of-4.jsonl: the same work in another number"));
  RunPlan unsharded = plan(0, 1);
  unsharded.shard.reset();
  EXPECT_THAT(refusal([&] { run(unsharded); }), HasSubstr("overlaps with results.1-of-4.jsonl"));
  // Made elsewhere and copied here.
  scratch_.write("out/results.0-of-2.jsonl", to_json_line(plan(0, 2)));
  EXPECT_THAT(refusal([&] { read_results(out_); }), HasSubstr("in another number of shards"));
}

TEST_F(ShardFiles, OtherProblemsAndOtherSettingsAreNoticed) {
  run(plan(0, 2));
  RunPlan other = plan(1, 2);
  other.settings["knn"] = "20 s";
  EXPECT_THAT(refusal([&] { run(other); }),
              HasSubstr("has other settings for arm knn than results.0-of-2.jsonl"));
  other = plan(1, 2);
  other.division ^= 1;
  EXPECT_THAT(refusal([&] { run(other); }), HasSubstr("is a part of other work than"));
  other = plan(0, 2);
  other.division ^= 1;
  EXPECT_THAT(refusal([&] { run(other); }), HasSubstr("was made for another list of problems"));
  other = plan(0, 2);
  other.settings["e"] = "20 s";
  EXPECT_THAT(refusal([&] { run(other); }), HasSubstr("arm e were made with other settings"));
}

TEST_F(ShardFiles, TheSameProblemTwiceIsNoticedUnlessItIsTheSameLine) {
  run(plan(0, 2));
  RunPlan second = plan(1, 2);
  std::string problem = plan(0, 2).problems.front();
  scratch_.write("out/results.1-of-2.jsonl",
                 to_json_line(second) + to_json_line(outcome(problem, "e")));
  EXPECT_EQ(refusal([&] { read_results(out_); }), "");
  scratch_.write("out/results.1-of-2.jsonl",
                 to_json_line(second) + to_json_line(outcome(problem, "e", 2)));
  EXPECT_THAT(refusal([&] { read_results(out_); }),
              AllOf(HasSubstr("and so has results.0-of-2.jsonl: the files overlap"),
                    HasSubstr(fmt::format("has '{}' with arm e", problem))));
}

TEST_F(ShardFiles, OneProcessWritesToAFileAtATime) {
  ResultLines lines(out_, plan(0, 2), true);
  EXPECT_THAT(refusal([&] { run(plan(0, 2)); }),
              HasSubstr("results.0-of-2.jsonl: another run is writing to this file"));
  run(plan(1, 2));  // another shard may
}

class ProvingInShards : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("command -v eprover >/dev/null") != 0) GTEST_SKIP() << "no eprover here";
    scratch_.run("mkdir d");
    for (int i = 0; i < 6; ++i)
      scratch_.write(
          fmt::format("d/t{}.p", i),
          fmt::format("fof(a, axiom, p(c{0})).\nfof(b, axiom, ![X]: (p(X) => q{0}(X))).\n"
                      "fof(g, conjecture, q{0}(c{0})).\n",
                      i));
  }
  Scratch scratch_;
  const std::string prove_ =
      "winnow prove d --ranker tfidf --prover e --time 20 --out res --shard ";
};

TEST_F(ProvingInShards, TheTableOfTheLastOneIsTheTableOfAll) {
  Ran ran = scratch_.run(prove_ + "1/3");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("shard 1/3: proved 2 of 2"),
                             HasSubstr("all shards so far: proved 2 of 2"),
                             HasSubstr("missing: 4 of 6 problems; nothing of shards 0, 2 of 3")));
  ran = scratch_.run("for i in 0 2; do " + prove_ + "$i/3 & done; wait");
  EXPECT_THAT(ran.out, HasSubstr("proved 2 of 2"));
  ran = scratch_.run(prove_ + "0/3");  // again: there is nothing to do
  EXPECT_THAT(ran.out, AllOf(HasSubstr("all shards so far: proved 6 of 6, Theorem 6"),
                             Not(HasSubstr("missing"))));
  EXPECT_EQ(scratch_.run("ls res").out,
            "results.0-of-3.jsonl\nresults.1-of-3.jsonl\nresults.2-of-3.jsonl\n");
  ran = scratch_.run("winnow experiment report res");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("6 problems"), HasSubstr("res                        6")));
  scratch_.run("rm res/results.2-of-3.jsonl");
  EXPECT_THAT(scratch_.run("winnow experiment report res").out,
              HasSubstr("missing: 2 of 6 problems; nothing of shard 2 of 3 (2 problems)"));
  EXPECT_THAT(scratch_.run(prove_ + "0/2").err, HasSubstr("in another number of shards"));
  EXPECT_THAT(scratch_.run("winnow prove d --ranker tfidf --prover e --time 20 --out res").err,
              HasSubstr("in another number of shards"));
  EXPECT_EQ(scratch_.run("winnow prove d --shard 0/2").exit_code, 2);
}

TEST_F(ProvingInShards, AKilledShardGoesOnWhereItWas) {
  // The first problem ends, and then somebody pulls the plug.
  Ran ran =
      scratch_.run("{ " + prove_ +
                   "0/1 & } ; n=$!; for i in $(seq 200); do "
                   "grep -q '\"proved\":true' res/*.jsonl 2>/dev/null && break; sleep 0.05; done; "
                   "kill -9 $n; wait $n; " +
                   prove_ + "0/1");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("all shards so far: proved 6 of 6"));
  EXPECT_EQ(scratch_.run("grep -c '\"proved\":true' res/results.0-of-1.jsonl").out, "6\n");
}

TEST_F(ProvingInShards, TheLastToEndLearnsTheSchedule) {
  const std::string schedule =
      "winnow experiment schedule d --model none --strategies e:auto --k 2,all --time 2 --out grid "
      "--quiet --shard ";
  Ran ran = scratch_.run(schedule + "1/2");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("there is a schedule when the last shard is done"));
  EXPECT_FALSE(std::filesystem::exists(scratch_.path("grid/schedule.txt")));
  ran = scratch_.run(schedule + "0/2");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("6 problems; 6 proved by some run"));
  EXPECT_THAT(contents(scratch_.path("grid/schedule.txt")), HasSubstr("e:auto auto"));
}

}  // namespace
}  // namespace winnow
