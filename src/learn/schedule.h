// learn/schedule.h - the learning rate of each step.
#pragma once

#include "winnow/options.h"

#include <cstdint>

namespace winnow {

// Of step `step` (from 0) of a run that has `steps` of them.
double learning_rate(const TrainOptions& options, std::uint64_t step, std::uint64_t steps);

}  // namespace winnow
