#include "learn/retrieval_batch.h"

#include "term/hash.h"

#include <algorithm>
#include <unordered_map>

namespace winnow {

RetrievalBatch retrieval_batch(const Store& store, std::span<const ExampleId> examples,
                               const RetrievalLibrary& library, const NegativeDraws& draws) {
  RetrievalBatch batch;
  std::unordered_map<std::uint32_t, std::uint32_t> places;  // by term
  std::vector<std::uint32_t> since;  // [candidates] the first position of a formula with the term
  auto place_of = [&](FormulaId formula) {
    TermId term = store.term(formula);
    std::uint32_t position = store.position(formula).value_or(0);
    auto [found, is_new] =
        places.try_emplace(index(term), static_cast<std::uint32_t>(batch.candidates.size()));
    if (is_new) {
      batch.candidates.push_back(term);
      since.push_back(position);
    } else {
      since[found->second] = std::min(since[found->second], position);
    }
    return found->second;
  };
  std::vector<FormulaId> conjectures;
  for (ExampleId example : examples) {
    FormulaId conjecture = store.conjecture(example);
    auto goal = static_cast<std::uint32_t>(batch.goals.size());
    std::vector<std::uint32_t> useful;
    for (Premise premise : store.premises(example))
      if (premise.useful() && store.term(premise.formula()) != store.term(conjecture))
        useful.push_back(place_of(premise.formula()));
    if (useful.empty()) continue;
    std::ranges::sort(useful);
    useful.erase(std::ranges::unique(useful).begin(), useful.end());
    for (std::uint32_t each : useful) {
      batch.useful_goals.push_back(goal);
      batch.useful_candidates.push_back(each);
    }
    batch.goals.push_back(store.term(conjecture));
    conjectures.push_back(conjecture);
    if (draws.hard)
      for (FormulaId hard : draws.hard(example)) place_of(hard);
  }
  std::span<const FormulaId> all = library.formulas();
  for (std::uint32_t n = 0; n < draws.random && !all.empty(); ++n)
    place_of(all[mix(mix(draws.seed, n), 29) % all.size()]);

  std::size_t width = batch.candidates.size();
  batch.excluded.assign(batch.goals.size() * width, 0);
  for (std::size_t goal = 0; goal < batch.goals.size(); ++goal) {
    auto now = store.position(conjectures[goal]);
    for (std::size_t i = 0; i < width; ++i)
      if ((now && since[i] >= *now) || batch.candidates[i] == batch.goals[goal])
        batch.excluded[goal * width + i] = 1;
  }
  for (std::size_t n = 0; n < batch.useful_goals.size(); ++n)
    batch.excluded[batch.useful_goals[n] * width + batch.useful_candidates[n]] = 1;
  return batch;
}

}  // namespace winnow
