// rank/candidate_ties.cc - what a candidate has to do with the goal, in names instead of numbers.
// Similarities and rarities are those that the rankers count with: over all documents of the
// question.
#include "rank/problem_question.h"
#include "rank/tfidf.h"
#include "term/term_keys.h"
#include "winnow/error.h"

#include <algorithm>
#include <unordered_set>

namespace winnow {

namespace {

using Ids = std::unordered_set<std::uint32_t>;

Ids ids_of(std::span<const FeatureId> set) {
  Ids ids;
  for (FeatureId id : set) ids.insert(index(id));
  return ids;
}

}  // namespace

CandidateTies ProblemQuestion::ties(std::uint32_t candidate, std::span<const std::uint32_t> best,
                                    std::size_t most_proofs, const Stop& stop) {
  require(candidate < size(), "a candidate that is not there");
  const Evidence known = evidence(nullptr, stop);
  terms({&candidate, 1}, stop);  // so that the bank has the names of its symbols
  const TfIdf symbols(known.symbols, known.documents, known.features, known.library);
  CandidateTies ties;
  ties.formulas = symbols.counted();

  const Ids own = ids_of(known.symbols[known.documents[candidate]]);
  const Ids of_goal = ids_of(known.goal_symbols);
  Ids of_best;
  for (std::uint32_t each : best)
    if (each != candidate) of_best.merge(ids_of(known.symbols[known.documents[each]]));
  const std::vector<std::uint64_t> keys = symbol_keys(bank_.view().symbols);
  for (std::uint32_t i = 0; i < keys.size(); ++i) {
    std::optional<FeatureId> id = features_.find(keys[i]);
    if (!id || !own.contains(index(*id))) continue;
    auto& list = of_goal.contains(index(*id))   ? ties.shared
                 : of_best.contains(index(*id)) ? ties.of_the_best
                                                : ties.unexplained;
    list.push_back({std::string(bank_.view().symbols.name(SymbolId{i})), symbols.count(*id),
                    symbols.weight(*id)});
  }
  for (auto* list : {&ties.shared, &ties.of_the_best, &ties.unexplained})
    std::ranges::sort(*list, [](const auto& a, const auto& b) {
      return a.formulas != b.formulas ? a.formulas < b.formulas : a.name < b.name;
    });

  if (known.proofs == nullptr) return ties;
  const std::vector<float> similarity = symbols.cosines(known.goal_symbols);
  const Proofs& proofs = *known.proofs;
  std::vector<float> sorted;
  for (std::uint32_t conjecture : proofs.conjectures) sorted.push_back(similarity[conjecture]);
  std::ranges::sort(sorted, std::greater());
  const std::size_t voters = KnnOptions().nearest;
  const float farthest_vote = sorted.size() > voters ? sorted[voters - 1] : 0;
  for (std::uint32_t proof = 0; proof < proofs.size(); ++proof) {
    const std::uint32_t conjecture = proofs.conjectures[proof];
    const bool is_its_own = conjecture == candidate;
    if (!is_its_own && std::ranges::none_of(proofs[proof], [&](PremiseUse use) {
          return use.useful() && use.formula() == candidate;
        }))
      continue;
    if (!is_its_own) ++ties.proofs_that_used;
    ties.proofs.push_back({conjecture < size() ? this->candidate(conjecture).name
                                               : pool_.conjecture_with(known.documents[conjecture]),
                           similarity[conjecture], similarity[conjecture] >= farthest_vote,
                           is_its_own});
  }
  std::ranges::stable_sort(ties.proofs, std::greater(), &CandidateTies::Proof::similarity);
  if (ties.proofs.size() > most_proofs) ties.proofs.resize(most_proofs);
  return ties;
}

}  // namespace winnow
