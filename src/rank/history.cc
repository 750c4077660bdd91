#include "rank/history.h"

#include "winnow/error_code.h"

#include <fmt/format.h>

#include <algorithm>

namespace winnow {

History::History(const Store& store) : store_(store), since_(store.formulas(), Store::kNoPosition) {
  if (store.chronology().empty())
    throw CodedError(ErrorCode::no_chronology, {},
                     "the store has no chronology, so nothing in it is earlier than anything else",
                     "import it again with its order");
  for (std::uint32_t i = 0; i < store.examples(); ++i)
    if (store.position(store.conjecture(ExampleId{i}))) examples_.push_back(ExampleId{i});
  std::ranges::stable_sort(
      examples_, {}, [&](ExampleId example) { return *store.position(store.conjecture(example)); });
  for (ExampleId example : examples_) {
    std::uint32_t position = *store.position(store.conjecture(example));
    auto state = [&](FormulaId formula) {
      since_[index(formula)] = std::min(since_[index(formula)], position);
    };
    state(store.conjecture(example));
    for (Premise premise : store.premises(example))
      if (premise.useful()) state(premise.formula());
  }
}

KnownBefore History::before(ExampleId example) const {
  constexpr std::uint32_t kNone = ~0u;
  FormulaId conjecture = store_.conjecture(example);
  auto now = store_.position(conjecture);
  if (!now)
    throw InputError(
        fmt::format("{} has no place in the store's chronology", store_.name(example)));
  KnownBefore known;
  std::vector<std::uint32_t> places(store_.formulas(), kNone);
  // Under another name it would be the answer all the same (as in Pool::proofs_over).
  const TermId goal = store_.term(conjecture);
  auto is_goal = [&](FormulaId formula) { return store_.term(formula) == goal; };
  auto add = [&](FormulaId formula) {
    if (is_goal(formula) || places[index(formula)] != kNone) return;
    places[index(formula)] = static_cast<std::uint32_t>(known.candidates.size());
    known.candidates.push_back(formula);
  };
  for (FormulaId formula : store_.chronology())
    if (since_[index(formula)] < *now) add(formula);
  for (Premise premise : store_.premises(example)) {
    if (!premise.useful() || is_goal(premise.formula())) continue;
    add(premise.formula());
    known.useful.push_back(places[index(premise.formula())]);
  }
  for (ExampleId earlier : examples_) {
    FormulaId proved = store_.conjecture(earlier);
    if (*store_.position(proved) >= *now) break;
    if (is_goal(proved)) continue;
    for (Premise premise : store_.premises(earlier))
      if (premise.useful() && places[index(premise.formula())] != kNone)
        known.proofs.premises.emplace_back(places[index(premise.formula())], true);
    known.proofs.end_example(places[index(proved)]);
  }
  return known;
}

}  // namespace winnow
