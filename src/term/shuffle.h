// term/shuffle.h - a random order that depends on a seed alone.
#pragma once

#include "term/hash.h"

#include <utility>
#include <vector>

namespace winnow {

// Fisher and Yates, by a counter instead of a generator.
template <class T>
void shuffle(std::vector<T>& items, std::uint64_t seed) {
  for (std::size_t i = items.size(); i > 1; --i)
    std::swap(items[i - 1], items[mix(mix(seed, i), 17) % i]);
}

}  // namespace winnow
