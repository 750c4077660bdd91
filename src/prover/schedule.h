// prover/schedule.h - which prover, with how many premises by which ranker, for how long, in order.
// in: a schedule, the provers that are there     out: the steps of a run (prover/slices.h)
// A schedule is a list of rows that was learned by `winnow experiment schedule`: what proves most
// in the shortest time comes first. One list serves every time limit:
//   - the rows are run in order, each for its seconds;
//   - at the end of the list it begins again with kLonger times the seconds, and again;
//   - a run that would bring nothing new is skipped (run_slices).
// So a second is spent on the first rows alone, and ten minutes on two or three rounds.
#pragma once

#include "prover/choice.h"
#include "prover/slices.h"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct ScheduleRow {
  std::string prover, strategy;  // by their profiles' names
  std::string ranker;            // "auto", or what --ranker takes
  std::size_t k = 0;
  double seconds = 0;
  bool operator==(const ScheduleRow&) const = default;
};

inline constexpr double kLonger = 4;

// A row a line, "cvc5:default auto 128 1.5"; what follows a # is a comment. Throws InputError with
// the line.
std::vector<ScheduleRow> parse_schedule(std::string_view text, const std::string& file);
std::string print_schedule(std::span<const ScheduleRow> rows);
const std::vector<ScheduleRow>& default_schedule();

// What a schedule means for the provers that are there.
struct ProverPlan {
  std::vector<std::string> names;       // of the provers: "cvc5:enum", or a command
  std::vector<ProverCommand> commands;  // of each of them
  std::vector<std::string> rankers;
  std::vector<ProverStep> steps;
};

// Rows of provers that are not chosen are left out. A chosen prover without rows gets slices of
// several sizes, in turn with the rows of the others; so does one with a strategy of the user's.
// With `rankers`, each row is run with the best of each of them instead of its own.
ProverPlan make_plan(std::span<const ScheduleRow> schedule, std::span<const ChosenProver> chosen,
                     std::span<const std::string> rankers, double time_s);

// Provers and rankers for equal shares of the time. Its steps are made by equal_steps, once the
// number of premises is known.
ProverPlan make_equal_plan(std::span<const ChosenProver> chosen,
                           std::span<const std::string> rankers);

// Every prover on all premises, for problems without a goal: nothing to choose premises by.
ProverPlan make_whole_plan(std::span<const ChosenProver> chosen, double time_s);

}  // namespace winnow
