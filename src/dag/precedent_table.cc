#include "dag/precedent_table.h"

#include "winnow/error.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <iterator>

namespace winnow {

namespace {

std::uint32_t number(std::uint64_t key, std::vector<std::uint64_t>& keys,
                     std::unordered_map<std::uint64_t, std::uint32_t>& ids) {
  auto [found, is_new] = ids.try_emplace(key, static_cast<std::uint32_t>(keys.size()));
  if (is_new) keys.push_back(key);
  return found->second;
}

// A number is written five bits at a time, the lowest first; all digits but the last are of the
// second half of the alphabet. Most numbers take two or three characters.
constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint32_t kBits = 5, kMore = 1u << kBits;

constexpr std::uint8_t kNoDigit = 255;
constexpr auto kDigitOf = [] {
  std::array<std::uint8_t, 256> digits;
  digits.fill(kNoDigit);
  for (std::size_t i = 0; i < kDigits.size(); ++i)
    digits[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint8_t>(i);
  return digits;
}();

void write_number(std::uint32_t number, std::string& text) {
  for (; number >= kMore; number >>= kBits) text += kDigits[kMore + number % kMore];
  text += kDigits[number];
}

// Reads what to_text wrote, from front to back; whatever is not that is refused.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : left_(text) {}

  bool done() const { return left_.empty(); }

  std::vector<std::uint64_t> keys() {  // a line of hexadecimal numbers
    std::string_view line = next_line();
    require(line.size() % kKey == 0, "its table of precedents has a key that is cut off");
    std::vector<std::uint64_t> keys(line.size() / kKey);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      const char* at = line.data() + i * kKey;
      auto [end, error] = std::from_chars(at, at + kKey, keys[i], 16);
      require(error == std::errc() && end == at + kKey,
              "its table of precedents holds something that is no key");
    }
    return keys;
  }

  // A line of numbers below a bound, added to a list.
  void numbers(std::size_t below, std::vector<std::uint32_t>& list) {
    std::uint64_t number = 0;
    std::uint32_t shift = 0;
    for (char each : next_line()) {
      std::uint32_t digit = kDigitOf[static_cast<unsigned char>(each)];
      require(digit != kNoDigit && shift < 32,
              "its table of precedents holds something that is no number");
      number |= std::uint64_t{digit % kMore} << shift;
      shift += kBits;
      if (digit >= kMore) continue;
      require(number < below, "its table of precedents names what it does not have");
      list.push_back(static_cast<std::uint32_t>(number));
      number = shift = 0;
    }
    require(shift == 0, "its table of precedents is cut off");
  }

 private:
  static constexpr std::size_t kKey = 16;
  std::string_view next_line() {
    std::size_t end = left_.find('\n');
    require(end != std::string_view::npos, "its table of precedents is cut off");
    std::string_view line = left_.substr(0, end);
    left_.remove_prefix(end + 1);
    return line;
  }
  std::string_view left_;
};

}  // namespace

void PrecedentCollector::add(std::uint64_t conjecture, std::span<const std::uint64_t> symbols,
                             std::span<const Formula> premises) {
  PrecedentTable& t = table_;
  t.conjectures_.push_back(number(conjecture, t.formulas_, formulas_));
  for (std::uint64_t symbol : symbols)
    t.example_symbols_.push_back(number(symbol, t.symbols_, symbols_));
  t.symbol_ends_.push_back(static_cast<std::uint32_t>(t.example_symbols_.size()));
  for (const Formula& premise : premises)
    t.premises_.push_back(2 * number(premise.key, t.formulas_, formulas_) + (premise.useful ? 1 : 0));
  t.premise_ends_.push_back(static_cast<std::uint32_t>(t.premises_.size()));
}

// Keys of symbols, keys of formulae; then for each example its conjecture, its symbols and its
// premises, a line each.
std::string PrecedentTable::to_text() const {
  std::string text;
  for (const auto* keys : {&symbols_, &formulas_}) {
    for (std::uint64_t key : *keys) fmt::format_to(std::back_inserter(text), "{:016x}", key);
    text += '\n';
  }
  for (std::uint32_t example = 0; example < examples(); ++example) {
    for (auto numbers : {std::span(&conjectures_[example], 1), symbols_of(example), premises_of(example)}) {
      for (std::uint32_t each : numbers) write_number(each, text);
      text += '\n';
    }
  }
  return text;
}

PrecedentTable PrecedentTable::from_text(std::string_view text) {
  PrecedentTable table;
  if (text.empty()) return table;
  Scanner scanner(text);
  table.symbols_ = scanner.keys();
  table.formulas_ = scanner.keys();
  while (!scanner.done()) {
    scanner.numbers(table.formulas_.size(), table.conjectures_);
    scanner.numbers(table.symbols_.size(), table.example_symbols_);
    scanner.numbers(2 * table.formulas_.size(), table.premises_);
    table.symbol_ends_.push_back(static_cast<std::uint32_t>(table.example_symbols_.size()));
    table.premise_ends_.push_back(static_cast<std::uint32_t>(table.premises_.size()));
    require(table.conjectures_.size() == table.symbol_ends_.size(),
            "its table of precedents has an example without a conjecture");
  }
  return table;
}

}  // namespace winnow
