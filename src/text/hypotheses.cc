#include "text/hypotheses.h"

#include "term/hash.h"

#include <algorithm>
#include <compare>

namespace winnow {

namespace {

// Steps that one sequent may take: some ten milliseconds.
constexpr std::size_t kMostWork = 1u << 20;
constexpr std::uint64_t kUnknown = 0;

}  // namespace

void HypothesisOrder::arrange(std::vector<Hypothesis>& hypotheses,
                              std::span<const std::uint32_t> variables,
                              std::span<const std::uint32_t> known, std::uint32_t count) {
  variables_ = variables;
  entries_.clear();
  for (const Hypothesis& hypothesis : hypotheses)
    entries_.push_back({hypothesis, static_cast<std::uint32_t>(entries_.size()), 0, 0});
  drop_duplicates();
  for (Entry& entry : entries_) entry.key = entry.hypothesis.shape;
  classes_ = entries_.empty() ? 0 : 1;
  split_classes();
  if (classes_ < entries_.size()) {
    colours_.assign(count, kUnknown);
    for (std::size_t i = 0; i < known.size(); ++i) colours_[known[i]] = i + 1;
    occurrences_.assign(count, 0);
    for (std::uint32_t variable : known) occurrences_[variable] = 1;
    for (const Entry& entry : entries_)
      for (std::uint32_t variable : this->variables(entry))
        if (colours_[variable] == kUnknown) ++occurrences_[variable];
    work_ = 0;
    refine();
    break_ties();
  }
  hypotheses.clear();
  for (const Entry& entry : entries_) hypotheses.push_back(entry.hypothesis);
}

void HypothesisOrder::drop_duplicates() {
  std::ranges::sort(entries_, [&](const Entry& a, const Entry& b) {
    if (a.hypothesis.shape != b.hypothesis.shape) return a.hypothesis.shape < b.hypothesis.shape;
    auto order = std::lexicographical_compare_three_way(variables(a).begin(), variables(a).end(),
                                                        variables(b).begin(), variables(b).end());
    return std::is_neq(order) ? std::is_lt(order) : a.position < b.position;
  });
  auto rest = std::ranges::unique(entries_, [&](const Entry& a, const Entry& b) {
    return a.hypothesis.shape == b.hypothesis.shape &&
           std::ranges::equal(variables(a), variables(b));
  });
  entries_.erase(rest.begin(), rest.end());
}

// Sorts every class by its keys; different keys are different classes from now on.
void HypothesisOrder::split_classes() {
  for (std::size_t begin = 0, end; begin < entries_.size(); begin = end) {
    std::uint32_t rank = entries_[begin].rank;
    for (end = begin + 1; end < entries_.size() && entries_[end].rank == rank;) ++end;
    if (end - begin == 1) continue;
    std::sort(entries_.begin() + static_cast<std::ptrdiff_t>(begin),
              entries_.begin() + static_cast<std::ptrdiff_t>(end),
              [](const Entry& a, const Entry& b) {
                return a.key != b.key ? a.key < b.key : a.position < b.position;
              });
    for (std::size_t i = begin + 1; i < end; ++i) {
      bool differs = entries_[i].key != entries_[i - 1].key;
      entries_[i].rank = differs ? static_cast<std::uint32_t>(i) : entries_[i - 1].rank;
      classes_ += differs;
    }
  }
}

// Until no class splits any more: the colour of a variable is what it was, and in which classes
// it occurs where; the key of a hypothesis is the colours of its variables.
void HypothesisOrder::refine() {
  for (std::size_t before = 0; before != classes_ && classes_ < entries_.size();) {
    before = classes_;
    sums_.assign(colours_.size(), 0);
    work_ += colours_.size();
    for (const Entry& entry : entries_) {
      std::uint64_t place = 0;
      for (std::uint32_t variable : variables(entry)) sums_[variable] += mix(entry.rank, ++place);
      work_ += 1 + place;
    }
    for (std::size_t i = 0; i < colours_.size(); ++i) colours_[i] = mix(colours_[i], sums_[i]);
    for (Entry& entry : entries_) {
      entry.key = 0;
      for (std::uint32_t variable : variables(entry))
        entry.key = mix(entry.key, colours_[variable]);
    }
    split_classes();
  }
}

// Swapping tied hypotheses changes nothing if each one's variables occur in it alone, or in the
// conclusion.
bool HypothesisOrder::is_interchangeable(const Entry& entry) const {
  return std::ranges::all_of(variables(entry), [&](auto v) { return occurrences_[v] == 1; });
}

void HypothesisOrder::break_ties() {
  for (std::size_t i = 0; i + 1 < entries_.size() && work_ < kMostWork; ++i) {
    std::uint32_t rank = entries_[i].rank;
    if (entries_[i + 1].rank != rank || is_interchangeable(entries_[i])) continue;
    for (std::size_t tied = i + 1; tied < entries_.size() && entries_[tied].rank == rank; ++tied) {
      entries_[tied].rank = static_cast<std::uint32_t>(i + 1);
      ++work_;
    }
    ++classes_;
    refine();
  }
}

}  // namespace winnow
