#include "prover/slice_sizes.h"

#include "winnow/error.h"
#include "winnow/selector.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string>

namespace winnow {
namespace {

InputError wrong_slices(std::string_view text, std::string_view what) {
  return InputError(fmt::format("slices '{}': {}", text, what), "for example 16,32,...,2048,all");
}

// Twice the last slice, four times, ... up to and with `end`.
void double_up(std::vector<std::size_t>& slices, std::size_t end, std::string_view text) {
  const std::size_t first = slices.back();
  while (slices.back() < end && slices.back() <= end / 2) slices.push_back(2 * slices.back());
  if (slices.back() != end)
    throw wrong_slices(text, fmt::format("doubling {} does not meet {}", first, end));
}

}  // namespace

std::vector<std::size_t> parse_slices(std::string_view text) {
  std::vector<std::size_t> slices;
  bool dots = false;
  for (std::size_t start = 0; start <= text.size();) {
    const std::size_t end = std::min(text.find(',', start), text.size());
    std::string_view item = text.substr(start, end - start);
    start = end + 1;
    while (!item.empty() && item.front() == ' ') item.remove_prefix(1);
    while (!item.empty() && item.back() == ' ') item.remove_suffix(1);
    if (item == "...") {
      if (slices.empty() || slices.back() == kAllPremises || dots)
        throw wrong_slices(text, "'...' needs a number before it");
      dots = true;
      continue;
    }
    std::size_t k = kAllPremises;
    if (item != "all") {
      const auto [stop, error] = std::from_chars(item.data(), item.data() + item.size(), k);
      if (error != std::errc() || stop != item.data() + item.size() || k == 0 || k == kAllPremises)
        throw wrong_slices(text, fmt::format("'{}' is no number above 0, '...' or 'all'", item));
    }
    if (!dots) {
      slices.push_back(k);
      continue;
    }
    if (k == kAllPremises) throw wrong_slices(text, "'...' needs a number after it");
    double_up(slices, k, text);
    dots = false;
  }
  if (dots) throw wrong_slices(text, "'...' needs a number after it");
  return slices;
}

}  // namespace winnow
