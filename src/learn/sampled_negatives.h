// learn/sampled_negatives.h - formulas that could be premises of an example but are not its own.
// A ranking chooses among a whole library, while an example lists a few premises that are hard to
// tell apart. Sampled negatives show a model what most of a library is: beside the point.
#pragma once

#include "data/store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

class NegativePool {
 public:
  NegativePool() = default;
  // Conjectures and premises of these examples.
  NegativePool(const Store& store, std::span<const ExampleId> examples);

  // `count` formulas at most, drawn by `seed`: older than the example's conjecture where the store
  // has a chronology; neither it nor one of the example's useful premises.
  std::vector<TermId> draw(const Store& store, ExampleId example, std::uint32_t count,
                           std::uint64_t seed) const;

 private:
  std::vector<FormulaId> formulas_;       // the oldest first, those without a date last
  std::vector<std::uint32_t> positions_;  // [formulas]
};

}  // namespace winnow
