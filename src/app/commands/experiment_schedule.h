// app/commands/experiment_schedule.h - `winnow experiment schedule`: tries provers, strategies,
// rankers and numbers of premises on problems, and finds the schedule that proves most within each
// time limit.
#pragma once

#include <CLI/CLI.hpp>

namespace winnow {

void add_schedule_experiment(CLI::App& command);

}  // namespace winnow
