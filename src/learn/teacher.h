// learn/teacher.h - what another model says about the examples that a model learns from.
// in: tables that `winnow score` wrote
// out: for every premise of an example how likely it is useful.
// A label says yes or no even where the pair of formulas cannot tell; a teacher that saw more (all
// premises of the example at once) and never saw these labels says how sure one can be (Hinton et
// al., 2015; knowledge that only a teacher has: Lopez-Paz et al., ICLR 2016). A teacher that
// learned from these very examples would only repeat their labels.
#pragma once

#include "data/store.h"

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace winnow {

class Teacher {
 public:
  Teacher() = default;  // says nothing
  // Each of the examples must be in one table at least; where it is in several, the mean of their
  // logits counts. Throws InputError if one is missing or has other premises than in the store.
  Teacher(const Store& store, std::span<const ExampleId> examples,
          std::span<const std::string> tables);

  bool silent() const { return shares_.empty(); }
  // [premises] of the example, in the store's order
  std::span<const float> useful(ExampleId example) const;
  std::uint64_t fingerprint() const;

 private:
  std::vector<float> shares_;  // how likely it is that a premise is useful, example after example
  struct Range {
    std::size_t begin, count;
  };
  std::unordered_map<ExampleId, Range> ranges_;
};

}  // namespace winnow
