// rank/sine.h - axioms in rings around the goal: who is needed to say what its symbols mean.
// in: symbol features of all candidates and of the goal     out: for each candidate its ring
// A symbol triggers the axioms in which it is about the rarest symbol; ring 1 holds those that the
// goal's symbols trigger, ring n + 1 those that symbols of ring n trigger (SInE: Hoder and
// Voronkov, Sine Qua Non for large theory reasoning, CADE 2011).
#pragma once

#include "rank/symbol_facts.h"
#include "rank/tfidf.h"

namespace winnow {

struct SineOptions {
  double tolerance = 1.5;   // how much more common a trigger may be than an axiom's rarest symbol
  std::uint32_t depth = 8;  // rings; the rest of the candidates are in the one after the last
};

// [documents] 1..depth + 1. `sets` and `documents` are what `symbols` was made of.
std::vector<std::uint32_t> sine_rings(const FeatureRows& sets,
                                      std::span<const std::uint32_t> documents,
                                      const TfIdf& symbols, std::span<const FeatureId> goal,
                                      const SineOptions& options = {});

// The same by what is known of a library already. Needs: a tolerance that its triggers are good
// for.
std::vector<std::uint32_t> sine_rings(const SymbolFacts& facts, std::span<const FeatureId> goal,
                                      const SineOptions& options = {});

// Scores that order by ring, and within a ring by the cosine.
std::vector<float> sine_scores(std::span<const std::uint32_t> rings,
                               std::span<const float> cosines);

}  // namespace winnow
