// Whatever the prover, `winnow prove` never says what is not so: random small problems whose truth
// is known (random_problem.h), each run as a user would run it.
#include "tests/app/program.h"
#include "tests/soundness/random_problem.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace winnow {
namespace {

struct KnownProver {
  const char* name;
  const char* program;
  const char* command;  // as an option
};

constexpr KnownProver kProvers[] = {
    {"E", "eprover", ""},
    {"Cvc5", "cvc5", "--prover 'cvc5 --lang=tptp --tlimit={time}000 {file}'"},
    {"Spass", "SPASS", "--prover 'SPASS -TPTP -TimeLimit={time} {file}'"},
};

std::set<std::string> true_words(const RandomProblem& problem) {
  if (!problem.has_conjecture()) return {problem.counter_model ? "Satisfiable" : "Unsatisfiable"};
  if (problem.counter_model) return {"CounterSatisfiable"};
  std::set<std::string> words = {"Theorem"};
  if (!problem.axioms_have_model) words.insert("ContradictoryAxioms");
  return words;
}

std::string status_in(const std::string& out) {
  constexpr std::string_view kKey = "% SZS status ";
  if (!out.starts_with(kKey)) return out;
  return out.substr(kKey.size(), out.find(' ', kKey.size()) - kKey.size());
}

bool decides(const std::string& status) {
  return status != "GaveUp" && status != "Timeout" && status != "MemoryOut" && status != "Error";
}

class Soundness : public testing::TestWithParam<KnownProver> {
 protected:
  void SetUp() override {
    if (std::system((std::string("command -v ") + GetParam().program + " >/dev/null").c_str()) != 0)
      GTEST_SKIP() << "no " << GetParam().program << " here";
  }
  // Runs the problem; what it says is true, or nothing.
  std::string check(const RandomProblem& problem, const std::string& options,
                    const std::string& shown) {
    std::string status = status_in(scratch_
                                       .run("winnow prove problem.p --ranker tfidf --time 2 " +
                                            options + " " + GetParam().command)
                                       .out);
    EXPECT_TRUE(!decides(status) || true_words(problem).contains(status)) << status << " of\n"
                                                                          << shown;
    return status;
  }
  Scratch scratch_;
};

TEST_P(Soundness, OfRandomProblemsWhoseTruthIsKnown) {
  std::map<std::string, int> said;
  int decided = 0;
  constexpr int kProblems = 120;
  for (unsigned seed = 0; seed < kProblems; ++seed) {
    RandomProblem problem(seed);
    scratch_.write("problem.p", problem.text());
    std::string status = check(problem, "", problem.text());
    decided += decides(status);
    ++said[status];
  }
  // The test is about something: most are decided, and in all ways.
  EXPECT_GE(decided, kProblems / 3);
  for (const char* word : {"Theorem", "CounterSatisfiable", "Unsatisfiable", "Satisfiable"})
    EXPECT_GT(said[word], 0) << word;
}

TEST_P(Soundness, OfProblemsWhoseAxiomsAreInAnIndex) {
  for (unsigned seed = 1000; seed < 1012; ++seed) {
    RandomProblem problem(seed);
    if (problem.fragment == Fragment::typed || !problem.has_conjecture()) continue;
    scratch_.write("problem.p", problem.goal_text());
    scratch_.write("library.ax", problem.library());
    ASSERT_EQ(scratch_.run("winnow index library.ax -o library.index --quiet").exit_code, 0);
    // The goal itself is in some of the libraries: then it follows, whatever the other axioms say.
    if (problem.shape == 2) problem.counter_model = false;
    check(problem, "--index library.index", problem.library() + problem.goal_text());
  }
}

INSTANTIATE_TEST_SUITE_P(Provers, Soundness, testing::ValuesIn(kProvers),
                         [](const auto& each) { return std::string(each.param.name); });

}  // namespace
}  // namespace winnow
