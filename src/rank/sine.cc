#include "rank/sine.h"

#include "winnow/error.h"

#include <algorithm>
#include <limits>

namespace winnow {

namespace {

// A ring with more than one in so many of the documents is asked by those symbols that are not
// reached yet, instead of telling them: most symbols of a large library are reached by then, and
// one formula of the ring is enough to reach another (Beamer et al., Direction-optimizing
// breadth-first search, SC 2012).
constexpr std::size_t kTelling = 32;

// `with` gives the documents that have a symbol, at least those that it triggers; `rarest` how many
// documents have the rarest symbol of one.
template <class With, class Rarest, class SetOf>
std::vector<std::uint32_t> spread(std::size_t documents, const TfIdf& symbols,
                                  std::span<const FeatureId> goal, const SineOptions& options,
                                  With&& with, Rarest&& rarest, SetOf&& set_of) {
  require(options.depth < std::numeric_limits<std::uint8_t>::max(), "a ring is a small number");
  const auto last = static_cast<std::uint8_t>(options.depth);
  std::vector<std::uint8_t> rings(documents, last + 1);  // a million of them stay in the cache
  std::vector<std::uint8_t> reached(symbols.features(), 0);
  std::vector<FeatureId> front(goal.begin(), goal.end());
  std::vector<std::uint32_t> found;
  auto reach = [&](FeatureId id) {
    if (reached[index(id)] != 0) return;
    reached[index(id)] = 1;
    front.push_back(id);
  };
  for (FeatureId id : front)
    if (index(id) < reached.size()) reached[index(id)] = 1;
  for (std::uint8_t ring = 1; ring <= last && !front.empty(); ++ring) {
    found.clear();
    for (FeatureId trigger : front) {
      const double common = symbols.count(trigger);
      for (std::uint32_t document : with(trigger)) {
        if (rings[document] <= last || common > options.tolerance * rarest(document)) continue;
        rings[document] = ring;
        found.push_back(document);
      }
    }
    front.clear();
    if (found.size() * kTelling < documents) {
      for (std::uint32_t document : found)
        for (FeatureId id : set_of(document)) reach(id);
      continue;
    }
    for (std::uint32_t id = 0; id < reached.size(); ++id) {
      if (reached[id] != 0) continue;
      const std::span<const std::uint32_t> all = symbols.with(FeatureId{id});
      if (std::ranges::any_of(all, [&](std::uint32_t document) { return rings[document] == ring; }))
        reach(FeatureId{id});
    }
  }
  return {rings.begin(), rings.end()};
}

}  // namespace

std::vector<std::uint32_t> sine_rings(const FeatureRows& sets,
                                      std::span<const std::uint32_t> documents,
                                      const TfIdf& symbols, std::span<const FeatureId> goal,
                                      const SineOptions& options) {
  std::vector<std::uint32_t> rarest;
  rarest.reserve(documents.size());
  for (std::uint32_t document : documents) {
    std::uint32_t fewest = std::numeric_limits<std::uint32_t>::max();
    for (FeatureId id : sets[document]) fewest = std::min(fewest, symbols.count(id));
    rarest.push_back(fewest);
  }
  return spread(
      documents.size(), symbols, goal, options, [&](FeatureId id) { return symbols.with(id); },
      [&](std::uint32_t document) { return rarest[document]; },
      [&](std::uint32_t document) { return sets[documents[document]]; });
}

std::vector<std::uint32_t> sine_rings(const SymbolFacts& facts, std::span<const FeatureId> goal,
                                      const SineOptions& options) {
  require(options.tolerance <= SymbolFacts::kMostTolerance, "a tolerance above the triggers'");
  const InvertedLists<std::uint32_t>& triggers = facts.triggers();
  auto rarest = facts.rarest();
  return spread(
      rarest.size(), facts.symbols(), goal, options,
      [&](FeatureId id) {
        return index(id) < triggers.keys() ? triggers[index(id)] : std::span<const std::uint32_t>();
      },
      [&](std::uint32_t document) { return rarest[document]; },
      [&](std::uint32_t document) { return facts.set(document); });
}

std::vector<float> sine_scores(std::span<const std::uint32_t> rings,
                               std::span<const float> cosines) {
  std::vector<float> scores(rings.size());
  // A cosine is below 1.01 even after rounding, so two rings never overlap.
  for (std::size_t i = 0; i < rings.size(); ++i)
    scores[i] = cosines[i] - 1.01f * static_cast<float>(rings[i]);
  return scores;
}

}  // namespace winnow
