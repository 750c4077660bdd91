#include "model/model_file.h"
#include "tests/app/program.h"
#include "tests/rank/toy_model.h"
#include "text/tptp.h"

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace winnow {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* kProblem =
    "fof(far, axiom, ![X]: (r(X) => s(X))).\n"
    "fof(near, axiom, ![X]: (p(X) => q(X))).\n"
    "fof(given, hypothesis, s(c)).\n"
    "fof(base, axiom, p(a)).\n"
    "fof(goal, conjecture, q(a)).\n";

class Rank : public testing::Test {
 protected:
  Rank() { scratch_.write("problem.p", kProblem); }
  // WINNOW_MODELS keeps a model that is shipped with the program out of these tests.
  Ran run(const std::string& line) { return scratch_.run("export WINNOW_MODELS=$PWD; " + line); }
  void write_toy_model(const std::string& name, const std::string& pooling, std::uint64_t seed) {
    TermBank bank;
    Problem problem = parse_tptp(kProblem, bank);
    std::vector<TermId> terms;
    for (const Formula& formula : problem.formulas) terms.push_back(formula.term);
    ModelOptions options;
    options.pooling = pooling;
    options.mode = "pair";
    write_model(scratch_.path(name), toy_model(options, bank.view(), terms, seed), Precision::f32);
  }
  Scratch scratch_;
};

TEST_F(Rank, PutsWhatSharesSymbolsFirst) {
  Ran ran = run("winnow rank problem.p --ranker tfidf");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, StartsWith("rank\tname\tscore\trequired\n1\tgiven\t0\t1\n2\t"));
  EXPECT_LT(ran.out.find("near"), ran.out.find("far"));
}

TEST_F(Rank, ShowsPeopleATableWithFormulas) {
  Ran ran = run("winnow rank problem.p --ranker tfidf --format table -k 1");
  EXPECT_THAT(ran.out, HasSubstr("2 of 4 axioms for goal, by tfidf\n"));
  EXPECT_THAT(ran.out, HasSubstr("s(c) (required)\n"));
}

TEST_F(Rank, ExplainsWhereAnAxiomStands) {
  Ran ran = run("winnow rank problem.p --ranker tfidf+sine --explain far");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("rank 4 of 4 for goal, by tfidf+sine"));
  EXPECT_THAT(ran.out, testing::ContainsRegex("tfidf +0  [1-4]\n"));
  EXPECT_THAT(ran.out, HasSubstr("it shares no symbol with the goal\n"));
  EXPECT_THAT(ran.out, HasSubstr("symbols that neither the goal nor the best axioms have\n"
                                 "  r  in 1 of 4 formulas, rarity 1.39\n"));
  EXPECT_THAT(ran.out, HasSubstr("no earlier proofs are known"));
  ran = run("winnow rank problem.p --explain near");
  EXPECT_THAT(ran.out, testing::ContainsRegex("cosine +0\\.[0-9]+ +[+-][0-9.]+\n"));
  EXPECT_THAT(ran.out, testing::ContainsRegex("shares with the goal\n  q  in 1 of 4 formulas"));
  ran = run("winnow rank problem.p --ranker tfidf --explain naer");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("no axiom is called 'naer'"));
  EXPECT_THAT(ran.err, HasSubstr("'near'"));
}

TEST_F(Rank, ExplainsInJson) {
  Ran ran = run("winnow rank problem.p --ranker tfidf+sine --explain near --format json");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  const auto json = nlohmann::json::parse(ran.out);
  EXPECT_EQ(json.at("name"), "near");
  EXPECT_EQ(json.at("shared_symbols").at(0).at("name"), "q");
  EXPECT_EQ(json.at("why").at(0).at("name"), "tfidf");
  EXPECT_TRUE(json.at("nearest_proofs").empty());
  EXPECT_FALSE(json.contains("ranking"));
}

TEST_F(Rank, WritesOverRankingsAlone) {
  EXPECT_EQ(run("winnow rank problem.p --ranker tfidf -o r.tsv").exit_code, 0);
  EXPECT_EQ(run("winnow rank problem.p --ranker sine -o r.tsv").exit_code, 0);
  EXPECT_THAT(run("cat r.tsv").out, StartsWith("rank\tname\tscore"));
  EXPECT_EQ(run("winnow rank problem.p --ranker tfidf -o problem.p").exit_code, 1);
  EXPECT_EQ(run("winnow rank problem.p --format tptp --ranker tfidf -o c.p").exit_code, 0);
  EXPECT_EQ(run("winnow rank problem.p --format tptp --ranker tfidf -o c.p").exit_code, 0);
}

