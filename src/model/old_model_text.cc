#include "model/old_model_text.h"

#include "data/json_text.h"
#include "model/model_json.h"
#include "winnow/error.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <functional>
#include <optional>
#include <utility>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kDigits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
constexpr std::uint32_t kBits = 5, kMore = 1u << kBits;
constexpr std::size_t kKey = 16;

constexpr std::uint8_t kNoDigit = 255;
constexpr auto kDigitOf = [] {
  std::array<std::uint8_t, 256> digits;
  digits.fill(kNoDigit);
  for (std::size_t i = 0; i < kDigits.size(); ++i)
    digits[static_cast<unsigned char>(kDigits[i])] = static_cast<std::uint8_t>(i);
  return digits;
}();

void expect(bool holds, const std::string& what, const char* otherwise) {
  if (!holds) require(false, what + " " + otherwise);
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

// Reads lines from front to back; whatever is not that is refused with a ContractError that says
// what is wrong with `what`.
class NumberScanner {
 public:
  NumberScanner(std::string_view text, std::string what) : left_(text), what_(std::move(what)) {}

  bool done() const { return left_.empty(); }
  std::vector<std::uint64_t> keys() { return read_keys(next_line(), what_); }
  // A line of numbers below a bound, each given to `take`.
  template <class Take>
  void numbers(std::size_t below, const Take& take) {
    std::uint64_t number = 0;
    std::uint32_t shift = 0;
    for (char each : next_line()) {
      std::uint32_t digit = kDigitOf[static_cast<unsigned char>(each)];
      expect(digit != kNoDigit && shift < 32, what_, "holds something that is no number");
      number |= std::uint64_t{digit % kMore} << shift;
      shift += kBits;
      if (digit >= kMore) continue;
      expect(number < below, what_, "names what it does not have");
      take(static_cast<std::uint32_t>(number));
      number = shift = 0;
    }
    expect(shift == 0, what_, "is cut off");
  }

 private:
  std::string_view next_line() {
    std::size_t end = left_.find('\n');
    expect(end != std::string_view::npos, what_, "is cut off");
    std::string_view line = left_.substr(0, end);
    left_.remove_prefix(end + 1);
    return line;
  }

  std::string_view left_;
  std::string what_;
};

auto into(std::vector<std::uint32_t>& list) {
  return [&list](std::uint32_t number) { list.push_back(number); };
}
auto into(std::vector<PremiseUse>& list) {
  return [&list](std::uint32_t code) { list.push_back(PremiseUse::from_code(code)); };
}

// A JSON string without its quotes, if its only escapes are ends of lines.
std::optional<std::string> plain_string(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  while (!text.empty()) {
    std::size_t end = std::min(text.find('\\'), text.size());
    plain += text.substr(0, end);
    if (end == text.size()) break;
    if (end + 1 == text.size() || text[end + 1] != 'n') return std::nullopt;
    plain += '\n';
    text.remove_prefix(end + 2);
  }
  return plain;
}

constexpr std::size_t kLong = std::size_t{1} << 20;

std::size_t end_of_string(std::string_view text, std::size_t from) {
  for (std::size_t quote = from; (quote = text.find('"', quote)) != std::string_view::npos;
       ++quote) {
    std::size_t escapes = 0;
    while (text[quote - 1 - escapes] == '\\') ++escapes;
    if (escapes % 2 == 0) return quote;
  }
  return std::string_view::npos;
}

}  // namespace

LabelTable old_labels(std::string_view text) {
  Json json = parse_json(text);
  LabelTable labels;
  for (const Json& symbol : json.at("symbols"))
    labels.symbols.push_back(
        {symbol.at(0).get<std::string>(), kind_of(symbol.at(1).get_ref<const std::string&>())});
  labels.heads = heads_of(json.at("heads"));
  return labels;
}

FormulaTable old_keys(std::string_view text) {
  std::vector<std::uint64_t> keys = read_keys(text, "its memory");
  require(std::ranges::adjacent_find(keys, std::greater_equal()) == keys.end(),
          "its memory is out of order");
  return FormulaTable(std::move(keys));
}

// Keys of symbols, keys of formulas; then for each example its conjecture, its symbols and its
// premises, a line each.
PrecedentTable old_precedents(std::string_view text) {
  PrecedentTable table;
  if (text.empty()) return table;
  NumberScanner scanner(text, "its table of precedents");
  table.symbols = scanner.keys();
  table.formulas = scanner.keys();
  while (!scanner.done()) {
    std::vector<std::uint32_t> conjecture;
    scanner.numbers(table.formulas.size(), into(conjecture));
    require(conjecture.size() == 1, "its table of precedents has an example without a conjecture");
    scanner.numbers(table.symbols.size(), into(table.example_symbols));
    scanner.numbers(2 * table.formulas.size(), into(table.examples.premises));
    table.symbol_ends.push_back(static_cast<std::uint32_t>(table.example_symbols.size()));
    table.examples.end_example(conjecture.front());
  }
  return table;
}

// All conjectures; then the premises of each example, a line each.
ExampleTable old_nearest_examples(std::string_view text, std::size_t formulas) {
  NumberScanner scanner(text, "its table of nearest examples");
  ExampleTable table;
  scanner.numbers(formulas, into(table.conjectures));
  while (!scanner.done()) {
    scanner.numbers(2 * formulas, into(table.premises));
    table.ends.push_back(static_cast<std::uint32_t>(table.premises.size()));
  }
  require(table.ends.size() == table.conjectures.size(),
          "its table of nearest examples is cut off");
  return table;
}

void put_old_tables(const std::map<std::string, std::string>& metadata, ModelFile& model) {
  auto text = [&](const char* name) -> std::string_view {
    auto found = metadata.find(name);
    return found == metadata.end() ? std::string_view() : found->second;
  };
  model.labels = old_labels(text("labels"));
  model.memory = old_keys(text("memory"));
  model.precedents = old_precedents(text("precedents"));
  model.features = old_keys(text("retrieve_features"));
  model.used = old_keys(text("retrieve_used"));
  if (!model.nearest_examples.empty())
    model.nearest_example_table = old_nearest_examples(
        text("neighbours"), model.nearest_examples.tensor("nearest_examples.vectors").shape[0]);
}

std::string name_of_old_tensor(const std::string& name) {
  constexpr std::string_view kOld = "neighbours.";
  return name.starts_with(kOld) ? "nearest_examples." + name.substr(kOld.size()) : name;
}

OldHeader::OldHeader(std::string_view text) {
  for (std::size_t open; (open = text.find('"')) != std::string_view::npos;) {
    std::size_t close = end_of_string(text, open + 1);
    if (close == std::string_view::npos) break;
    std::optional<std::string> taken;
    if (close - open > kLong) taken = plain_string(text.substr(open + 1, close - open - 1));
    if (taken) {
      json += text.substr(0, open);
      json += std::to_string(long_strings.size());
      long_strings.push_back(std::move(*taken));
    } else {
      json += text.substr(0, close + 1);
    }
    text.remove_prefix(close + 1);
  }
  json += text;
}

}  // namespace winnow
