// allowed.h - what the value of an option may be: a number of a range, or one of some words.
// options.h says it once for each option; the command line, presets and the library all check it
// here.
//
//   check_value("width", 0, between(1, 4096));   // throws InputError: it goes from 1 to 4096
#pragma once

#include <limits>
#include <string>
#include <string_view>
#include <type_traits>

namespace winnow {

struct Allowed {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool without_least = false, without_most = false;  // the bound itself is too much
  std::string_view words = {};  // "joint, pair": one of these, instead of numbers
};

// Never NaN, never infinite.
constexpr Allowed between(double least, double most) { return {.least = least, .most = most}; }
constexpr Allowed at_least(double least) { return {.least = least}; }
constexpr Allowed above(double least) { return {.least = least, .without_least = true}; }
constexpr Allowed share_below_one() { return {.least = 0, .most = 1, .without_most = true}; }
constexpr Allowed one_of(std::string_view words) { return {.words = words}; }  // "joint, pair"
constexpr Allowed any_value() { return {}; }  // flags and seeds: whatever the type holds

bool is_allowed(double value, const Allowed& allowed);
bool is_allowed(std::string_view word, const Allowed& allowed);

// What to say to somebody with another value: "it goes from 1 to 4096";
// "did you mean 'joint'? choose one of: joint, pair".
std::string hint_of(const Allowed& allowed);
std::string hint_of(const Allowed& allowed, std::string_view word);

// Throw InputError, with the option, the value and what is allowed.
void check_value(std::string_view option, double value, const Allowed& allowed);
void check_value(std::string_view option, std::string_view value, const Allowed& allowed);

// Every option of a struct in options.h.
template <class Options>
void check_options(const Options& options) {
  each_option(options, [](std::string_view name, const auto& value, std::string_view,
                          const Allowed& allowed) {
    using Value = std::remove_cvref_t<decltype(value)>;
    if constexpr (std::is_same_v<Value, std::string>)
      check_value(name, std::string_view(value), allowed);
    else
      check_value(name, static_cast<double>(value), allowed);
  });
}

}  // namespace winnow
