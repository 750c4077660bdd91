// Whatever the prover, `winnow prove` never says what is not so: random small problems whose truth
// is known (random_problem.h), each run as a user would run it.
#include "process/find_program.h"
#include "prover/profile.h"
#include "tests/app/program.h"
#include "tests/soundness/known_problem.h"
#include "tests/soundness/random_problem.h"
#include "winnow/error.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <memory>
#include <set>

namespace winnow {
namespace {

const std::string kTogether = "together";  // all that are found, as without --prover

// Families of problems of which a prover decides some.
std::vector<std::string> families_of(const ProverProfile& prover) {
  std::vector<std::string> families;
  if (prover.reads.fof) families.insert(families.end(), {"fof", "clauses"});
  if (prover.reads.tf0) families.insert(families.end(), {"tff", "sorted"});
  if (prover.reads.arithmetic) families.emplace_back("arithmetic");
  if (!prover.free_numbers.empty()) families.emplace_back("numbers");
  return families;
}

bool is_here(const ProverProfile& prover) {
  return std::ranges::any_of(prover.programs, [](std::string_view program) {
    try {
      return !find_program(std::string(program)).empty();
    } catch (const InputError&) {
      return false;
    }
  });
}

// What a problem is, whoever made it.
struct Task {
  std::string family;
  std::string text, library, goal_text;
  bool has_conjecture, axioms_have_model, counter_model;
  bool goal_in_library = false;
};

template <class Problem>
Task task_of(std::string family, const Problem& problem) {
  return {std::move(family),    problem.text(),           problem.library(),
          problem.goal_text(),  problem.has_conjecture(), problem.axioms_have_model,
          problem.counter_model};
}

constexpr std::array kFamilies = {"fof", "numbers", "tff", "clauses", "sorted", "arithmetic"};

// The seed says which family it is of.
Task task_of(unsigned seed) {
  const unsigned number = seed / kFamilies.size();
  const std::string family = kFamilies[seed % kFamilies.size()];
  if (family == "clauses") return task_of(family, ClauseProblem(seed));
  if (family == "sorted") return task_of(family, SortedProblem(seed));
  if (family == "arithmetic") return task_of(family, ArithmeticProblem(seed));
  const auto fragment = static_cast<unsigned>(family == "tff"       ? Fragment::typed
                                              : family == "numbers" ? Fragment::numbers
                                              : number % 2 == 0     ? Fragment::monadic
                                                                    : Fragment::universal);
  const RandomProblem problem(4 * seed + fragment);
  Task task = task_of(family, problem);
  task.goal_in_library = problem.shape == 2;
  return task;
}

std::set<std::string> true_words(const Task& task) {
  if (!task.has_conjecture) return {task.counter_model ? "Satisfiable" : "Unsatisfiable"};
  if (task.counter_model) return {"CounterSatisfiable"};
  std::set<std::string> words = {"Theorem"};
  if (!task.axioms_have_model) words.insert("ContradictoryAxioms");
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

// With the name of a prover, or kTogether.
class Soundness : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    std::ranges::copy_if(
        prover_profiles(), std::back_inserter(provers_), [](const ProverProfile& prover) {
          return (GetParam() == kTogether || prover.name == GetParam()) && is_here(prover);
        });
    if (provers_.empty()) GTEST_SKIP() << "no " << GetParam() << " here";
  }
  // Runs the problem; what it says is true, or nothing.
  std::string check(const Task& task, const std::string& options, const std::string& shown) {
    Ran ran = scratch_.run("winnow prove problem.p --ranker tfidf --time 2 " + options +
                           (GetParam() == kTogether ? "" : " --prover " + GetParam()));
    std::string status = status_in(ran.out);
    EXPECT_TRUE(!decides(status) || true_words(task).contains(status)) << status << " of\n"
                                                                       << shown << ran.err;
    return status;
  }
  Scratch scratch_;
  std::vector<ProverProfile> provers_;
};

TEST_P(Soundness, OfRandomProblemsWhoseTruthIsKnown) {
  std::map<std::string, int> said;
  std::map<std::string, std::set<std::string>> decided;  // by family
  constexpr unsigned kProblems = 210;
  for (unsigned seed = 0; seed < kProblems; ++seed) {
    Task task = task_of(seed);
    scratch_.write("problem.p", task.text);
    std::string status = check(task, "", task.text);
    ++said[status];
    if (decides(status)) decided[task.family].insert(status);
    for (const ProverProfile& prover : provers_)
      for (const std::string& family : families_of(prover))
        if (family == task.family) {
          EXPECT_NE(status, "Error") << task.text;  // who reads a language refuses none of it
        }
  }
  for (const auto& [word, count] : said) RecordProperty(word, count);
  // The test is about something: words of all kinds are said, of each family that the prover reads.
  for (const char* word : {"Theorem", "CounterSatisfiable", "Unsatisfiable", "Satisfiable"})
    EXPECT_GT(said[word], 0) << word;
  for (const ProverProfile& prover : provers_)
    for (const std::string& family : families_of(prover))
      EXPECT_GE(decided[family].size(), family == "clauses" ? 2u : 3u) << family;
}

TEST_P(Soundness, OfProblemsWhoseAxiomsAreInAnIndex) {
  for (unsigned seed = 1000; seed < 1036; ++seed) {
    Task task = task_of(seed);
    if (!task.has_conjecture) continue;
    scratch_.write("problem.p", task.goal_text);
    scratch_.write("library.ax", task.library);
    ASSERT_EQ(
        scratch_.run("winnow index library.ax -o library.index --model none --quiet").exit_code, 0);
    // The goal itself is in some of the libraries: then it follows, whatever the other axioms say.
    if (task.goal_in_library) task.counter_model = false;
    check(task, "--index library.index", task.library + task.goal_text);
  }
}

std::vector<std::string> names_of_provers() {
  std::vector<std::string> names = {kTogether};
  for (const ProverProfile& profile : prover_profiles()) names.emplace_back(profile.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Provers, Soundness, testing::ValuesIn(names_of_provers()),
                         [](const auto& each) { return each.param; });

}  // namespace
}  // namespace winnow
