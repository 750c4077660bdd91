#include "rank/sine.h"

#include <algorithm>
#include <limits>

namespace winnow {

namespace {

// Of each document: how common a symbol may be to trigger it.
std::vector<double> trigger_limits(const FeatureRows& sets,
                                   std::span<const std::uint32_t> documents, const TfIdf& symbols,
                                   double tolerance) {
  std::vector<double> limits;
  limits.reserve(documents.size());
  for (std::uint32_t document : documents) {
    std::uint32_t rarest = std::numeric_limits<std::uint32_t>::max();
    for (FeatureId id : sets[document]) rarest = std::min(rarest, symbols.count(id));
    limits.push_back(tolerance * rarest);
  }
  return limits;
}

}  // namespace

std::vector<std::uint32_t> sine_rings(const FeatureRows& sets,
                                      std::span<const std::uint32_t> documents,
                                      const TfIdf& symbols, std::span<const FeatureId> goal,
                                      const SineOptions& options) {
  std::vector<double> limits = trigger_limits(sets, documents, symbols, options.tolerance);
  std::vector<std::uint32_t> rings(documents.size(), options.depth + 1);
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
      for (std::uint32_t document : symbols.with(trigger)) {
        if (common > limits[document] || rings[document] <= options.depth) continue;
        rings[document] = ring;
        for (FeatureId id : sets[documents[document]])
          if (reach(id)) next.push_back(id);
      }
    }
    front.swap(next);
  }
  return rings;
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
