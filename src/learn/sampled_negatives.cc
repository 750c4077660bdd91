#include "learn/sampled_negatives.h"

#include "term/hash.h"

#include <algorithm>

namespace winnow {

NegativePool::NegativePool(const Store& store, std::span<const ExampleId> examples) {
  for (ExampleId example : examples) {
    formulas_.push_back(store.conjecture(example));
    for (Premise premise : store.premises(example)) formulas_.push_back(premise.formula());
  }
  auto age = [&](FormulaId id) {
    return std::pair(store.position(id).value_or(Store::kNoPosition), index(id));
  };
  std::ranges::sort(formulas_, {}, age);
  formulas_.erase(std::ranges::unique(formulas_).begin(), formulas_.end());
  for (FormulaId id : formulas_) positions_.push_back(age(id).first);
}

std::vector<TermId> NegativePool::draw(const Store& store, ExampleId example, std::uint32_t count,
                                       std::uint64_t seed) const {
  TermId conjecture = store.term(store.conjecture(example));
  std::size_t size = formulas_.size();
  if (auto now = store.position(store.conjecture(example)))
    size =
        static_cast<std::size_t>(std::ranges::lower_bound(positions_, *now) - positions_.begin());
  std::vector<TermId> drawn;
  for (std::uint32_t n = 0; n < count && size > 0; ++n) {
    TermId term = store.term(formulas_[mix(seed, n) % size]);
    bool own = term == conjecture || std::ranges::any_of(store.premises(example), [&](Premise p) {
                 return p.useful() && store.term(p.formula()) == term;
               });
    if (!own) drawn.push_back(term);
  }
  return drawn;
}

}  // namespace winnow
