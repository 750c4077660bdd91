#include "rank/symbol_facts.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace winnow {

const TfIdf& SymbolFacts::symbols() const {
  std::call_once(has_symbols_, [this] {
    symbols_.emplace(sets_, documents_, features_, library_);
    log_documents_ = std::log(static_cast<float>(std::max<std::size_t>(2, symbols_->counted())));
  });
  return *symbols_;
}

float SymbolFacts::rarity(FeatureId id) const { return symbols().weight(id) / log_documents_; }

std::span<const std::uint32_t> SymbolFacts::rarest() const {
  std::call_once(has_rarest_, [this] {
    const TfIdf& symbols = this->symbols();
    rarest_.reserve(documents_.size());
    for (std::size_t i = 0; i < documents_.size(); ++i) {
      std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
      for (FeatureId id : set(i)) fewest = std::min(fewest, symbols.count(id));
      rarest_.push_back(set(i).empty() ? 0 : fewest);
    }
  });
  return rarest_;
}

void SymbolFacts::add_up() const {
  std::call_once(has_totals_, [this] {
    const TfIdf& symbols = this->symbols();
    sizes_.reserve(candidates_);
    totals_.reserve(candidates_);
    offered_.assign(features_, 0);
    for (std::size_t i = 0; i < candidates_; ++i) {
      float total = 0;
      for (FeatureId id : set(i)) total += symbols.weight(id);
      if (total > 0)
        for (FeatureId id : set(i)) offered_[index(id)] += symbols.weight(id) / total;
      totals_.push_back(total);
      sizes_.push_back(static_cast<std::uint8_t>(std::min(set(i).size(), kLongest)));
    }
  });
}

std::span<const std::uint8_t> SymbolFacts::sizes() const {
  add_up();
  return sizes_;
}
std::span<const float> SymbolFacts::totals() const {
  add_up();
  return totals_;
}
std::span<const float> SymbolFacts::offered() const {
  add_up();
  return offered_;
}

const InvertedLists<std::uint32_t>& SymbolFacts::triggers() const {
  std::call_once(has_triggers_, [this] {
    const TfIdf& symbols = this->symbols();
    auto rarest = this->rarest();
    auto is_triggered = [&](std::size_t document, FeatureId id) {
      return symbols.count(id) <= kMostTolerance * rarest[document];
    };
    std::vector<std::uint32_t> counts(features_, 0);
    for (std::size_t i = 0; i < documents_.size(); ++i)
      for (FeatureId id : set(i))
        if (is_triggered(i, id)) ++counts[index(id)];
    triggers_ = InvertedLists<std::uint32_t>(counts);
    for (std::size_t i = 0; i < documents_.size(); ++i)
      for (FeatureId id : set(i))
        if (is_triggered(i, id)) triggers_.add(index(id), static_cast<std::uint32_t>(i));
  });
  return triggers_;
}

bool SymbolFacts::share_rare_symbol(std::size_t a, std::size_t b) const {
  return std::ranges::any_of(set(a), [&](FeatureId id) {
    return rarity(id) >= kSharedRarity && std::ranges::binary_search(set(b), id);
  });
}

std::uint32_t SymbolFacts::coherent() const {
  std::call_once(has_coherent_, [this] {
    for (std::uint32_t i = 0; i + 1 < candidates_; ++i)
      if (share_rare_symbol(i, i + 1)) ++coherent_;
  });
  return coherent_;
}

}  // namespace winnow
