#include "app/cli/last_resort.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <iterator>

namespace winnow {
namespace {

TEST(LastResortDeathTest, AnswersWhenTheRestOfTheProgramHangs) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto hang = [] {
    dup2(STDERR_FILENO, STDOUT_FILENO);  // what a death test looks at
    LastResort last_resort(Deadline::in(0.05), "late\n", 8);
    for (;;) pause();
  };
  EXPECT_EXIT(hang(), testing::ExitedWithCode(8), "late");
}

TEST(LastResortDeathTest, IsSilentOnceItStandsDown) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const auto answer = [] {
    LastResort last_resort(Deadline::in(0.05), "late\n", 8);
    last_resort.stand_down();
    usleep(600'000);
    _exit(0);
  };
  EXPECT_EXIT(answer(), testing::ExitedWithCode(0), "^$");
}

TEST(LastResort, HasNothingToDoWithoutADeadline) {
  const auto threads = [] {
    const std::filesystem::directory_iterator tasks("/proc/self/task");
    return std::distance(begin(tasks), end(tasks));
  };
  const auto before = threads();
  LastResort last_resort(Deadline::never(), "late\n", 8);
  EXPECT_EQ(threads(), before);  // nobody waits
  last_resort.stand_down();
}

}  // namespace
}  // namespace winnow
