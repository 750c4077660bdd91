#include "app/experiment/comparison.h"
#include "tests/app/program.h"

#include <gmock/gmock.h>

namespace winnow {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

Outcome outcome(const std::string& problem, const std::string& arm, bool proved, double cpu_s) {
  return {problem,
          arm,
          100,
          proved,
          cpu_s,
          0.5,
          {{16, false, proved ? "proved" : "gave up", cpu_s, arm}},
          {0.25}};
}

TEST(Outcomes, ReadBackAsTheyWereWritten) {
  Outcome written = outcome("t1", "knn", true, 1.5), read;
  std::string line = to_json_line(written);
  ASSERT_TRUE(from_json_line(line, read));
  EXPECT_EQ(to_json_line(read), line);
  EXPECT_EQ(read.slices.at(0).verdict, "proved");
  EXPECT_FALSE(from_json_line(line.substr(0, line.size() / 2), read));
}

TEST(Report, CountsOnlyProblemsThatAllArmsHave) {
  std::vector<Outcome> outcomes = {outcome("t1", "e", true, 2), outcome("t1", "knn", true, 1),
                                   outcome("t2", "e", false, 9), outcome("t2", "knn", true, 3),
                                   outcome("t3", "e", true, 1)};
  std::string report = report_text(outcomes, {"e", "knn"}, {16});
  EXPECT_THAT(report, HasSubstr("2 problems, 100 candidates"));
  EXPECT_THAT(report, HasSubstr("only e: 0, only knn: 1, McNemar's p = 1.0000"));
  EXPECT_THAT(report, HasSubstr("any of them                2   100.0%"));
  EXPECT_THAT(report, HasSubstr("solved within CPU s       1      2      5\n"
                                "e                         0      1      1\n"
                                "knn                       1      1      2\n"));
  EXPECT_THAT(report, HasSubstr("best k\ne                         0\n"));  // recall of t2 was 0.25
  outcomes[2].recall = {1};
  EXPECT_THAT(report_text(outcomes, {"e", "knn"}, {16}),
              HasSubstr("best k\ne                         1\n"));
  EXPECT_THAT(cactus_svg(outcomes, {"e", "knn"}, 90), HasSubstr("knn (2)"));
}

TEST(Report, NamesProofsThatASecondProverContradicts) {
  std::vector<Outcome> outcomes = {outcome("t1", "e", true, 2), outcome("t2", "e", false, 1)};
  EXPECT_THAT(report_text(outcomes, {"e"}, {16}), Not(HasSubstr("second prover")));
  EXPECT_THAT(report_text(outcomes, {"e"}, {}), Not(HasSubstr("recall")));
  outcomes[0].check = "confirmed";
  outcomes[1].check = "contradicted";
  Outcome read;
  ASSERT_TRUE(from_json_line(to_json_line(outcomes[1]), read));
  EXPECT_EQ(read.check, "contradicted");
  EXPECT_THAT(report_text(outcomes, {"e"}, {16}), HasSubstr("DISPUTED: t2 by e\n"));
}

TEST(Report, ChoosesSlicesForWhatTheOthersDoNotSolve) {
  auto proved = [](const std::string& ranker, std::uint64_t k) {
    return SliceOutcome{k, false, "proved", 1, ranker};
  };
  std::vector<Outcome> outcomes;
  for (const char* problem : {"t1", "t2", "t3", "t4"})
    for (const char* arm : {"knn", "sine"}) outcomes.push_back(outcome(problem, arm, false, 1));
  outcomes[0].slices = {proved("knn", 16), proved("knn", 32)};                      // t1
  outcomes[2].slices = {proved("knn", 16), proved("knn", 32)};                      // t2
  outcomes[4].slices = {proved("knn", 32)};                                         // t3
  outcomes[5].slices = {{8, false, "out of time", 1, "sine"}, proved("sine", 16)};  // t3
  outcomes[7].slices = {proved("sine", 16)};                                        // t4
  EXPECT_EQ(best_slices_text(outcomes, {"knn", "sine"}, 5),
            "slices that solve most together (solved alone, with those before it)\n"
            "knn                      32      3      3\n"
            "sine                     16      2      4\n");
  EXPECT_THAT(best_slices_text(outcomes, {"knn", "sine"}, 1), Not(HasSubstr("sine")));
}

// t1 follows from a; t2 from t1 and b; c is of no use to anybody.
class Experiment : public testing::Test {
 protected:
  Experiment() {
    std::string a = "fof(a, axiom, p(c))", b = "fof(b, axiom, ![X]: (q(X) => r(X)))",
                t1 = "fof(t1, axiom, ?[X]: p(X))",
                t2 = "fof(t2, axiom, ?[X]: (p(X) & (q(X) => r(X))))";
    std::filesystem::create_directory(scratch_.path("nndata"));
    scratch_.write("nndata/t1", "C " + t1 + ".\n+ " + a + ".\n- " + b + ".\n");
    scratch_.write("nndata/t2", "C " + t2 + ".\n+ " + t1 + ".\n+ " + b + ".\n");
    scratch_.write("train.txt", "t1\n");
    scratch_.write("dev.txt", "t2\n");
    scratch_.write("order.txt", "a\nb\nt1\nt2\n");
    Ran ran = scratch_.run(
        "winnow data import mizar nndata --split train=train.txt "
        "--split dev=dev.txt --order order.txt -o toy.store");
    EXPECT_EQ(ran.exit_code, 0) << ran.err;
  }
  Scratch scratch_;
};

TEST_F(Experiment, RecallIsCompleteWhenKIs) {
  Ran ran = scratch_.run(
      "winnow experiment recall --data toy.store --problems dev.txt "
      "--rankers tfidf,knn+sine --k 1,3 --json");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("{\"problems\":1,\"candidates\":3.0,\"k\":[1,3],"));
  EXPECT_THAT(ran.out, HasSubstr("\"tfidf\":[0.5,1.0]"));
}

