// model/placed_examples.h - examples of a store among the neighbours that a model keeps.
// in: a model with neighbours, a store, examples     out: what neighbours say about each premise
// A formula is placed once, however many examples it stands in.
#pragma once

#include "data/store.h"
#include "model/model.h"
#include "model/nearest_examples.h"

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace winnow {

class PlacedExamples {
 public:
  // `model` and `store` must outlive it.
  PlacedExamples(const Model& model, const Store& store, std::span<const ExampleId> examples,
                 std::uint32_t threads);

  const NearestExampleReader& reader() const { return reader_; }
  // [premises] of one of the examples. May be called from several threads at once.
  std::vector<NearestExampleNumbers> numbers(ExampleId example) const;

 private:
  std::span<const float> place(FormulaId formula) const;

  const Store& store_;
  NearestExampleReader reader_;
  std::unordered_map<TermId, std::size_t> rows_;
  std::vector<float> places_;
};

}  // namespace winnow
