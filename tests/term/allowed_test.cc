#include "winnow/options.h"

#include "winnow/error.h"
#include "winnow/presets.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace winnow {
namespace {

template <class Change>
std::string complaint(Change change) {
  TrainOptions options;
  change(options);
  try {
    check_options(options);
  } catch (const InputError& error) {
    return std::string(error.what()) + " | " + error.hint();
  }
  return "";
}

TEST(Allowed, DefaultsAreAllowed) {
  EXPECT_NO_THROW(check_options(ModelOptions{}));
  EXPECT_NO_THROW(check_options(TrainOptions{}));
}

TEST(Allowed, NamesTheOptionTheValueAndTheRange) {
  EXPECT_EQ(complaint([](auto& o) { o.batch = 0; }),
            "batch cannot be 0 | it goes from 1 to 1000000");
  EXPECT_EQ(complaint([](auto& o) { o.dropout = 1; }),
            "dropout cannot be 1 | it is at least 0 and below 1");
  EXPECT_EQ(complaint([](auto& o) { o.teacher_share = 1.5; }),
            "teacher-share cannot be 1.5 | it goes from 0 to 1");
  EXPECT_EQ(complaint([](auto& o) { o.learning_rate = 0; }),
            "learning-rate cannot be 0 | it is above 0");
  EXPECT_EQ(complaint([](auto& o) { o.clip = -1; }), "clip cannot be -1 | it is at least 0");
  EXPECT_EQ(complaint([](auto& o) { o.schedule = "cosin"; }),
            "schedule cannot be 'cosin' | did you mean 'cosine'? choose one of: constant, cosine");
  EXPECT_EQ(complaint([](auto& o) { o.seed = std::numeric_limits<std::uint64_t>::max(); }), "");
}

TEST(Allowed, NeverNanNeverInfinite) {
  for (double value : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    EXPECT_FALSE(is_allowed(value, any_value()));
    EXPECT_FALSE(is_allowed(value, at_least(0)));
    EXPECT_FALSE(is_allowed(value, above(0)));
  }
}

TEST(Allowed, EveryPresetIsAllowed) {
  for (const Preset& preset : kPresets)
    for (const OptionValue& each : preset.values) {
      bool found = false;
      auto check = [&](std::string_view name, const auto& value, std::string_view,
                       const Allowed& allowed) {
        if (name != each.name) return;
        found = true;
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, std::string>) {
          EXPECT_TRUE(is_allowed(each.value, allowed)) << name;
        } else if constexpr (std::is_same_v<std::remove_cvref_t<decltype(value)>, bool>) {
          EXPECT_TRUE(each.value == "true" || each.value == "false") << name;
        } else {
          EXPECT_TRUE(is_allowed(std::stod(std::string(each.value)), allowed)) << name;
        }
      };
      each_option(ModelOptions{}, check);
      each_option(TrainOptions{}, check);
      EXPECT_TRUE(found) << each.name;
    }
}

}  // namespace
}  // namespace winnow
