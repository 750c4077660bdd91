// rank/tfidf.h - formulas near a goal by the features they share, rare ones counting most.
// in: feature sets, which of them are documents     out: cosines between a query and all documents
// An inverted index: a query looks only at the documents that share a feature with it.
#pragma once

#include "dag/rarity.h"
#include "rank/feature_rows.h"
#include "term/inverted_lists.h"
#include "term/term_keys.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace winnow {

// Of a library of which the documents are a part.
struct LibraryCounts {
  std::span<const std::uint32_t> with;  // [features] formulas that have it; of others none does
  std::uint32_t formulas = 0;
};

class TfIdf {
 public:
  // `documents` are rows of `sets`, whose ids are below `features`. Weights: ln(documents / those
  // that have the feature), or the same of the formulas of `library`, if there are any.
  TfIdf(const FeatureRows& sets, std::span<const std::uint32_t> documents, std::uint32_t features,
        const LibraryCounts& library = {});

  std::uint32_t documents() const { return static_cast<std::uint32_t>(norms_.size()); }
  std::uint32_t counted() const { return std::max(documents(), library_.formulas); }
  std::uint32_t features() const { return static_cast<std::uint32_t>(weights_.size()); }
  std::uint32_t count(FeatureId id) const;  // of the counted ones, how many have it
  float norm(std::size_t document) const { return norms_[document]; }  // of its weights
  float weight(FeatureId id) const { return known(id) ? weights_[index(id)] : 0.f; }
  std::span<const std::uint32_t> with(FeatureId id) const;  // positions in `documents`, ascending

  // [documents] 0..1. Features that no document has are ignored, also in the query's length.
  std::vector<float> cosines(std::span<const FeatureId> query) const;

 private:
  bool known(FeatureId id) const { return index(id) < weights_.size(); }
  std::uint32_t in_library(std::size_t feature) const {
    return feature < library_.with.size() ? library_.with[feature] : 0;
  }

  InvertedLists<std::uint32_t> postings_;  // [features] documents
  std::vector<float> weights_;             // [features]
  std::vector<float> norms_;               // [documents]
  LibraryCounts library_;
};

// [symbols of a bank] how many of the counted formulas have each, where `find` gives the feature
// with the hash of a symbol's name and kind, or nothing.
template <class Find>
SymbolCounts symbol_counts(const SymbolView& symbols, const TfIdf& symbols_of_all, Find&& find) {
  SymbolCounts counts{symbols_of_all.counted(), {}};
  for (const std::uint64_t key : symbol_keys(symbols)) {
    const std::optional<FeatureId> feature = find(key);
    counts.with.push_back(feature ? symbols_of_all.count(*feature) : 0);
  }
  return counts;
}

}  // namespace winnow
