#include "data/unseen_premises.h"

namespace winnow {

std::vector<bool> unseen_premises(const Store& store, std::span<const ExampleId> examples,
                                  std::span<const ExampleId> training) {
  // A store keeps every term once, so equal formulas are equal ids.
  std::vector<bool> seen(store.terms().size, false);
  for (ExampleId example : training)
    for (Premise premise : store.premises(example))
      seen[index(store.term(premise.formula()))] = true;
  std::vector<bool> unseen;
  for (ExampleId example : examples)
    for (Premise premise : store.premises(example))
      unseen.push_back(!seen[index(store.term(premise.formula()))]);
  return unseen;
}

}  // namespace winnow
