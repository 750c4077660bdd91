// What once took quadratic time: eight times as much input may take 24 times as long, not 64.
#include "rank/problem_question.h"
#include "text/tptp.h"

#include <gtest/gtest.h>

#include <ctime>
#include <string>

namespace winnow {
namespace {

constexpr int kFew = 4000, kMany = 8 * kFew;

template <class Work>
double cpu_s(Work&& work) {
  timespec before{}, after{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &before);
  work();
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &after);
  return static_cast<double>(after.tv_sec - before.tv_sec) +
         1e-9 * static_cast<double>(after.tv_nsec - before.tv_nsec);
}

void expect_linear(double few_s, double many_s) { EXPECT_LT(many_s, 24 * few_s + 0.05); }

double negated_clauses(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += "cnf(c" + std::to_string(i) + ", negated_conjecture, p" + std::to_string(i) + "(X)).\n";
  TermBank bank;
  Problem problem = parse_tptp(text, bank);
  const Pool pool;
  return cpu_s([&] {
    ProblemQuestion question(bank, problem, {}, pool);
    EXPECT_EQ(question.evidence(nullptr).candidates, 0u);
  });
}

TEST(LinearTime, NegatedClauses) { expect_linear(negated_clauses(kFew), negated_clauses(kMany)); }

double type_declarations(int count) {
  std::string text;
  for (int i = 0; i < count; ++i)
    text += "tff(t" + std::to_string(i) + ", type, f" + std::to_string(i) + ": $i > $i).\n";
  TermBank library, bank;
  Pool pool;
  Problem types = parse_tptp(text, library);
  pool.add(library.view(), types.formulas);
  const std::string both = text + "tff(g, conjecture, f0(X) = f1(X)).\n";
  Problem problem = parse_tptp(both, bank);  // its texts point into it
  return cpu_s([&] {
    ProblemQuestion question(bank, problem, {}, pool);
    EXPECT_EQ(question.declarations().size(), static_cast<std::size_t>(count));
  });
}

TEST(LinearTime, DeclarationsOfTypesInALibrary) {
  expect_linear(type_declarations(kFew), type_declarations(kMany));
}

}  // namespace
}  // namespace winnow
