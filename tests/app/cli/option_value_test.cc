#include "app/cli/option_value.h"

#include "winnow/options.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace winnow {
namespace {

double seconds(const std::string& text) {
  return seconds_of("--time", text, between(1e-3, kLongest_s));
}

TEST(Seconds, HaveUnits) {
  EXPECT_DOUBLE_EQ(seconds("90"), 90);
  EXPECT_DOUBLE_EQ(seconds("1.5"), 1.5);
  EXPECT_DOUBLE_EQ(seconds("500ms"), 0.5);
  EXPECT_DOUBLE_EQ(seconds("10s"), 10);
  EXPECT_DOUBLE_EQ(seconds("2m"), 120);
  EXPECT_DOUBLE_EQ(seconds("1h"), 3600);
  EXPECT_DOUBLE_EQ(seconds("0.5d"), 43200);
}

TEST(Seconds, AreNeitherNanNorInfiniteNorNothing) {
  for (const char* text : {"", "nan", "inf", "-inf", "0", "-1", "1e999", "1e9", "s", "10x", "10 s",
                           "1m30", "soon", "0x10"})
    EXPECT_THROW(seconds(text), UsageError) << text;
}

std::string complaint(auto check) {
  try {
    check();
  } catch (const UsageError& error) {
    return std::string(error.what()) + " | " + error.hint();
  }
  return "";
}

TEST(WholeNumbers, EndWithTheirType) {
  auto seed = [](const std::string& text) {
    return complaint([&] { check_whole("--seed", text, any_value(), ~std::uint64_t{0}); });
  };
  EXPECT_EQ(seed("18446744073709551615"), "");
  EXPECT_EQ(seed("18446744073709551616"),
            "--seed cannot be '18446744073709551616' | it is a whole number from 0 to "
            "18446744073709551615");
  for (const char* text : {"", "-1", "1.5", "1e3", "nan", "seven", " 1", "1 "})
    EXPECT_NE(seed(text), "") << text;
}

TEST(WholeNumbers, HaveARange) {
  EXPECT_EQ(complaint([] { check_whole("-k", "0", at_least(1), ~std::uint32_t{0}); }),
            "-k cannot be '0' | it is a whole number, at least 1");
  EXPECT_EQ(complaint([] { check_whole("--jobs", "1025", between(1, 1024), 1u << 31); }),
            "--jobs cannot be '1025' | it is a whole number from 1 to 1024");
}

TEST(Words, AreSuggested) {
  EXPECT_EQ(complaint([] { check_word("--mode", "jont", one_of("joint, pair")); }),
            "--mode cannot be 'jont' | did you mean 'joint'? choose one of: joint, pair");
}

TEST(OptionValue, ARangeIsShownWhereThereIsOne) {
  EXPECT_EQ(range_of(between(1, 1024), true), "1..1024");
  EXPECT_EQ(range_of(between(0, 1e6), true), "0..1000000");
  EXPECT_EQ(range_of(at_least(1), true), "at least 1");
  EXPECT_EQ(range_of(at_least(0), true), "");  // no unsigned number is less
  EXPECT_EQ(range_of(at_least(0), false), "at least 0");
  EXPECT_EQ(range_of(above(0), false), "above 0");
  EXPECT_EQ(range_of(share_below_one(), false), "at least 0, below 1");
  EXPECT_EQ(range_of(any_value(), false), "");
  EXPECT_EQ(range_of({.most = 5}, false), "at most 5");
  CLI::App app;
  std::uint32_t threads = 2;
  add_value(app, "--threads", threads, "of the model", between(1, 1024));
  EXPECT_THAT(app.help(), testing::HasSubstr("--threads UINT:1..1024"));
}

}  // namespace
}  // namespace winnow
