#include "app/cli/progress.h"

#include <gtest/gtest.h>

namespace winnow {
namespace {

TEST(Progress, ABarShowsShareRateAndTimeLeft) {
  ProgressState state{"importing", "examples", "loss 0.41", 500, 2000, 10};
  EXPECT_EQ(
      progress_bar(state, 200),
      "importing [######------------------] 25 %  500/2,000 examples  50/s  0:30 left  loss 0.41");
}

TEST(Progress, ABarFitsItsLine) {
  ProgressState state{"importing", "examples", "", 500, 2000, 10};
  EXPECT_EQ(progress_bar(state, 20).size(), 20u);
}

TEST(Progress, WithoutATotalThereIsNoBar) {
  ProgressState state{"reading", "formulas", "", 5, 0, 1};
  EXPECT_EQ(progress_bar(state, 200), "reading 5 formulas  5.0/s");
}

TEST(Progress, ALogLineIsPlain) {
  ProgressState state{"training", "batches", "loss 0.41", 500, 2000, 10};
  EXPECT_EQ(progress_log_line(state), "training: 500 of 2,000 batches, 50/s, 0:30 left, loss 0.41");
}

TEST(Progress, TimesAndNumbersReadWell) {
  EXPECT_EQ(clock_time(0), "0:00");
  EXPECT_EQ(clock_time(61), "1:01");
  EXPECT_EQ(clock_time(3723), "1:02:03");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1999246), "1,999,246");
}

std::string written(bool quiet, int updates) {
  std::FILE* out = std::tmpfile();
  {
    Progress progress("importing", "examples", quiet, out);
    for (int i = 0; i <= updates; ++i) progress.update(i, updates);
    progress.finish();
  }
  std::string text(static_cast<std::size_t>(std::ftell(out)), '\0');
  std::rewind(out);
  text.resize(std::fread(text.data(), 1, text.size(), out));
  std::fclose(out);
  return text;
}

TEST(Progress, AFileGetsOneLineAtTheStartAndOneAtTheEnd) {
  EXPECT_EQ(written(false, 1000),
            "importing: 0 of 1,000 examples\nimporting: 1,000 of 1,000 examples\n");
}

TEST(Progress, QuietIsQuiet) { EXPECT_EQ(written(true, 1000), ""); }

}  // namespace
}  // namespace winnow
