// What winnow leaves alone in the program that links it.
#include <winnow/prove.h>
#include <winnow/selector.h>

#include <gtest/gtest.h>

#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>

extern "C" {
int openblas_get_num_threads(void);
void openblas_set_num_threads(int);
extern char** environ;
}

namespace {

std::string environment() {
  std::string all;
  for (char** each = environ; *each != nullptr; ++each) (all += *each) += '\n';
  return all;
}

// As it was before main, and before anything of winnow's could have run.
const int threads_at_start = openblas_get_num_threads();
const std::string environment_at_start = environment();

TEST(Host, LinkingChangesNoSetting) {
  int cores = static_cast<int>(std::thread::hardware_concurrency());
  if (std::getenv("OPENBLAS_NUM_THREADS") == nullptr && std::getenv("OMP_NUM_THREADS") == nullptr) {
    EXPECT_EQ(openblas_get_num_threads() > 1, cores > 1);
  }
  EXPECT_EQ(openblas_get_num_threads(), threads_at_start);
  EXPECT_EQ(environment(), environment_at_start);
}

TEST(Host, RankingAndProvingPutBackWhatTheySet) {
  openblas_set_num_threads(2);
  auto interrupt = std::signal(SIGINT, SIG_DFL);
  std::string before = environment();
  winnow::Selector selector = winnow::Selector::open();  // with the shipped model
  selector.add("fof(near, axiom, ![X]: (p(X) => q(X))). fof(base, axiom, p(a)).");
  EXPECT_EQ(selector.rank("fof(goal, conjecture, q(a)).").candidates, 2u);
  winnow::prove(selector, "fof(goal, conjecture, q(a)).",
                {.time_limit_s = 60, .provers = {"sh -c 'echo \"% SZS status GaveUp\"'"}});
  EXPECT_EQ(openblas_get_num_threads(), 2);
  EXPECT_EQ(std::signal(SIGINT, interrupt), SIG_DFL);
  EXPECT_EQ(environment(), before);
}

}  // namespace
