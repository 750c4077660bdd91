#include "dag/precedents.h"

#include <algorithm>
#include <cmath>

namespace winnow {

namespace {

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

PrecedentReader::PrecedentReader(const PrecedentTable& table, const TermView& terms)
    : table_(table), reader_(terms) {
  for (std::uint64_t key : table.symbols()) symbols_.intern(key);
  std::vector<std::uint32_t> symbol_sizes(table.symbols().size(), 0), formula_sizes(table.formulas().size(), 0);
  formulas_.reserve(table.formulas().size());
  for (std::uint32_t i = 0; i < table.formulas().size(); ++i) formulas_.emplace(table.formulas()[i], i);
  proved_.assign(table.formulas().size(), PrecedentTable::kNone);
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
    auto found = formulas_.find(reader_.hash(premises[i]));
    if (found == formulas_.end()) continue;
    std::uint32_t formula = found->second;
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
