#include "app/commands/experiment_schedule.h"

#include "app/cli/input.h"
#include "app/cli/next_step.h"
#include "app/cli/option_value.h"
#include "app/cli/prove_options.h"
#include "app/cli/shard_option.h"
#include "app/cli/terminal.h"
#include "app/experiment/result_lines.h"
#include "data/text_file.h"
#include "prover/choice.h"
#include "prover/schedule_learning.h"
#include "prover/slice_sizes.h"
#include "prover/slices.h"
#include "winnow/error.h"
#include "winnow/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace winnow {

namespace {

namespace fs = std::filesystem;

constexpr const char* kScheduleExamples =
    "Examples:\n"
    "  winnow experiment schedule problems/ --out grid --jobs 2\n"
    "  winnow experiment schedule problems/ --out grid --strategies cvc5:default,e:auto --k "
    "64,256\n"
    "  winnow prove problem.p --schedule grid/schedule.txt\n"
    "  winnow prove problems/ --time 1 --cpu-time --out first      what the first second leaves:\n"
    "  winnow experiment schedule problems/ --after first --out grid\n"
    "A run that was stopped goes on. With several --out folders of earlier runs as --with, the\n"
    "schedule is learned from all of them.\n";

struct Options {
  ProveCommand prove;
  std::vector<std::string> strategies = {
      "e:auto",       "e:goal",    "e:unit",          "e:lpo",         "e:auto-schedule",
      "cvc5:default", "cvc5:enum", "cvc5:interleave", "cvc5:relevant", "cvc5:max"};
  std::vector<std::string> rankers = {"auto"};
  std::string slices = "32,128,512,all";
  std::vector<std::string> with;
  std::vector<std::string> after;
  double schedule_s = 120;
  std::uint32_t folds = 5;
};

std::vector<ScheduleRow> grid_of(const Options& options) {
  std::string text;
  for (const std::string& strategy : options.strategies)
    for (const std::string& ranker : options.rankers)
      for (const std::size_t k : parse_slices(options.slices))
        text += fmt::format("{} {} {} {}\n", strategy, ranker,
                            k == kAllPremises ? "all" : fmt::format("{}", k),
                            options.prove.prove.time_limit_s);
  return parse_schedule(text, "the grid");
}

TriedProblem tried(const Outcome& outcome, const std::string& best_ranker) {
  TriedProblem problem;
  for (const SliceOutcome& slice : outcome.slices) {
    const std::size_t colon = slice.prover.find(':');
    TriedRun run;
    run.row.prover = slice.prover.substr(0, colon);
    run.row.strategy = colon == std::string::npos ? "" : slice.prover.substr(colon + 1);
    run.row.ranker = slice.ranker == best_ranker ? "auto" : slice.ranker;
    run.row.k = slice.wanted;
    run.proved = slice.verdict == "proved";
    run.seconds = slice.cpu_s;
    problem.push_back(std::move(run));
  }
  return problem;
}

std::string report(std::span<const TriedProblem> problems, std::span<const ScheduleRow> rows,
                   const Options& options) {
  constexpr double kLimits[] = {1, 2, 5, 10, 20, 30, 60, 90, 120, 300, 600};
  std::string text = fmt::format("{} problems; {} proved by some run\n\n", problems.size(),
                                 std::ranges::count_if(problems, [](const TriedProblem& problem) {
                                   return std::ranges::any_of(problem, &TriedRun::proved);
                                 }));
  const auto line = [&](std::string_view name, const std::vector<std::size_t>& counts) {
    text += fmt::format("{:<44}", name);
    for (const std::size_t count : counts) text += fmt::format("{:>6}", count);
    text += '\n';
  };
  text += fmt::format("{:<44}", "proved within CPU s");
  for (const double limit : kLimits) text += fmt::format("{:>6g}", limit);
  text += '\n';
  line("this schedule, on the problems it is made from", proved_within(rows, problems, kLimits));
  line(fmt::format("expected on others ({} folds)", options.folds),
       proved_unseen(problems, options.folds, options.schedule_s, kLimits));
  std::vector<ScheduleRow> tried_rows;
  for (const TriedProblem& problem : problems)
    for (const TriedRun& run : problem)
      if (std::ranges::find(tried_rows, run.row) == tried_rows.end()) tried_rows.push_back(run.row);
  std::vector<std::pair<std::size_t, std::string>> alone;
  for (ScheduleRow row : tried_rows) {
    row.seconds = 1e6;
    const double all[] = {1e9};
    alone.emplace_back(proved_within(std::span(&row, 1), problems, all).front(),
                       fmt::format("{}:{} {} {}", row.prover, row.strategy, row.ranker,
                                   row.k == kAllPremises ? "all" : fmt::format("{}", row.k)));
  }
  std::ranges::sort(alone, std::greater<>());
  text += "\nruns alone, by problems proved\n";
  for (std::size_t i = 0; i < std::min<std::size_t>(alone.size(), 25); ++i)
    text += fmt::format("  {:>4}  {}\n", alone[i].first, alone[i].second);
  return text + "\nschedule\n" + print_schedule(rows);
}

// Those that no folder of results has a proof of. Easy problems are proved by every run, and tell
// nothing about which runs should come after the first ones.
std::vector<std::string> left_by(std::span<const std::string> folders,
                                 std::vector<std::string> problems) {
  if (folders.empty()) return problems;
  std::set<std::string> proved;
  for (const std::string& folder : folders)
    for (const Outcome& outcome : read_results(folder).outcomes)
      if (outcome.proved) proved.insert(outcome.problem);
  std::erase_if(problems, [&](const std::string& problem) { return proved.contains(problem); });
  if (problems.empty())
    throw InputError(Place{folders.front()}, "every problem is proved there, so none is left",
                     "name more problems");
  return problems;
}

void run(Options& options) {
  const std::vector<ScheduleRow> grid = grid_of(options);
  ProveCommand& command = options.prove;
  fs::create_directories(command.out);
  const std::string file = fs::path(command.out) / "grid.txt";
  write_text_file(file, print_schedule(grid));
  command.prove.schedule = file;
  command.prove.every = true;
  command.prove.cpu_time = true;
  for (const ScheduleRow& row : grid)
    if (std::ranges::find(command.prove.provers, row.prover) == command.prove.provers.end())
      command.prove.provers.push_back(row.prover);
  const Selector selector = open_selector(command.ranking);
  prove_many(command, left_by(options.after, problem_files(command.problems)));
  if (!read_results(command.out).missing.empty())
    return write_out("there is a schedule when the last shard is done\n");
  std::vector<TriedProblem> problems;
  std::vector<std::string> folders = options.with;
  folders.push_back(command.out);
  for (const std::string& folder : folders)
    for (const Outcome& outcome : read_results(folder).outcomes)
      problems.push_back(tried(outcome, selector.best_ranker()));
  const std::vector<ScheduleRow> rows = learn_schedule(problems, options.schedule_s);
  const std::string text = report(problems, rows, options);
  write_text_file(fs::path(command.out) / "schedule.txt",
                  "# winnow experiment schedule, " + fmt::format("{} problems\n", problems.size()) +
                      print_schedule(rows));
  write_text_file(fs::path(command.out) / "report.txt", text);
  write_out(text);
  say_next(fmt::format("winnow prove PROBLEM --schedule {}/schedule.txt", command.out));
}

}  // namespace

