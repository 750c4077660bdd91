// learn/batches.h - which examples of a step make a part of it.
#pragma once

#include "data/store.h"

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

// Cuts a batch into parts of about equal numbers of premises.
std::vector<std::vector<ExampleId>> cut(const Store& store, std::span<const ExampleId> batch,
                                        std::uint32_t parts);

}  // namespace winnow