TEST_F(Rank, WritesAProblemThatIsCutDown) {
  Ran ran = run("winnow rank problem.p --ranker tfidf --format tptp -k 2");
  EXPECT_THAT(ran.out, HasSubstr("fof(given, hypothesis, s(c)).\n"));
  EXPECT_THAT(ran.out, HasSubstr("fof(near, axiom"));
  EXPECT_THAT(ran.out, HasSubstr("fof(base, axiom"));
  EXPECT_THAT(ran.out, Not(HasSubstr("fof(far")));
  EXPECT_THAT(ran.out, testing::EndsWith("fof(goal, conjecture, q(a)).\n"));
}

TEST_F(Rank, KeepsWhatIsRequiredAndRefusesToSelectNothing) {
  Ran ran = run("winnow rank problem.p --ranker tfidf --format tptp -k 1 --require far");
  EXPECT_THAT(ran.out, HasSubstr("fof(far, axiom"));
  EXPECT_THAT(ran.out, HasSubstr("% 3 of 4 axioms"));
  ran = run("winnow rank problem.p --ranker tfidf --require nobody");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("problem.p: no axiom is called 'nobody'"));
  ran = run("winnow rank problem.p --ranker tfidf --format tptp -k 0");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("-k cannot be '0'"));
}

TEST_F(Rank, NeedsAGoalAndTakesAnyFormulaForOne) {
  scratch_.write("axioms.p", "fof(a, axiom, p).\nfof(b, axiom, p & q).\nfof(c, axiom, r).\n");
  Ran ran = run("winnow rank axioms.p --ranker tfidf");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("no conjecture"));
  ran = run("winnow rank axioms.p --ranker tfidf --goal a --format tptp -k 1");
  EXPECT_THAT(ran.out, HasSubstr("fof(b, axiom, p & q).\nfof(a, conjecture, p).\n"));
}

TEST_F(Rank, TakesNegatedConjecturesForTheGoal) {
  scratch_.write("clauses.p",
                 "cnf(a, axiom, p(X) | q(X)).\ncnf(b, axiom, r(X)).\n"
                 "cnf(g1, negated_conjecture, ~p(c)).\ncnf(g2, negated_conjecture, ~q(X)).\n");
  Ran ran = run("winnow rank clauses.p --ranker tfidf --format tptp -k 1");
  EXPECT_THAT(ran.out,
              HasSubstr("cnf(a, axiom, p(X) | q(X)).\ncnf(g1, negated_conjecture, ~p(c)).\n"
                        "cnf(g2, negated_conjecture, ~q(X)).\n"));
}

TEST_F(Rank, KeepsDeclarationsOfTypes) {
  scratch_.write("typed.p",
                 "tff(t, type, t: $tType).\ntff(c, type, c: t).\ntff(p, type, p: t > $o).\n"
                 "tff(a, axiom, p(c)).\ntff(g, conjecture, ?[X: t]: p(X)).\n");
  Ran ran = run("winnow rank typed.p --ranker tfidf --format tptp -k 1");
  EXPECT_THAT(ran.out, HasSubstr("tff(t, type, t: $tType).\ntff(c, type, c: t).\n"
                                 "tff(p, type, p: t > $o).\ntff(a, axiom, p(c)).\n"));
}

TEST_F(Rank, AModelThatIsNamedAndNotThereIsAMistake) {
  Ran ran = run("winnow rank problem.p --model nowhere.safetensors");
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_THAT(ran.err, HasSubstr("nowhere.safetensors"));
}

TEST_F(Rank, ARankerThatThereIsNotIsAMistake) {
  Ran ran = run("winnow rank problem.p --ranker best");
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_THAT(ran.err, HasSubstr("no ranker is called 'best'"));
}

TEST_F(Rank, FindsAModelAndSaysWhichModeItRan) {
  write_toy_model("toy.safetensors", "attdag", 1);
  Ran ran = run("winnow rank problem.p --format json --ranker guided");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.err, "");
  EXPECT_THAT(ran.out, HasSubstr("toy.safetensors"));
  EXPECT_THAT(ran.out, HasSubstr("\"mode\": \"pair\""));
  EXPECT_THAT(run("winnow rank problem.p --format json").out, HasSubstr("\"ranker\": \"fusion\""));
}

