#include "prover/prove_plan.h"

#include "data/text_file.h"
#include "select/ranker_choice.h"
#include "winnow/error.h"
#include "winnow/selector.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace winnow {
namespace {

std::vector<ScheduleRow> schedule_of(const ProveOptions& options) {
  if (options.schedule.empty()) return default_schedule();
  if (options.schedule.find('\n') != std::string::npos)
    return parse_schedule(options.schedule, "schedule");
  return parse_schedule(read_text_file(options.schedule, kMostSettingsBytes), options.schedule);
}

std::vector<std::string> rankers_of(const ProveOptions& options) {
  if (options.rank.ranker == "auto") return {};
  return split_rankers(options.rank.ranker);
}

}  // namespace

double clock_limit_s(const ProveOptions& options) {
  return options.cpu_time ? 6 * options.time_limit_s + 10 : options.time_limit_s;
}

std::string read_schedule(const std::string& file) {
  std::string text = read_text_file(file, kMostSettingsBytes) + '\n';
  parse_schedule(text, file);
  return text;
}

std::vector<ProverStep> with_rankings(const ProverPlan& plan,
                                      const std::vector<std::string>& resolved,
                                      const std::vector<std::string>& made) {
  std::vector<ProverStep> steps = plan.steps;
  for (ProverStep& step : steps) {
    const auto found = std::ranges::find(made, resolved[step.ranking]);
    step.ranking = found == made.end() ? 0 : static_cast<std::size_t>(found - made.begin());
  }
  return steps;
}

std::vector<std::string> resolve_rankers(std::vector<std::string> rankers, const Selector& selector,
                                         bool of_schedule) {
  for (std::string& ranker : rankers)
    if (ranker == "auto" || (of_schedule && ranker == "knn" && !selector.has_proofs()))
      ranker = selector.best_ranker();
  return rankers;
}

std::string absent_provers(const ProveOptions& options, std::span<const ChosenProver> chosen) {
  if (options.schedule.empty() || !options.slices.empty()) return {};
  std::set<std::string> absent;
  bool any = false;
  for (const ScheduleRow& row : schedule_of(options)) {
    const bool is_there = std::ranges::any_of(chosen, [&](const ChosenProver& prover) {
      return prover.profile != nullptr && prover.profile->name == row.prover;
    });
    any = any || is_there;
    if (!is_there) absent.insert(row.prover);
  }
  if (absent.empty()) return {};
  const std::string names = fmt::format("{}", fmt::join(absent, ", "));
  if (!any)
    throw InputError(fmt::format("the schedule is for {}, which {} no part", names,
                                 absent.size() == 1 ? "takes" : "take"),
                     "install it, or take a schedule for provers that are there");
  return fmt::format("the schedule's runs of {} are left out: no such prover takes part", names);
}

std::string join_rankers(const std::vector<std::string>& rankers) {
  std::string text;
  for (const std::string& ranker : rankers) text += (text.empty() ? "" : "/") + ranker;
  return text;
}

ProverPlan plan_of(const ProveOptions& options, std::span<const ChosenProver> chosen) {
  if (!options.slices.empty()) return make_equal_plan(chosen, rankers_of(options));
  return make_plan(schedule_of(options), chosen, rankers_of(options),
                   options.every ? 0 : options.time_limit_s * options.jobs);
}

}  // namespace winnow
