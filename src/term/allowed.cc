#include "winnow/allowed.h"

#include "term/nearest.h"
#include "winnow/error_code.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace winnow {

namespace {

std::vector<std::string_view> words_of(const Allowed& allowed) {
  std::vector<std::string_view> words;
  for (std::string_view rest = allowed.words; !rest.empty();) {
    std::size_t end = std::min(rest.find(", "), rest.size());
    words.push_back(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 2, rest.size()));
  }
  return words;
}

}  // namespace

bool is_allowed(double value, const Allowed& allowed) {
  return std::isfinite(value) &&
         (allowed.without_least ? value > allowed.least : value >= allowed.least) &&
         (allowed.without_most ? value < allowed.most : value <= allowed.most);
}

bool is_allowed(std::string_view word, const Allowed& allowed) {
  std::vector<std::string_view> words = words_of(allowed);
  return words.empty() || std::ranges::find(words, word) != words.end();
}

std::string hint_of(const Allowed& allowed) {
  if (!allowed.words.empty()) return fmt::format("choose one of: {}", allowed.words);
  bool from = std::isfinite(allowed.least), to = std::isfinite(allowed.most);
  if (!from && !to) return "it is a number";
  if (from && to && !allowed.without_least && !allowed.without_most)
    return fmt::format("it goes from {} to {}", allowed.least, allowed.most);
  std::string text = "it is ";
  if (from)
    text += fmt::format("{} {}", allowed.without_least ? "above" : "at least", allowed.least);
  if (to)
    text += fmt::format("{}{} {}", from ? " and " : "", allowed.without_most ? "below" : "at most",
                        allowed.most);
  return text;
}

std::string hint_of(const Allowed& allowed, std::string_view word) {
  return hint_with_nearest(word, words_of(allowed), hint_of(allowed));
}

void check_value(std::string_view option, double value, const Allowed& allowed) {
  if (!is_allowed(value, allowed))
    throw CodedError(ErrorCode::option_value, {std::string(option), fmt::format("{}", value)},
                     fmt::format("{} cannot be {}", option, value), hint_of(allowed));
}

void check_value(std::string_view option, std::string_view value, const Allowed& allowed) {
  if (!is_allowed(value, allowed))
    throw CodedError(ErrorCode::option_value, {std::string(option), std::string(value)},
                     fmt::format("{} cannot be '{}'", option, value), hint_of(allowed, value));
}

}  // namespace winnow
