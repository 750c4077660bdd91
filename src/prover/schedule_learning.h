// prover/schedule_learning.h - the schedule that proves most, from runs that were made.
// in: for each problem, how each run ended and after how long     out: rows in order
// Greedy cover: the next row is the run and the time that prove most further problems for each
// second it takes. That is within 1 - 1/e of the best for every time limit at once (Streeter and
// Golovin, An Online Algorithm for Maximizing Submodular Functions, NIPS 2008).
#pragma once

#include "prover/schedule.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace winnow {

// One run on one problem; its `row.seconds` is not looked at.
struct TriedRun {
  ScheduleRow row;
  bool proved = false;
  double seconds = 0;  // until it ended
};
using TriedProblem = std::vector<TriedRun>;

// Rows until `time_s` are full or nothing more is proved.
std::vector<ScheduleRow> learn_schedule(std::span<const TriedProblem> problems, double time_s);

// Problems that the rows would prove within each of the limits, in order and without rounds.
std::vector<std::size_t> proved_within(std::span<const ScheduleRow> rows,
                                       std::span<const TriedProblem> problems,
                                       std::span<const double> limits_s);

// The same for problems that the schedule was not learned from: problem i is measured with a
// schedule learned from all but those of its fold, i % folds.
std::vector<std::size_t> proved_unseen(std::span<const TriedProblem> problems, std::size_t folds,
                                       double time_s, std::span<const double> limits_s);

}  // namespace winnow