TEST_F(Rank, AnIndexRanksAsTheProblemItselfWould) {
  for (const char* pooling : {"dag", "attdag"}) {
    write_toy_model("toy.safetensors", pooling, 1);
    scratch_.write("library.p",
                   std::string(kProblem).substr(0, std::string(kProblem).find("fof(given")));
    scratch_.write("goal.p",
                   "fof(given, hypothesis, s(c)).\nfof(base, axiom, p(a)).\n"
                   "fof(goal, conjecture, q(a)).\n");
    Ran made = run("rm -f lib.index; winnow index library.p -o lib.index --quiet");
    EXPECT_EQ(made.out, "lib.index: 2 formulas, 2 of them computed now\n") << made.err;
    for (const char* how : {"--ranker winnow", "--ranker winnow --rerank 1", "--ranker vectors",
                            "--ranker guided", "--ranker tfidf", "--ranker sine"}) {
      Ran whole = run(std::string("winnow rank problem.p ") + how);
      Ran indexed = run(std::string("winnow rank goal.p --index lib.index ") + how);
      EXPECT_EQ(whole.out, indexed.out) << pooling << " " << how << indexed.err;
    }
  }
}

TEST_F(Rank, AProblemMayFollowTheIndex) {
  ASSERT_EQ(run("winnow index problem.p --model none -o library.index").exit_code, 0);
  Ran ran = run("winnow rank --ranker tfidf --index library.index problem.p");
  EXPECT_EQ(ran.exit_code, 0) << ran.err;
  EXPECT_EQ(ran.out, run("winnow rank problem.p --ranker tfidf --index library.index").out);
}

TEST_F(Rank, RolesOfFormulasOfAnIndexAreKept) {
  scratch_.write("library.p",
                 "fof(far, definition, z(c)).\nfof('a, b', hypothesis, y(c)).\nfof(near, axiom, "
                 "q(a)).\nfof(/* here */ other, lemma-local, x(c)).\n");
  scratch_.write("goal.p", "fof(goal, conjecture, q(a) | q(b)).\n");
  ASSERT_EQ(run("winnow index library.p -o lib.index --quiet").exit_code, 0);
  const std::string rank = "winnow rank goal.p --index lib.index --ranker tfidf";
  EXPECT_THAT(run(rank).out, HasSubstr("\ta, b\t0\t1\n"));  // hypotheses are required
  Ran ran = run(rank + " --keep-roles definition,lemma");
  EXPECT_THAT(ran.out, HasSubstr("\tfar\t0\t1\n"));
  EXPECT_THAT(ran.out, HasSubstr("\tother\t0\t1\n"));
  EXPECT_THAT(ran.out, HasSubstr("\ta, b\t0\t0\n"));
}

TEST_F(Rank, ATableShowsTheBodyOfAnyFormulaInWholeCharacters) {
  std::string accents;
  for (int i = 0; i < 60; ++i) accents += "\u00e9";
  scratch_.write("problem.p", "fof('it\\'s, so', axiom, p(a)).\nfof(long, axiom, q('" + accents +
                                  "')).\nfof(longer, axiom, q('x" + accents +
                                  "')).\nfof(goal, conjecture, p(a)).\n");
  Ran ran = run("winnow rank problem.p --ranker tfidf --format table");
  EXPECT_THAT(ran.out, HasSubstr("  p(a)\n"));
  EXPECT_THAT(ran.out, Not(HasSubstr("fof(")));
  EXPECT_THAT(ran.out, HasSubstr("\u00e9..."));
  EXPECT_THAT(ran.out, Not(HasSubstr("\xc3...")));
}

TEST_F(Rank, ModelsOfAFolderOfModelsHaveNames) {
  scratch_.run("mkdir models");
  write_toy_model("models/named.safetensors", "dag", 1);
  for (const char* line : {"rank problem.p --model named", "model info named",
                           "model pack named -o packed.safetensors"}) {
    Ran ran = scratch_.run(std::string("WINNOW_MODELS=$PWD/models winnow ") + line);
    EXPECT_EQ(ran.exit_code, 0) << line << ran.err;
  }
}

