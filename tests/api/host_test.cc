// What winnow leaves alone in the program that links it.
#include <winnow/prove.h>
#include <winnow/selector.h>

#include <gtest/gtest.h>

#include <clocale>
#include <csignal>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

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

// What each signal does, as far as a program can ask.
std::vector<void (*)(int)> signal_handlers() {
  std::vector<void (*)(int)> handlers;
  for (int signal = 1; signal < NSIG; ++signal) {
    struct sigaction action {};
    sigaction(signal, nullptr, &action);
    handlers.push_back(action.sa_handler);
  }
  return handlers;
}

std::string locale() { return std::setlocale(LC_ALL, nullptr); }

// As it was before main, and before anything of winnow's could have run.
const int threads_at_start = openblas_get_num_threads();
const std::string environment_at_start = environment();
const std::string locale_at_start = locale();
const auto handlers_at_start = signal_handlers();

TEST(Host, LinkingChangesNoSetting) {
  int cores = static_cast<int>(std::thread::hardware_concurrency());
  if (std::getenv("OPENBLAS_NUM_THREADS") == nullptr && std::getenv("OMP_NUM_THREADS") == nullptr) {
    EXPECT_EQ(openblas_get_num_threads() > 1, cores > 1);
  }
  EXPECT_EQ(openblas_get_num_threads(), threads_at_start);
  EXPECT_EQ(environment(), environment_at_start);
  EXPECT_EQ(locale(), locale_at_start);
  EXPECT_EQ(locale(), "C") << "what every program begins with";
  EXPECT_EQ(signal_handlers(), handlers_at_start);
}

TEST(Host, RankingAndProvingPutBackWhatTheySet) {
  openblas_set_num_threads(2);
  const auto handlers = signal_handlers();
  const std::string before = environment(), spoken = locale();
  winnow::Selector selector = winnow::Selector::open();  // with the shipped model
  selector.add("fof(near, axiom, ![X]: (p(X) => q(X))). fof(base, axiom, p(a)).");
  EXPECT_EQ(selector.rank("fof(goal, conjecture, q(a)).").candidates, 2u);
  winnow::prove(selector, "fof(goal, conjecture, q(a)).",
                {.time_limit_s = 60, .provers = {"sh -c 'echo \"% SZS status GaveUp\"'"}});
  EXPECT_EQ(openblas_get_num_threads(), 2);
  EXPECT_EQ(signal_handlers(), handlers);
  EXPECT_EQ(environment(), before);
  EXPECT_EQ(locale(), spoken);
}

}  // namespace