// A store of own proofs has no order, and its import takes none.
TEST_F(Experiment, WithoutAChronologyIsToldWhatHasOne) {
  scratch_.run("winnow data show toy.store t1 --json >t1.jsonl");
  scratch_.run("winnow data import jsonl t1.jsonl -o bare.store --quiet");
  const std::string recall = "winnow experiment recall --rankers tfidf --split train --data ";
  EXPECT_THAT(scratch_.run(recall + "bare.store").err,
              AllOf(HasSubstr("has no chronology"), HasSubstr("winnow data import jsonl --order"),
                    HasSubstr("--tptp")));
  scratch_.run("winnow data import jsonl t1.jsonl --order order.txt -o mine.store --quiet");
  EXPECT_THAT(scratch_.run(recall + "mine.store").out, HasSubstr("1.000"));
}

TEST_F(Experiment, FitsAFusionThatRankAndProveFind) {
  std::string data = " --data toy.store --problems dev.txt --model none ";
  Ran ran = scratch_.run("winnow experiment features -o toy.rows" + data);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("toy.rows: 1 problems, 3 rows"));
  ran = scratch_.run("winnow experiment fit toy.rows --epochs 3 -o toy.fusion.json");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("plain: 1 problems, 3 rows; proofs: 2 problems, 6 rows"));
  std::string recall =
      "winnow experiment recall --rankers fusion --fusion toy.fusion.json --k 1,3" + data;
  EXPECT_THAT(scratch_.run(recall).out, HasSubstr("1.000\n"));
  EXPECT_THAT(scratch_.run(recall + "--without-proofs").out, HasSubstr("1.000\n"));
  EXPECT_THAT(scratch_.run(recall + "--most-proofs 1").out, HasSubstr("1.000\n"));
  EXPECT_THAT(scratch_.run(recall + "--most-proofs 1 --without-proofs").err,
              HasSubstr("--without-proofs excludes --most-proofs"));
  scratch_.write(
      "t2.p",
      "fof(a, axiom, p(c)). fof(b, axiom, ![X]: (q(X) => r(X))). fof(g, conjecture, ?[X]: p(X)).");
  EXPECT_THAT(scratch_.run("winnow rank t2.p --proofs toy.store --format json").out,
              HasSubstr("\"ranker\": \"fusion\""));
  EXPECT_THAT(
      scratch_
          .run("winnow prove t2.p --proofs toy.store --json --prover 'echo % SZS status GaveUp'")
          .out,
      HasSubstr("\"ranker\": \"fusion\""));
  EXPECT_THAT(scratch_.run("winnow experiment features --except dev.txt -o x.rows" + data).err,
              HasSubstr("there is no problem to learn from"));
  scratch_.write("toy.fusion.json", "{}");
  EXPECT_THAT(scratch_.run(recall).err,
              HasSubstr("toy.fusion.json: does not say how to weigh features"));
}

