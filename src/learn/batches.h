// learn/batches.h - which examples of a step make a micro-batch.
#pragma once

#include "data/store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

// Cuts a batch into micro-batches of about equal numbers of premises.
std::vector<std::vector<ExampleId>> cut_into_micro_batches(const Store& store,
                                                           std::span<const ExampleId> batch,
                                                           std::uint32_t micro_batches);

}  // namespace winnow
