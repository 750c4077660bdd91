// learn/batches.h - which examples make a step, and which of them a part of it.
#pragma once

#include "data/store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

// The order of an epoch: decided by the seed alone.
void shuffle(std::vector<ExampleId>& examples, std::uint64_t seed);

// Cuts a batch into parts of about equal numbers of premises.
std::vector<std::vector<ExampleId>> cut(const Store& store, std::span<const ExampleId> batch,
                                        std::uint32_t parts);

}  // namespace winnow