void add_schedule_experiment(CLI::App& command) {
  auto options = std::make_shared<Options>();
  ProveCommand& prove = options->prove;
  prove.prove.time_limit_s = 4;
  CLI::App* sub = command.add_subcommand(
      "schedule", "which provers with how many premises for how long: learn it from problems");
  add_input(*sub, "PROBLEM", prove.problems, "TPTP problems, or folders of them")->required();
  add_ranking_options(*sub, prove.ranking, false);
  check_with(
      sub->add_option("--strategies", options->strategies, "which, as 'winnow provers' lists them")
          ->delimiter(',')
          ->capture_default_str(),
      check_prover_name);
  check_with(sub->add_option("--rankers", options->rankers, "which, as in 'winnow rank --ranker'")
                 ->delimiter(',')
                 ->capture_default_str(),
             [](const std::string& text) { check_rankers(text, false, "rankers"); });
  check_with(sub->add_option("--k", options->slices, "how many premises")->capture_default_str(),
             [](const std::string& text) { parse_slices(text); });
  add_seconds(*sub, "--time", prove.prove.time_limit_s, "CPU time of each run", kTimeLimit_s, "4s");
  add_seconds(*sub, "--schedule-time", options->schedule_s, "how long the schedule may be",
              kTimeLimit_s, "2m");
  add_value(*sub, "--folds", options->folds, "for the figures on problems it did not see",
            between(2, 1000));
  add_value(*sub, "--jobs", prove.prove.jobs, "problems at once", kJobs);
  add_value(*sub, "--memory", prove.prove.memory_mib, "MiB for each prover", kMemoryMib);
  add_value(*sub, "--numbers", prove.prove.numbers, "as in 'winnow prove'", kNumbers);
  sub->add_option("--with", options->with, "folders of earlier runs to learn from, too");
  sub->add_option("--after", options->after,
                  "folders of 'winnow prove --out': problems proved there are not tried; the "
                  "schedule is for what comes after");
  sub->add_option("--out", prove.out, "a folder for results.jsonl, report.txt, schedule.txt")
      ->required();
  add_shard_option(*sub, prove.shard,
                   "the I-th of N equal parts of the problems, from 0, into a file of its own; the "
                   "last to end learns the schedule");
  sub->add_flag("--quiet", prove.quiet, "no rows");
  sub->footer(kScheduleExamples);
  sub->callback([options] { run(*options); });
}

}  // namespace winnow
