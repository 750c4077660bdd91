// learn/vocabulary.h - what a model knows by name, read off the training examples.
// in: a store, its training examples     out: tables of symbols, of known premises, of precedents
#pragma once

#include "dag/formula_table.h"
#include "dag/labels.h"
#include "dag/precedent_table.h"
#include "data/store.h"

#include <cstdint>
#include <span>

namespace winnow {

// Symbols that occur at least `least` times.
LabelTable learn_labels(const Store& store, std::span<const ExampleId> examples,
                        VariableLabels variables, std::uint32_t least);

// Premises that occur at least `least` times; none if that is 0.
FormulaTable learn_formulas(const Store& store, std::span<const ExampleId> examples,
                            std::uint32_t least);

// The examples as precedents, in their order.
PrecedentTable learn_precedents(const Store& store, std::span<const ExampleId> examples);

}  // namespace winnow
