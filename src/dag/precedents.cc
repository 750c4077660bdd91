#include "dag/precedents.h"

#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
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

// How much a symbol says that stands in `count` of `all` conjectures.
float rarity(std::uint32_t count, std::uint32_t all) {
  return static_cast<float>(std::log(1 + static_cast<double>(all) / (1.0 + count)));
}

// Ends of lists by owner, from how long they are.
std::vector<std::uint32_t> ends_of(std::vector<std::uint32_t> sizes) {
  for (std::size_t i = 1; i < sizes.size(); ++i) sizes[i] += sizes[i - 1];
  return sizes;
}

// Collects what the examples in which a premise stood say about it.
class Witnesses {
 public:
  void add(float similarity, bool useful) {
    auto& count = useful ? useful_ : useless_;
    ++count.number;
    count.nearest = std::max(count.nearest, similarity);
    float power = similarity;
    for (float& sum : count.sums) {
      sum += power;
      power *= power;
    }
    std::size_t place = kNearest;
    while (place > 0 && (place > seen_ || similarity > nearest_[place - 1].similarity)) --place;
    if (place == kNearest) return;
    std::move_backward(nearest_.begin() + place, nearest_.end() - 1, nearest_.end());
    nearest_[place] = {similarity, useful ? 0.5f : -0.5f};
    seen_ = std::min(seen_ + 1, kNearest);
  }

  // Logarithms, shifted so that nothing known is zero.
  Precedents sum_up() const {
    constexpr float kLittle = 0.02f, kLeast = 0.01f, kScale = 0.25f;
    Precedents numbers = {};
    if (seen_ == 0) return numbers;
    float* out = numbers.data();
    *out++ = 1;
    *out++ = std::log1p(static_cast<float>(useful_.number));
    *out++ = std::log1p(static_cast<float>(useless_.number));
    for (std::size_t i = 0; i < kPowers; ++i) {
      float yes = useful_.sums[i], no = useless_.sums[i];
      *out++ = std::log((yes + kLittle) / (no + kLittle));
      *out++ = kScale * std::log1p((yes + no) / kLeast);
    }
    *out++ = useful_.nearest;
    *out++ = useless_.nearest;
    *out++ = nearest_[0].vote;
    for (std::size_t i = 0; i < seen_; ++i) *out += nearest_[i].vote;
    return numbers;
  }

 private:
  static constexpr std::size_t kPowers = 4, kNearest = 5;  // powers 1, 2, 4, 8 of similarities
  struct Count {
    std::uint32_t number = 0;
    float nearest = 0;
    std::array<float, kPowers> sums = {};
  };
  struct Vote {
    float similarity = -1, vote = 0;
  };
  Count useful_, useless_;
  std::array<Vote, kNearest> nearest_;
  std::size_t seen_ = 0;
};

}  // namespace

void PrecedentTable::add(std::uint64_t conjecture, std::span<const std::uint64_t> symbols,
                        std::span<const Formula> premises) {
  conjectures_.push_back(number(conjecture, formulas_, formula_ids_));
  for (std::uint64_t symbol : symbols)
    example_symbols_.push_back(number(symbol, symbols_, symbol_ids_));
  symbol_ends_.push_back(static_cast<std::uint32_t>(example_symbols_.size()));
  for (const Formula& premise : premises)
    premises_.push_back(2 * number(premise.key, formulas_, formula_ids_) + (premise.useful ? 1 : 0));
  premise_ends_.push_back(static_cast<std::uint32_t>(premises_.size()));
}