// t1 and t2 have two and three candidates; t2 needs two of them, which are in different groups.
TEST_F(Experiment, ListsAreTheBestOfARankerInGroups) {
  const std::string lists =
      "winnow experiment lists --data toy.store --problems 1 --dev-problems 1 --model none "
      "--ranker "
      "tfidf --best 4 --group 2 -o lists.store";
  Ran ran = scratch_.run(lists);
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("lists.store: 2 problems, 3 lists, "));
  EXPECT_THAT(ran.out, HasSubstr(", 3 of them useful"));
  ran = scratch_.run("winnow data show lists.store t2/0");
  EXPECT_THAT(ran.out, HasSubstr("premises: 2, of which 1 useful")) << ran.err;
  scratch_.write("kept.txt", "t2\n");
  EXPECT_THAT(scratch_.run(lists + " --except kept.txt --force").out,
              HasSubstr("lists.store: 1 problems, 1 lists"));
  scratch_.write("kept.txt", "t1\nt2\n");
  ran = scratch_.run(lists + " --except kept.txt --force");
  EXPECT_THAT(ran.err, HasSubstr("no list has a useful premise"));
}

TEST_F(Experiment, AsksAboutTptpProblemsWithAListOfNeeds) {
  std::filesystem::create_directory(scratch_.path("problems"));
  scratch_.write("problems/one.p",
                 "fof(a, axiom, p(c)). fof(b, axiom, q(c)). fof(g, conjecture, ?[X]: p(X)).");
  scratch_.write("problems/two.p",
                 "fof(a, axiom, p(c)). fof(b, axiom, q(c)). fof(g, conjecture, ?[X]: q(X)).");
  scratch_.write("problems/needs.jsonl",
                 "{\"problem\": \"one\", \"needs\": [\"a\"]}\n"
                 "{\"problem\": \"two.p\", \"needs\": [\"b\", \"nowhere\"]}\n"
                 "{\"problem\": \"three\", \"needs\": [\"b\"]}\n");
  std::string recall = "winnow experiment recall --rankers tfidf,fusion --model none --k 1,2 ";
  Ran ran = scratch_.run(recall + "--tptp problems");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("2 problems, 2 candidates on average"));
  EXPECT_THAT(ran.out, HasSubstr("tfidf                     1.000  1.000\n"));
  EXPECT_THAT(ran.out,
              HasSubstr("1 needed statements are no candidates, first 'nowhere' of two.p"));
  EXPECT_EQ(scratch_.run(recall + "--tptp problems --order shuffled").exit_code, 0);
  scratch_.write("names.txt", "one\nfour\n");
  EXPECT_THAT(scratch_.run(recall + "--tptp problems --problems names.txt").err,
              HasSubstr("names.txt:2: there is no problem with needs called 'four'"));
  EXPECT_THAT(scratch_.run(recall + "--tptp problems --data toy.store").err,
              HasSubstr("--data and --tptp exclude each other"));
  scratch_.write("wrong.jsonl", "{\"problem\": \"one\"}\n");
  EXPECT_THAT(scratch_.run(recall + "--tptp problems --needs wrong.jsonl").err,
              HasSubstr("wrong.jsonl:1: is not {\"problem\": NAME"));
}

TEST_F(Experiment, NamesThatTheStoreDoesNotHaveAreTold) {
  scratch_.write("names.txt", "t2\nt9\n");
  Ran ran = scratch_.run("winnow experiment recall --data toy.store --problems names.txt");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("names.txt:2: the store has no example called 't9'"));
}

