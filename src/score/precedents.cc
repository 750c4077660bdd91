#include "score/precedents.h"

#include <algorithm>
#include <cmath>

namespace winnow {

namespace {

// How much a symbol says that stands in `count` of `all` conjectures.
float rarity(std::uint32_t count, std::uint32_t all) {
  return static_cast<float>(std::log(1 + static_cast<double>(all) / (1.0 + count)));
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

PrecedentIndex::PrecedentIndex(const PrecedentTable& table) : table_(table) {
  auto number_keys = [](std::span<const std::uint64_t> keys, auto& numbers) {
    numbers.reserve(keys.size());
    for (std::uint32_t i = 0; i < keys.size(); ++i) numbers.emplace(keys[i], i);
  };
  number_keys(table.symbols, symbols_);
  number_keys(table.formulas, formulas_);
  std::vector<std::uint32_t> symbol_sizes(table.symbols.size(), 0),
      formula_sizes(table.formulas.size(), 0);
  proved_.assign(table.formulas.size(), PrecedentTable::kNone);
  const ExampleTable& examples = table.examples;
  for (std::uint32_t example = 0; example < examples.size(); ++example) {
    proved_[examples.conjectures[example]] = example;
    for (std::uint32_t symbol : table.symbols_of(example)) ++symbol_sizes[symbol];
    for (PremiseUse use : examples[example]) ++formula_sizes[use.formula()];
  }
  for (std::uint32_t count : symbol_sizes) rarity_.push_back(rarity(count, examples.size()));
  postings_ = InvertedLists<Entry>(symbol_sizes);
  occurrences_ = InvertedLists<Occurrence>(formula_sizes);
  for (std::uint32_t example = 0; example < examples.size(); ++example) {
    double length = 0;
    for (std::uint32_t symbol : table.symbols_of(example))
      length += rarity_[symbol] * rarity_[symbol];
    auto scale = static_cast<float>(1 / std::sqrt(std::max(length, 1e-12)));
    for (std::uint32_t symbol : table.symbols_of(example))
      postings_.add(symbol, {example, scale * rarity_[symbol]});
    for (PremiseUse use : examples[example])
      occurrences_.add(use.formula(), {example, use.useful()});
  }
}

std::vector<float> PrecedentIndex::similarities(std::span<const std::uint64_t> symbols,
                                                std::uint32_t own) const {
  std::vector<std::uint32_t> known;
  for (std::uint64_t symbol : symbols)
    if (auto found = symbols_.find(symbol); found != symbols_.end()) known.push_back(found->second);
  std::ranges::sort(known);  // sums do not depend on where a symbol stands in the conjecture
  std::vector<float> result(table_.examples.size(), 0.f);
  double length = 0;
  for (std::uint32_t symbol : known) {
    float weight = rarity_[symbol];
    length += weight * weight;
    for (const Entry& entry : postings_[symbol]) result[entry.example] += weight * entry.weight;
  }
  float unknown = rarity(0, table_.examples.size());
  for (std::size_t i = known.size(); i < symbols.size(); ++i) length += unknown * unknown;
  auto scale = static_cast<float>(1 / std::sqrt(std::max(length, 1e-12)));
  for (float& each : result) each *= scale;
  if (own != PrecedentTable::kNone) result[own] = 0;
  return result;
}

std::vector<Precedents> PrecedentIndex::read(std::span<const std::uint64_t> symbols,
                                             std::span<const std::uint64_t> premises,
                                             std::uint32_t own) const {
  std::vector<Precedents> result(premises.size(), Precedents{});
  if (table_.examples.size() == 0) return result;
  std::vector<float> similarity = similarities(symbols, own);
  for (std::size_t i = 0; i < premises.size(); ++i) {
    auto found = formulas_.find(premises[i]);
    if (found == formulas_.end()) continue;
    std::uint32_t formula = found->second;
    Witnesses witnesses;
    for (Occurrence in : occurrences_[formula])
      if (in.example != own) witnesses.add(similarity[in.example], in.useful);
    result[i] = witnesses.sum_up();
    if (proved_[formula] != PrecedentTable::kNone) result[i].back() = similarity[proved_[formula]];
  }
  return result;
}

std::vector<Precedents> PrecedentReader::read(TermId conjecture, std::span<const TermId> premises,
                                              std::uint32_t own) const {
  std::vector<std::uint64_t> symbols, keys;
  {
    std::lock_guard lock(reading_);
    FeatureSets sets;
    reader_.add(conjecture, FeatureKind::symbols, symbols_, sets);
    for (FeatureId id : sets.ids) symbols.push_back(symbols_.hashes()[index(id)]);
  }
  keys.reserve(premises.size());
  for (TermId premise : premises) keys.push_back(reader_.hash(premise));
  return index_->read(symbols, keys, own);
}

}  // namespace winnow
