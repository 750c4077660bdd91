#include "rank/sine.h"

#include "winnow/error.h"

#include <algorithm>
#include <limits>

namespace winnow {

namespace {

// `with` gives the documents that have a symbol, at least those that it triggers; `rarest` how many
// documents have the rarest symbol of one.
template <class With, class Rarest, class SetOf>
std::vector<std::uint32_t> spread(std::size_t documents, const TfIdf& symbols,
                                  std::span<const FeatureId> goal, const SineOptions& options,
                                  With&& with, Rarest&& rarest, SetOf&& set_of) {
  std::vector<std::uint32_t> rings(documents, options.depth + 1);
  std::vector<FeatureId> front(goal.begin(), goal.end()), next;
  std::vector<bool> reached;
  auto reach = [&](FeatureId id) {
    if (reached.size() <= index(id)) reached.resize(index(id) + std::size_t{1});
    bool is_new = !reached[index(id)];
    reached[index(id)] = true;
    return is_new;
  };
  for (FeatureId id : front) reach(id);
  for (std::uint32_t ring = 1; ring <= options.depth && !front.empty(); ++ring) {
    next.clear();
    for (FeatureId trigger : front) {
      double common = symbols.count(trigger);
      for (std::uint32_t document : with(trigger)) {
        if (common > options.tolerance * rarest(document) || rings[document] <= options.depth)
          continue;
        rings[document] = ring;
        for (FeatureId id : set_of(document))
          if (reach(id)) next.push_back(id);
      }
    }
    front.swap(next);
  }
  return rings;
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
