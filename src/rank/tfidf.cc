#include "rank/tfidf.h"

#include <algorithm>
#include <cmath>

namespace winnow {

TfIdf::TfIdf(const FeatureRows& sets, std::span<const std::uint32_t> documents,
             std::uint32_t features, const LibraryCounts& library)
    : weights_(features, 0.f), norms_(documents.size(), 0.f), library_(library) {
  std::vector<std::uint32_t> counts(features, 0);
  for (std::uint32_t document : documents)
    for (FeatureId id : sets[document]) ++counts[index(id)];
  for (std::uint32_t i = 0; i < features; ++i)
    if (const std::uint32_t having = std::max(counts[i], in_library(i)); having != 0)
      weights_[i] = std::log(static_cast<float>(counted()) / static_cast<float>(having));
  postings_ = InvertedLists<std::uint32_t>(counts);
  for (std::uint32_t n = 0; n < documents.size(); ++n) {
    float square = 0;
    for (FeatureId id : sets[documents[n]]) {
      postings_.add(index(id), n);
      square += weights_[index(id)] * weights_[index(id)];
    }
    norms_[n] = std::sqrt(square);
  }
}

std::uint32_t TfIdf::count(FeatureId id) const {
  return std::max(static_cast<std::uint32_t>(with(id).size()), in_library(index(id)));
}

std::span<const std::uint32_t> TfIdf::with(FeatureId id) const {
  if (!known(id)) return {};
  return postings_[index(id)];
}

std::vector<float> TfIdf::cosines(std::span<const FeatureId> query) const {
  std::vector<float> scores(norms_.size(), 0.f);
  float square = 0;
  for (FeatureId id : query) {
    float product = weight(id) * weight(id);
    square += product;
    for (std::uint32_t document : with(id)) scores[document] += product;
  }
  float length = std::sqrt(square);
  for (std::size_t n = 0; n < scores.size(); ++n)
    if (scores[n] != 0) scores[n] /= length * norms_[n];
  return scores;
}

}  // namespace winnow
