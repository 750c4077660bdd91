#include "prover/schedule_learning.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <tuple>

namespace winnow {
namespace {

// Times that a row may have: a proof is rarely found again in exactly the time it took.
constexpr double kTimes[] = {0.15, 0.25, 0.5, 1, 1.5, 2, 3, 4, 5, 7, 10, 15, 20, 30};
constexpr double kMargin = 1.2;  // machines and moments differ

using Key = std::tuple<std::string, std::string, std::string, std::size_t>;

Key key_of(const ScheduleRow& row) { return {row.prover, row.strategy, row.ranker, row.k}; }

// For each run that was tried, the seconds to a proof of each problem; infinite: none.
using Times = std::map<Key, std::vector<double>>;

Times times_of(std::span<const TriedProblem> problems) {
  Times times;
  for (std::size_t i = 0; i < problems.size(); ++i)
    for (const TriedRun& run : problems[i]) {
      std::vector<double>& row = times[key_of(run.row)];
      row.resize(problems.size(), std::numeric_limits<double>::infinity());
      if (run.proved) row[i] = std::min(row[i], run.seconds);
    }
  return times;
}

}  // namespace

std::vector<ScheduleRow> learn_schedule(std::span<const TriedProblem> problems, double time_s) {
  const Times times = times_of(problems);
  std::vector<bool> proved(problems.size());
  std::vector<ScheduleRow> rows;
  for (double used_s = 0; used_s < time_s;) {
    double best_rate = 0;
    ScheduleRow best;
    for (const auto& [key, seconds] : times)
      for (const double limit : kTimes) {
        std::size_t fresh = 0;
        for (std::size_t i = 0; i < problems.size(); ++i)
          fresh += !proved[i] && seconds[i] * kMargin <= limit;
        const double rate = static_cast<double>(fresh) / limit;
        if (rate <= best_rate) continue;
        best_rate = rate;
        best = {std::get<0>(key), std::get<1>(key), std::get<2>(key), std::get<3>(key), limit};
      }
    if (best_rate == 0) break;
    const std::vector<double>& seconds = times.at(key_of(best));
    for (std::size_t i = 0; i < problems.size(); ++i)
      if (seconds[i] * kMargin <= best.seconds) proved[i] = true;
    used_s += best.seconds;
    rows.push_back(std::move(best));
  }
  return rows;
}

std::vector<std::size_t> proved_within(std::span<const ScheduleRow> rows,
                                       std::span<const TriedProblem> problems,
                                       std::span<const double> limits_s) {
  std::vector<std::size_t> counts(limits_s.size());
  for (const TriedProblem& problem : problems) {
    double at = 0, found = std::numeric_limits<double>::infinity();
    for (const ScheduleRow& row : rows) {
      const auto run = std::ranges::find_if(
          problem, [&](const TriedRun& each) { return key_of(each.row) == key_of(row); });
      if (run == problem.end()) continue;  // as if it were not there
      if (run->proved && run->seconds <= row.seconds) {
        found = at + run->seconds;
        break;
      }
      at += std::min(row.seconds, run->seconds);  // one that gives up early takes no longer
    }
    for (std::size_t i = 0; i < limits_s.size(); ++i) counts[i] += found <= limits_s[i];
  }
  return counts;
}

std::vector<std::size_t> proved_unseen(std::span<const TriedProblem> problems, std::size_t folds,
                                       double time_s, std::span<const double> limits_s) {
  std::vector<std::size_t> counts(limits_s.size());
  for (std::size_t fold = 0; fold < folds; ++fold) {
    std::vector<TriedProblem> learned, measured;
    for (std::size_t i = 0; i < problems.size(); ++i)
      (i % folds == fold ? measured : learned).push_back(problems[i]);
    const std::vector<std::size_t> each =
        proved_within(learn_schedule(learned, time_s), measured, limits_s);
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] += each[i];
  }
  return counts;
}

}  // namespace winnow
