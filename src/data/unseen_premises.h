// data/unseen_premises.h - which premises of some examples no other examples have.
// in: a store, examples, training examples     out: a flag for each premise of the examples
// Steps of HOL Light proofs repeat: of those in dev, two fifths are also steps of a training
// example. What a model says about such a step may be what it learned by heart, so an accuracy is
// also worth knowing on the others.
#pragma once

#include "data/store.h"

#include <span>
#include <vector>

namespace winnow {

// [premises of the examples], example after example: true where no training example has the same
// formula as a premise, useful or not. Names of formulas and of bound variables do not count.
std::vector<bool> unseen_premises(const Store& store, std::span<const ExampleId> examples,
                                  std::span<const ExampleId> training);

}  // namespace winnow
