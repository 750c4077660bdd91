// rank/symbol_facts.h - what the symbols of a library say before anybody asks about a goal.
// in: feature sets, which of them are documents     out: weights, sums and lists of all of them
// Every part is computed when it is first asked for. A library that is asked again and again keeps
// one of these; several questions may ask it at once.
#pragma once

#include "rank/tfidf.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace winnow {

class SymbolFacts {
 public:
  // Sets of more symbols count as equally long.
  static constexpr std::size_t kLongest = 63;
  // Symbols this rare make neighbours in the order coherent.
  static constexpr float kSharedRarity = 0.4f;
  // The largest tolerance of SInE that triggers() is good for.
  static constexpr double kMostTolerance = 4;

  // `documents` are rows of `sets`, whose ids are below `features`; the first of them are
  // candidates, the others conjectures that can only vote. All of it must outlive this. Symbols are
  // as rare as in `library`, if candidates are a part of one.
  SymbolFacts(const FeatureRows& sets, std::span<const std::uint32_t> documents,
              std::uint32_t candidates, std::uint32_t features, const LibraryCounts& library = {})
      : sets_(sets),
        documents_(documents),
        candidates_(candidates),
        features_(features),
        library_(library) {}

  std::span<const FeatureId> set(std::size_t document) const { return sets_[documents_[document]]; }
  std::uint32_t candidates() const { return candidates_; }

  const TfIdf& symbols() const;
  // [documents] how many documents have its rarest symbol; 0 without symbols.
  std::span<const std::uint32_t> rarest() const;
  // [candidates] how many symbols it has, up to kLongest.
  std::span<const std::uint8_t> sizes() const;
  // [candidates] the weights of its symbols together.
  std::span<const float> totals() const;
  // [features] the sum of a symbol's shares in the weights of all candidates.
  std::span<const float> offered() const;
  // The documents that a symbol triggers at kMostTolerance (rank/sine.h).
  const InvertedLists<std::uint32_t>& triggers() const;
  // How many candidates share a rare symbol with the one that stands behind them.
  std::uint32_t coherent() const;
  float rarity(FeatureId id) const;  // of a symbol, 0..1
  bool share_rare_symbol(std::size_t a, std::size_t b) const;

 private:
  void add_up() const;

  FeatureRows sets_;
  std::span<const std::uint32_t> documents_;
  std::uint32_t candidates_, features_;
  LibraryCounts library_;

  mutable std::once_flag has_symbols_, has_rarest_, has_totals_, has_triggers_, has_coherent_;
  mutable std::optional<TfIdf> symbols_;
  mutable float log_documents_ = 0;
  mutable std::vector<std::uint32_t> rarest_;
  mutable std::vector<std::uint8_t> sizes_;
  mutable std::vector<float> totals_, offered_;
  mutable InvertedLists<std::uint32_t> triggers_;
  mutable std::uint32_t coherent_ = 0;
};

}  // namespace winnow