std::uint32_t PrecedentTable::formula(std::uint64_t key) const {
  auto found = formula_ids_.find(key);
  return found == formula_ids_.end() ? kNone : found->second;
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
  auto keys = [&](std::vector<std::uint64_t>& list, auto& ids) {
    list = scanner.keys();
    for (std::uint32_t i = 0; i < list.size(); ++i)
      require(ids.emplace(list[i], i).second, "its table of precedents has a key twice");
  };
  keys(table.symbols_, table.symbol_ids_);
  keys(table.formulas_, table.formula_ids_);
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

PrecedentReader::PrecedentReader(const PrecedentTable& table, const TermView& terms)
    : table_(table), reader_(terms) {
  for (std::uint64_t key : table.symbols()) symbols_.intern(key);
  std::vector<std::uint32_t> symbol_sizes(table.symbols().size(), 0), formula_sizes(table.formulas(), 0);
  proved_.assign(table.formulas(), PrecedentTable::kNone);
  for (std::uint32_t example = 0; example < table.examples(); ++example) {
    proved_[table.conjecture(example)] = example;
    for (std::uint32_t symbol : table.symbols_of(example)) ++symbol_sizes[symbol];
    for (std::uint32_t premise : table.premises_of(example)) ++formula_sizes[premise / 2];
  }
  for (std::uint32_t count : symbol_sizes) rarity_.push_back(rarity(count, table.examples()));
  posting_ends_ = ends_of(symbol_sizes);
  occurrence_ends_ = ends_of(formula_sizes);
  postings_.resize(posting_ends_.empty() ? 0 : posting_ends_.back());
  occurrences_.resize(occurrence_ends_.empty() ? 0 : occurrence_ends_.back());
  for (std::uint32_t example = 0; example < table.examples(); ++example) {
    double length = 0;
    for (std::uint32_t symbol : table.symbols_of(example)) length += rarity_[symbol] * rarity_[symbol];
    auto scale = static_cast<float>(1 / std::sqrt(std::max(length, 1e-12)));
    for (std::uint32_t symbol : table.symbols_of(example))
      postings_[posting_ends_[symbol] - symbol_sizes[symbol]--] = {example, scale * rarity_[symbol]};
    for (std::uint32_t premise : table.premises_of(example))
      occurrences_[occurrence_ends_[premise / 2] - formula_sizes[premise / 2]--] =
          2 * example + premise % 2;
  }
}

std::vector<float> PrecedentReader::similarities(TermId conjecture, std::uint32_t own) const {
  FeatureSets sets;
  {
    std::lock_guard lock(reading_);
    reader_.add(conjecture, FeatureKind::symbols, symbols_, sets);
  }
  std::vector<float> result(table_.examples(), 0.f);
  double length = 0;
  for (FeatureId id : sets.ids) {
    std::uint32_t symbol = index(id);
    bool known = symbol < rarity_.size();
    float weight = known ? rarity_[symbol] : rarity(0, table_.examples());
    length += weight * weight;
    if (!known) continue;
    for (std::uint32_t at = symbol == 0 ? 0 : posting_ends_[symbol - 1]; at < posting_ends_[symbol]; ++at)
      result[postings_[at].example] += weight * postings_[at].weight;
  }
  auto scale = static_cast<float>(1 / std::sqrt(std::max(length, 1e-12)));
  for (float& each : result) each *= scale;
  if (own != PrecedentTable::kNone) result[own] = 0;
  return result;
}

std::vector<Precedents> PrecedentReader::read(TermId conjecture, std::span<const TermId> premises,
                                           std::uint32_t own) const {
  std::vector<Precedents> result(premises.size(), Precedents{});
  if (table_.examples() == 0) return result;
  std::vector<float> similarity = similarities(conjecture, own);
  for (std::size_t i = 0; i < premises.size(); ++i) {
    std::uint32_t formula = table_.formula(reader_.hash(premises[i]));
    if (formula == PrecedentTable::kNone) continue;
    Witnesses witnesses;
    std::uint32_t first = formula == 0 ? 0 : occurrence_ends_[formula - 1];
    for (std::uint32_t at = first; at < occurrence_ends_[formula]; ++at)
      if (std::uint32_t example = occurrences_[at] / 2; example != own)
        witnesses.add(similarity[example], occurrences_[at] % 2 == 1);
    result[i] = witnesses.sum_up();
    if (proved_[formula] != PrecedentTable::kNone) result[i].back() = similarity[proved_[formula]];
  }
  return result;
}

}  // namespace winnow
