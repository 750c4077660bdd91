// learn/labelled_examples.h - the examples of a split that there is something to learn from.
#pragma once

#include "data/store.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace winnow {

// Those with premises, in the store's order; the first `most`, 0: all. Throws InputError if the
// store has no such split, or it has no such examples.
std::vector<ExampleId> labelled_examples(const Store& store, std::string_view split,
                                         std::uint32_t most = 0);

// The same for the same names, formulas and labels, in whichever store they are.
std::uint64_t fingerprint(const Store& store, std::span<const ExampleId> examples);

}  // namespace winnow
