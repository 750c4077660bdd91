#include "score/placed_formulas.h"

#include <algorithm>
#include <iterator>

namespace winnow {

PlacedFormulas::PlacedFormulas(const Model& model, const TermView& terms,
                               std::span<const TermId> formulas, const EncodeOptions& options,
                               const Stop& stop)
    : reader_(model.file()) {
  std::vector<TermId> distinct;
  for (TermId formula : formulas)
    if (rows_.try_emplace(formula, distinct.size()).second) distinct.push_back(formula);
  std::vector<float> encodings = encode(model, terms, distinct, options, {}, stop);
  places_ = reader_.place({encodings.data(), distinct.size(), encoding_width(model.config())});
}

std::vector<NearestExampleNumbers> PlacedFormulas::numbers(TermId conjecture,
                                                           std::span<const TermId> premises) const {
  std::vector<float> places;
  for (TermId premise : premises) std::ranges::copy(place(premise), std::back_inserter(places));
  return reader_.read(place(conjecture), {places.data(), premises.size(), reader_.width()});
}

void PlacedFormulas::judge(TermId conjecture, std::span<const TermId> premises,
                           std::span<float> logits) const {
  auto said = numbers(conjecture, premises);
  for (std::size_t i = 0; i < premises.size(); ++i) logits[i] = reader_.judge(logits[i], said[i]);
}

std::span<const float> PlacedFormulas::place(TermId formula) const {
  return std::span(places_).subspan(rows_.at(formula) * reader_.width(), reader_.width());
}

}  // namespace winnow