TEST_F(Experiment, AnArmMayBeWhatProveWouldDo) {
  if (std::system("command -v eprover >/dev/null") != 0) GTEST_SKIP() << "no eprover here";
  Ran ran = scratch_.run(
      "winnow experiment prove --data toy.store --problems 1 --time 9 --out results --arms auto "
      "--prover e --quiet");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("auto                       1   100.0%"));
}

TEST_F(Experiment, TheScheduleMayComeThroughAPipe) {  // it was read twice, and was gone by then
  if (std::system("command -v eprover >/dev/null") != 0) GTEST_SKIP() << "no eprover here";
  const std::string command =
      "winnow experiment prove --data toy.store --problems 1 --time 9 --arms tfidf --prover e "
      "--quiet --schedule ";
  Ran ran = scratch_.run("echo 'e:auto auto 2 3' | " + command + "- --out piped");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(contents(scratch_.path("piped/results.jsonl")),
              testing::ContainsRegex("\"k\":2,.*\"prover\":\"e:auto\""));
  scratch_.write("schedule.txt", "e:auto auto 2 3\n");
  ran = scratch_.run(command + "schedule.txt --out piped --resume");  // the same settings
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
}

TEST_F(Experiment, ProvesReportsAndGoesOn) {
  if (std::system("command -v eprover >/dev/null") != 0) GTEST_SKIP() << "no eprover here";
  std::string command =
      "winnow experiment prove --data toy.store --problems 1 --time 9 --out results "
      "--slices 1,2,all --quiet ";
  Ran ran = scratch_.run(command + "--arms e,tfidf");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("tfidf                      1   100.0%"));
  EXPECT_EQ(ran.out, contents(scratch_.path("results/report.txt")));
  EXPECT_THAT(contents(scratch_.path("results/cactus.svg")), HasSubstr("</svg>"));

  EXPECT_THAT(scratch_.run(command + "--arms e").err, HasSubstr("there are results already"));
  std::string before = contents(scratch_.path("results/results.jsonl"));
  scratch_.write("results/results.jsonl", before + "{\"problem\":\"t2\",\"arm\":\"kno");  // killed
  ran = scratch_.run(command + "--arms e,tfidf,known --resume");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  std::string after = contents(scratch_.path("results/results.jsonl"));
  EXPECT_THAT(after, testing::StartsWith(before));
  EXPECT_THAT(after.substr(before.size()), Not(HasSubstr("\"arm\":\"e\"")));
  EXPECT_THAT(after, HasSubstr("\"arm\":\"known\""));

  ran = scratch_.run(
      "winnow experiment prove --data toy.store --problems 1 --time 9 --slices 1,3 --quiet "
      "--out every --every-slice --arms tfidf/sine");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("slices that solve most together"));
  EXPECT_THAT(
      contents(scratch_.path("every/results.jsonl")),
      testing::ContainsRegex(
          "\"k\":1,.*\"ranker\":\"tfidf\".*\"k\":1,.*\"ranker\":\"sine\".*\"k\":3,\"all\":true,"));

  ran = scratch_.run(
      "winnow experiment prove --data toy.store --problems 1 --time 9 --slices 1,2,all --quiet "
      "--out checked --check --arms tfidf");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("proofs, by a second prover"));
  EXPECT_THAT(contents(scratch_.path("checked/results.jsonl")),
              HasSubstr("\"check\":\"confirmed\""));

  // Each arm has the settings that decide about it: E alone does not know about slices.
  std::string other =
      "winnow experiment prove --data toy.store --problems 1 --out results --quiet --resume ";
  EXPECT_EQ(scratch_.run(other + "--time 9 --slices 2 --arms e").exit_code, 0);
  EXPECT_THAT(scratch_.run(other + "--time 9 --slices 2 --arms e,tfidf").err,
              HasSubstr("the results of arm tfidf were made with other settings"));
  EXPECT_THAT(scratch_.run(other + "--time 8 --arms e").err,
              HasSubstr("the results of arm e were made with other settings"));
}

}  // namespace
}  // namespace winnow
