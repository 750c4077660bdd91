#include "model/placed_examples.h"

#include "model/encoder.h"

#include <algorithm>
#include <iterator>

namespace winnow {

PlacedExamples::PlacedExamples(const Model& model, const Store& store,
                               std::span<const ExampleId> examples, std::uint32_t threads)
    : store_(store), reader_(model.file()) {
  std::vector<TermId> terms;
  auto add = [&](FormulaId formula) {
    TermId term = store.term(formula);
    if (rows_.try_emplace(term, terms.size()).second) terms.push_back(term);
  };
  for (ExampleId example : examples) {
    add(store.conjecture(example));
    for (Premise premise : store.premises(example)) add(premise.formula());
  }
  std::vector<float> encodings = encode(model, store.terms(), terms, {.threads = threads});
  places_ = reader_.place({encodings.data(), terms.size(), encoding_width(model.config())});
}

std::vector<NearestExampleNumbers> PlacedExamples::numbers(ExampleId example) const {
  auto premises = store_.premises(example);
  std::vector<float> places;
  for (Premise premise : premises)
    std::ranges::copy(place(premise.formula()), std::back_inserter(places));
  return reader_.read(place(store_.conjecture(example)),
                      {places.data(), premises.size(), reader_.width()});
}

std::span<const float> PlacedExamples::place(FormulaId formula) const {
  return std::span(places_).subspan(rows_.at(store_.term(formula)) * reader_.width(),
                                    reader_.width());
}

}  // namespace winnow
