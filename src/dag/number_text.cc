#include "dag/number_text.h"

#include "winnow/error.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <iterator>

namespace winnow {

namespace {

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint32_t kBits = 5, kMore = 1u << kBits;

constexpr std::uint8_t kNoDigit = 255;
constexpr auto kDigitOf = [] {
  std::array<std::uint8_t, 256> digits;
  digits.fill(kNoDigit);
  for (std::size_t i = 0; i < kDigits.size(); ++i)
    digits[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint8_t>(i);
  return digits;
}();

constexpr std::size_t kKey = 16;

void expect(bool holds, const std::string& what, const char* otherwise) {
  if (!holds) require(false, what + " " + otherwise);
}

}  // namespace

std::string keys_text(std::span<const std::uint64_t> keys) {
  std::string text;
  text.reserve(keys.size() * kKey);
  for (std::uint64_t key : keys) fmt::format_to(std::back_inserter(text), "{:016x}", key);
  return text;
}

std::vector<std::uint64_t> read_keys(std::string_view text, const std::string& what) {
  expect(text.size() % kKey == 0, what, "has a key that is cut off");
  std::vector<std::uint64_t> keys(text.size() / kKey);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const char* at = text.data() + i * kKey;
    auto [end, error] = std::from_chars(at, at + kKey, keys[i], 16);
    expect(error == std::errc() && end == at + kKey, what, "holds something that is no key");
  }
  return keys;
}

void write_numbers(std::span<const std::uint32_t> numbers, std::string& text) {
  for (std::uint32_t number : numbers) {
    for (; number >= kMore; number >>= kBits) text += kDigits[kMore + number % kMore];
    text += kDigits[number];
  }
  text += '\n';
}

std::string_view NumberScanner::next_line() {
  std::size_t end = left_.find('\n');
  expect(end != std::string_view::npos, what_, "is cut off");
  std::string_view line = left_.substr(0, end);
  left_.remove_prefix(end + 1);
  return line;
}

void NumberScanner::numbers(std::size_t below, std::vector<std::uint32_t>& list) {
  std::uint64_t number = 0;
  std::uint32_t shift = 0;
  for (char each : next_line()) {
    std::uint32_t digit = kDigitOf[static_cast<unsigned char>(each)];
    expect(digit != kNoDigit && shift < 32, what_, "holds something that is no number");
    number |= std::uint64_t{digit % kMore} << shift;
    shift += kBits;
    if (digit >= kMore) continue;
    expect(number < below, what_, "names what it does not have");
    list.push_back(static_cast<std::uint32_t>(number));
    number = shift = 0;
  }
  expect(shift == 0, what_, "is cut off");
}

}  // namespace winnow