// What is read once and to its end may be a pipe.
TEST_F(Rank, ModelsIndexesAndProofsComeFromPipes) {
  write_toy_model("toy.safetensors", "dag", 1);
  scratch_.write("examples.jsonl", R"j({"name": "e1", "conjecture": "q(b)", "premises": [)j"
                                   R"j({"name": "base", "formula": "p(a)", "label": 1}]})j"
                                   "\n");
  ASSERT_EQ(run("winnow data import jsonl examples.jsonl -o p.store --quiet").exit_code, 0);
  ASSERT_EQ(run("winnow index problem.p -o lib.index --quiet").exit_code, 0);
  scratch_.write("goal.p", "fof(goal, conjecture, q(a)).\n");
  auto bash = [&](const std::string& line) {
    scratch_.write("line.sh", line);
    return run("bash -eo pipefail line.sh");
  };
  const struct {
    std::string command, option, file;
  } uses[] = {{"winnow rank problem.p --ranker winnow", "--model", "toy.safetensors"},
              {"winnow rank goal.p --ranker tfidf", "--index", "lib.index"},
              {"winnow rank problem.p --ranker knn", "--proofs", "p.store"},
              {"winnow model info", "", "toy.safetensors"},
              {"winnow data info", "", "p.store"}};
  for (const auto& [command, option, file] : uses) {
    const std::string begin = command + " " + option + " ";
    Ran expected = bash(begin + file);
    EXPECT_EQ(expected.exit_code, 0) << begin << expected.err;
    for (const std::string& line :
         {begin + "<(cat " + file + ")", "cat " + file + " | " + begin + "-",
          "mkfifo pipe; cat " + file + " >pipe & " + begin + "pipe"}) {
      Ran ran = bash("rm -f pipe; " + line);
      EXPECT_EQ(ran.exit_code, 0) << line << ran.err;
      if (command.starts_with("winnow rank")) {
        EXPECT_EQ(ran.out, expected.out) << line;
      }
    }
  }
  Ran twice = bash("cat problem.p | winnow rank - --ranker winnow --model -");
  EXPECT_EQ(twice.exit_code, 2);
  EXPECT_THAT(twice.err, StartsWith("winnow: standard input can be read only once\n"));
}

TEST_F(Rank, AnIndexThatGrowsKeepsItsEncodings) {
  write_toy_model("toy.safetensors", "attdag", 1);
  scratch_.write("one.p", "fof(a, axiom, p(a)).\nfof(b, axiom, q(b)).\n");
  scratch_.write("two.p", "fof(a, axiom, p(a)).\nfof(c, axiom, p(c)).\n");
  run("winnow index one.p -o lib.index");
  Ran grown = run("winnow index one.p two.p -o lib.index");
  EXPECT_EQ(grown.out, "lib.index: 3 formulas, 1 of them computed now; 1 repeated ones left out\n");
  run("winnow index one.p two.p -o fresh.index");
  EXPECT_EQ(contents(scratch_.path("lib.index")), contents(scratch_.path("fresh.index")));
  write_toy_model("toy.safetensors", "attdag", 2);
  Ran other = run("winnow index one.p two.p -o lib.index");
  EXPECT_THAT(other.out, HasSubstr("3 of them computed now"));
}

TEST_F(Rank, DamagedIndexesAreRefused) {
  scratch_.write("library.p", kProblem);
  run("winnow index library.p -o lib.index");
  std::string bytes = contents(scratch_.path("lib.index"));
  ASSERT_GT(bytes.size(), 1000u);
  auto message = [&](const std::string& damaged) {
    scratch_.write("bad.index", damaged);
    Ran ran = run("winnow rank problem.p --ranker tfidf --index bad.index");
    EXPECT_EQ(ran.exit_code, 1);
    return ran.err;
  };
  EXPECT_THAT(message("fof(a, axiom, p)."), HasSubstr("is not a winnow index"));
  EXPECT_THAT(message(bytes.substr(0, 100)), HasSubstr("is cut off"));
  EXPECT_THAT(message(bytes.substr(0, bytes.size() - 64)), HasSubstr("is cut off"));
  for (std::size_t at : {20u, 200u, 390u, 450u}) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_THAT(message(damaged), HasSubstr("bad.index: is ")) << at;
  }
}

}  // namespace
}  // namespace winnow
