#include "prover/schedule.h"

#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>

namespace winnow {
namespace {

// For provers of which nothing was learned.
constexpr std::size_t kSlices[] = {64, 256, 32, 512, 128, 1024, 16, kAllPremises};
constexpr double kSliceSeconds = 1;

InputError wrong_row(const std::string& file, std::size_t line, const std::string& what) {
  return InputError(Place{.file = file, .line = line, .column = 1}, what,
                    "a row is: prover:strategy ranker premises seconds; for example "
                    "cvc5:default auto 128 1.5");
}

template <class Number>
bool read_number(const std::string& word, Number& number) {
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  return error == std::errc() && end == word.data() + word.size();
}

// A row with the prover as a number.
struct PlannedRow {
  std::size_t prover = 0;
  std::string ranker;
  std::size_t k = 0;
  double seconds = 0;
};

class Planner {
 public:
  // The number of a prover with a strategy, or of a command.
  std::size_t prover(const ChosenProver& chosen, const Strategy* strategy) {
    std::string name = chosen.command;
    std::string text = chosen.command;
    if (text.empty()) {
      const Strategy& which = strategy != nullptr ? *strategy : chosen.profile->strategies.front();
      name = fmt::format("{}:{}", chosen.profile->name, which.name);
      text = command_template(chosen.program, *chosen.profile, which);
    }
    const auto found = std::ranges::find(plan_.names, name);
    if (found != plan_.names.end()) return static_cast<std::size_t>(found - plan_.names.begin());
    plan_.names.push_back(name);
    plan_.commands.push_back(parse_prover_command(text));
    return plan_.names.size() - 1;
  }

  std::size_t ranker(const std::string& name) {
    const auto found = std::ranges::find(plan_.rankers, name);
    if (found != plan_.rankers.end())
      return static_cast<std::size_t>(found - plan_.rankers.begin());
    plan_.rankers.push_back(name);
    return plan_.rankers.size() - 1;
  }

  // Rounds of the rows, each longer than the one before, until one alone would fill the time.
  ProverPlan rounds(std::span<const PlannedRow> rows, std::span<const std::string> rankers,
                    double time_s) {
    double factor = 1, sum_s = 0;
    do {
      sum_s = 0;
      for (const PlannedRow& row : rows) {
        const double seconds = row.seconds * factor;
        if (rankers.empty())
          plan_.steps.push_back({row.prover, ranker(row.ranker), row.k, seconds});
        for (const std::string& each : rankers)
          plan_.steps.push_back({row.prover, ranker(each), row.k, seconds});
        sum_s += seconds;
      }
      factor *= kLonger;
    } while (sum_s < time_s && !rows.empty());
    if (plan_.rankers.empty()) ranker("auto");
    return std::move(plan_);
  }

  ProverPlan take() { return std::move(plan_); }

 private:
  ProverPlan plan_;
};

// One of the first, one of the second, and so on.
std::vector<PlannedRow> in_turn(std::span<const PlannedRow> first,
                                std::span<const PlannedRow> second) {
  std::vector<PlannedRow> rows;
  for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
    if (i < first.size()) rows.push_back(first[i]);
    if (i < second.size()) rows.push_back(second[i]);
  }
  return rows;
}

}  // namespace

std::vector<ScheduleRow> parse_schedule(std::string_view text, const std::string& file) {
  std::vector<ScheduleRow> rows;
  std::istringstream lines{std::string(text)};
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    line.resize(std::min(line.find('#'), line.size()));
    std::istringstream words(line);
    std::string who, k, seconds, rest;
    ScheduleRow row;
    if (!(words >> who)) continue;
    if (!(words >> row.ranker >> k >> seconds) || words >> rest)
      throw wrong_row(file, number, "a row has four words");
    const std::size_t colon = who.find(':');
    row.prover = who.substr(0, colon);
    const ProverProfile* profile = find_profile(row.prover);
    if (profile == nullptr)
      throw wrong_row(file, number, fmt::format("there is no prover '{}'", row.prover));
    row.strategy = colon == std::string::npos ? std::string(profile->strategies.front().name)
                                              : who.substr(colon + 1);
    if (std::ranges::find(profile->strategies, row.strategy, &Strategy::name) ==
        profile->strategies.end())
      throw wrong_row(file, number,
                      fmt::format("{} has no strategy '{}'", profile->title, row.strategy));
    if (k == "all") {
      row.k = kAllPremises;
    } else if (!read_number(k, row.k) || row.k == 0) {
      throw wrong_row(file, number, fmt::format("'{}' is no number of premises", k));
    }
    if (!read_number(seconds, row.seconds) || !(row.seconds > 0) || row.seconds > 1e6)
      throw wrong_row(file, number, fmt::format("'{}' is no number of seconds", seconds));
    rows.push_back(std::move(row));
  }
  if (rows.empty()) throw InputError(Place{.file = file}, "a schedule without rows");
  return rows;
}

std::string print_schedule(std::span<const ScheduleRow> rows) {
  std::string text;
  for (const ScheduleRow& row : rows)
    text += fmt::format("{}:{} {} {} {:g}\n", row.prover, row.strategy, row.ranker,
                        row.k == kAllPremises ? "all" : fmt::format("{}", row.k), row.seconds);
  return text;
}

ProverPlan make_plan(std::span<const ScheduleRow> schedule, std::span<const ChosenProver> chosen,
                     std::span<const std::string> rankers, double time_s) {
  Planner planner;
  std::vector<PlannedRow> learned, others;
  std::vector<bool> has_rows(chosen.size());
  for (const ScheduleRow& row : schedule)
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      const ChosenProver& prover = chosen[i];
      if (prover.profile == nullptr || !prover.command.empty() || prover.strategy != nullptr ||
          prover.profile->name != row.prover)
        continue;
      has_rows[i] = true;
      const auto strategy =
          std::ranges::find(prover.profile->strategies, row.strategy, &Strategy::name);
      require(strategy != prover.profile->strategies.end(), "a schedule with unknown strategies");
      learned.push_back({planner.prover(prover, &*strategy), row.ranker, row.k, row.seconds});
    }
  for (const std::size_t k : kSlices)
    for (std::size_t i = 0; i < chosen.size(); ++i)
      if (!has_rows[i])
        others.push_back({planner.prover(chosen[i], chosen[i].strategy), "auto", k, kSliceSeconds});
  return planner.rounds(in_turn(learned, others), rankers, time_s);
}

ProverPlan make_equal_plan(std::span<const ChosenProver> chosen,
                           std::span<const std::string> rankers) {
  Planner planner;
  for (const std::string& each : rankers) planner.ranker(each);
  if (rankers.empty()) planner.ranker("auto");
  for (const ChosenProver& prover : chosen) planner.prover(prover, prover.strategy);
  return planner.take();
}

ProverPlan make_whole_plan(std::span<const ChosenProver> chosen, double time_s) {
  Planner planner;
  std::vector<PlannedRow> rows;
  for (const ChosenProver& prover : chosen)
    rows.push_back({planner.prover(prover, prover.strategy), "auto", kAllPremises, 1});
  // What has a model is shown best by who looks for one.
  for (const ChosenProver& prover : chosen)
    if (prover.profile != nullptr && prover.strategy == nullptr && prover.command.empty())
      for (const Strategy& strategy : prover.profile->strategies)
        if (strategy.name == "models")
          rows.push_back({planner.prover(prover, &strategy), "auto", kAllPremises, 1});
  return planner.rounds(rows, {}, time_s);
}

}  // namespace winnow
