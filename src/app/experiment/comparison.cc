#include "app/experiment/comparison.h"

#include "app/report/figures.h"
#include "app/report/plot.h"
#include "data/json_text.h"
#include "data/table_text.h"
#include "term/hash.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

namespace winnow {

namespace {

using Json = nlohmann::ordered_json;

constexpr double kMost_s = 1e9;  // more than a run takes; sums of such numbers are still numbers

double number_up_to(const Json& json, double most) {
  const auto number = json.get<double>();
  if (!(number >= 0 && number <= most))
    throw Json::out_of_range::create(401, fmt::format("a number from 0 to {:g}", most), &json);
  return number;
}

// By problem, then by arm; only problems that every arm has.
using OutcomeTable = std::map<std::string, std::map<std::string, const Outcome*>>;

OutcomeTable complete(const std::vector<Outcome>& outcomes, const std::vector<std::string>& arms) {
  OutcomeTable table;
  for (const Outcome& outcome : outcomes)
    if (std::ranges::find(arms, outcome.arm) != arms.end())
      table[outcome.problem][outcome.arm] = &outcome;
  std::erase_if(table, [&](const auto& row) { return row.second.size() < arms.size(); });
  return table;
}

std::vector<double> proof_times(const OutcomeTable& table, const std::string& arm) {
  std::vector<double> times;
  for (const auto& [problem, row] : table)
    if (row.at(arm)->proved) times.push_back(row.at(arm)->cpu_s);
  std::ranges::sort(times);
  return times;
}

double median(const std::vector<double>& sorted) {
  return sorted.empty() ? 0 : sorted[sorted.size() / 2];
}

void add_solved(std::string& text, const OutcomeTable& table,
                const std::vector<std::string>& arms) {
  auto out = std::back_inserter(text);
  fmt::format_to(out, "{:<20}{:>8}{:>9}{:>14}{:>12}{:>14}\n", "arm", "solved", "share",
                 "median CPU s", "mean CPU s", "ranking s");
  std::size_t together = 0;
  for (const auto& [problem, row] : table)
    together += std::ranges::any_of(row, [](const auto& each) { return each.second->proved; });
  auto problems = static_cast<double>(std::max<std::size_t>(table.size(), 1));
  for (const std::string& arm : arms) {
    std::vector<double> times = proof_times(table, arm);
    double sum = 0, ranking = 0;
    for (double time : times) sum += time;
    for (const auto& [problem, row] : table) ranking += row.at(arm)->ranking_s;
    fmt::format_to(out, "{:<20}{:>8}{:>8.1f}%{:>14.2f}{:>12.2f}{:>14.2f}\n", arm, times.size(),
                   100 * static_cast<double>(times.size()) / problems, median(times),
                   times.empty() ? 0 : sum / static_cast<double>(times.size()), ranking / problems);
  }
  fmt::format_to(out, "{:<20}{:>8}{:>8.1f}%\n\n", "any of them", together,
                 100 * static_cast<double>(together) / problems);
}

// How the arms stand after so many seconds, up to the longest proof.
void add_within(std::string& text, const OutcomeTable& table,
                const std::vector<std::string>& arms) {
  constexpr int kSeconds[] = {1, 2, 5, 10, 20, 30, 60, 90, 120, 180, 300, 600};
  std::vector<std::vector<double>> times;
  double longest = 0;
  for (const std::string& arm : arms) {
    times.push_back(proof_times(table, arm));
    if (!times.back().empty()) longest = std::max(longest, times.back().back());
  }
  auto out = std::back_inserter(text);
  std::string head = fmt::format("{:<20}", "solved within CPU s");
  std::vector<std::string> rows;
  for (const std::string& arm : arms) rows.push_back(fmt::format("{:<20}", arm));
  for (std::size_t i = 0; i < std::size(kSeconds) && (i == 0 || kSeconds[i - 1] < longest); ++i) {
    head += fmt::format("{:>7}", kSeconds[i]);
    for (std::size_t a = 0; a < arms.size(); ++a)
      rows[a] +=
          fmt::format("{:>7}", std::ranges::upper_bound(times[a], kSeconds[i]) - times[a].begin());
  }
  fmt::format_to(out, "{}\n{}\n\n", head, fmt::join(rows, "\n"));
}

void add_slices(std::string& text, const OutcomeTable& table,
                const std::vector<std::string>& arms) {
  auto out = std::back_inserter(text);
  std::map<std::uint64_t, std::map<std::string, std::size_t>> solved;  // all: the largest number
  for (const auto& [problem, row] : table)
    for (const auto& [arm, outcome] : row)
      for (const SliceOutcome& slice : outcome->slices)
        if (slice.verdict == "proved") ++solved[slice.all ? UINT64_MAX : slice.k][arm];
  fmt::format_to(out, "{:<20}", "solved by slice");
  for (const auto& [k, counts] : solved)
    fmt::format_to(out, "{:>7}", k == UINT64_MAX ? "all" : std::to_string(k));
  text += '\n';
  for (const std::string& arm : arms) {
    fmt::format_to(out, "{:<20}", arm);
    for (const auto& [k, counts] : solved) {
      auto found = counts.find(arm);
      fmt::format_to(out, "{:>7}", found == counts.end() ? 0 : found->second);
    }
    text += '\n';
  }
  text += '\n';
}

void add_comparisons(std::string& text, const OutcomeTable& table,
                     const std::vector<std::string>& arms) {
  for (std::size_t a = 0; a < arms.size(); ++a)
    for (std::size_t b = a + 1; b < arms.size(); ++b) {
      std::uint64_t first = 0, second = 0;
      for (const auto& [problem, row] : table) {
        bool x = row.at(arms[a])->proved, y = row.at(arms[b])->proved;
        first += x && !y;
        second += y && !x;
      }
      fmt::format_to(std::back_inserter(text), "only {}: {}, only {}: {}, McNemar's p = {}\n",
                     arms[a], first, arms[b], second, p_text(mcnemar(first, second).p_value));
    }
  if (arms.size() > 1) text += '\n';
}

void add_recall(std::string& text, const OutcomeTable& table, const std::vector<std::string>& arms,
                const std::vector<std::size_t>& ks) {
  auto out = std::back_inserter(text);
  std::string head = fmt::format("{:<20}", "recall at k =");
  for (std::size_t k : ks) head += fmt::format("{:>7}", k);
  bool any = false;
  for (const std::string& arm : arms) {
    std::vector<double> sums(ks.size());
    std::size_t count = 0;
    for (const auto& [problem, row] : table) {
      const std::vector<double>& recall = row.at(arm)->recall;
      if (recall.size() != ks.size()) continue;
      ++count;
      for (std::size_t i = 0; i < ks.size(); ++i) sums[i] += recall[i];
    }
    if (count == 0) continue;
    if (!any) text += head + '\n';
    any = true;
    fmt::format_to(out, "{:<20}", arm);
    for (double sum : sums) fmt::format_to(out, "{:>7.3f}", sum / static_cast<double>(count));
    text += '\n';
  }
}

// Where problems were lost: of those an arm did not solve, how many had all known premises among
// the best k. There the prover failed; in the others the ranking did.
void add_lost(std::string& text, const OutcomeTable& table, const std::vector<std::string>& arms,
              const std::vector<std::size_t>& ks) {
  std::string rows;
  for (const std::string& arm : arms) {
    std::vector<std::size_t> complete(ks.size());
    bool ranked = false;
    for (const auto& [problem, row] : table) {
      const Outcome& outcome = *row.at(arm);
      if (outcome.recall.size() != ks.size()) continue;
      ranked = true;
      for (std::size_t i = 0; i < ks.size(); ++i)
        complete[i] += !outcome.proved && outcome.recall[i] >= 1;
    }
    if (!ranked) continue;
    rows += fmt::format("{:<20}", arm);
    for (std::size_t count : complete) rows += fmt::format("{:>7}", count);
    rows += '\n';
  }
  if (!rows.empty()) text += "\nunsolved with all known premises among the best k\n" + rows;
}

// What a second prover made of the proofs. A disagreement is named: somebody has to look at it.
void add_checks(std::string& text, const OutcomeTable& table,
                const std::vector<std::string>& arms) {
  std::string rows, disputed;
  for (const std::string& arm : arms) {
    std::map<std::string, std::size_t> counts;
    for (const auto& [problem, row] : table) {
      const Outcome& outcome = *row.at(arm);
      if (!outcome.check.empty()) ++counts[outcome.check];
      if (outcome.check == "contradicted")
        disputed += fmt::format("DISPUTED: {} by {}\n", escaped(problem), arm);
    }
    if (!counts.empty())
      rows += fmt::format("{:<24} {:>10} {:>12} {:>13}\n", arm, counts["confirmed"],
                          counts["unconfirmed"], counts["contradicted"]);
  }
  if (rows.empty()) return;
  text += fmt::format("\nproofs, by a second prover\n{:<24} {:>10} {:>12} {:>13}\n", "arm",
                      "confirmed", "unconfirmed", "contradicted") +
          rows + disputed;
}

}  // namespace

std::string text_fingerprint(std::string_view text) {
  return fmt::format("{:016x}", hash_text(text));
}

std::string to_json_line(const Outcome& outcome) {
  Json slices = Json::array();
  for (const SliceOutcome& slice : outcome.slices)
    slices.push_back({{"k", slice.k},
                      {"all", slice.all},
                      {"verdict", slice.verdict},
                      {"cpu_s", slice.cpu_s},
                      {"ranker", slice.ranker},
                      {"prover", slice.prover},
                      {"wanted", slice.wanted}});
  Json json = {
      {"problem", outcome.problem}, {"arm", outcome.arm},       {"candidates", outcome.candidates},
      {"proved", outcome.proved},   {"cpu_s", outcome.cpu_s},   {"ranking_s", outcome.ranking_s},
      {"slices", slices},           {"recall", outcome.recall}, {"wall_s", outcome.wall_s},
      {"status", outcome.status},   {"prover", outcome.prover}};
  if (!outcome.check.empty()) json["check"] = outcome.check;
  if (!outcome.fingerprint.empty()) json["fingerprint"] = outcome.fingerprint;
  if (!outcome.read.empty()) json["read"] = outcome.read;
  for (const OutcomeAxiom& axiom : outcome.axioms) {
    Json named = {{"name", axiom.name}};
    if (!axiom.file.empty()) named.update({{"file", axiom.file}, {"line", axiom.line}});
    if (!axiom.fingerprint.empty()) named["fingerprint"] = axiom.fingerprint;
    json["axioms"].push_back(std::move(named));
  }
  return print_json(json) + "\n";
}

bool from_json_line(std::string_view line, Outcome& outcome) {
  try {
    const Json json = parse_json(line);
    outcome = {};
    outcome.problem = json.at("problem").get<std::string>();
    outcome.arm = json.at("arm").get<std::string>();
    outcome.candidates = whole_number<std::uint64_t>(json.at("candidates"));
    outcome.proved = json.at("proved").get<bool>();
    outcome.cpu_s = number_up_to(json.at("cpu_s"), kMost_s);
    outcome.ranking_s = number_up_to(json.at("ranking_s"), kMost_s);
    outcome.check = json.value("check", std::string());
    if (json.contains("wall_s")) outcome.wall_s = number_up_to(json.at("wall_s"), kMost_s);
    outcome.fingerprint = json.value("fingerprint", std::string());
    outcome.read = json.value("read", std::map<std::string, std::string>());
    outcome.status = json.value("status", std::string());
    outcome.prover = json.value("prover", std::string());
    if (json.contains("axioms"))
      for (const Json& axiom : json.at("axioms"))
        outcome.axioms.push_back(
            {axiom.at("name").get<std::string>(), axiom.value("file", std::string()),
             axiom.contains("line") ? whole_number<std::uint64_t>(axiom.at("line")) : 0,
             axiom.value("fingerprint", std::string())});
    for (const Json& recall : json.at("recall")) outcome.recall.push_back(number_up_to(recall, 1));
    for (const Json& slice : json.at("slices"))
      outcome.slices.push_back(
          {whole_number<std::uint64_t>(slice.at("k")), slice.at("all").get<bool>(),
           slice.at("verdict").get<std::string>(), number_up_to(slice.at("cpu_s"), kMost_s),
           slice.value("ranker", std::string()), slice.value("prover", std::string()),
           slice.contains("wanted") ? whole_number<std::uint64_t>(slice.at("wanted")) : 0});
    return true;
  } catch (const nlohmann::json::exception&) {
    return false;
  }
}

std::string report_text(const std::vector<Outcome>& outcomes, const std::vector<std::string>& arms,
                        const std::vector<std::size_t>& ks) {
  OutcomeTable table = complete(outcomes, arms);
  double candidates = 0;
  for (const auto& [problem, row] : table)
    candidates += static_cast<double>(row.begin()->second->candidates);
  std::string text =
      fmt::format("{} problems, {:.0f} candidates on average\n\n", table.size(),
                  table.empty() ? 0 : candidates / static_cast<double>(table.size()));
  add_solved(text, table, arms);
  add_checks(text, table, arms);
  add_within(text, table, arms);
  add_slices(text, table, arms);
  add_comparisons(text, table, arms);
  if (!ks.empty()) {
    add_recall(text, table, arms, ks);
    add_lost(text, table, arms, ks);
  }
  return text;
}

std::string best_slices_text(const std::vector<Outcome>& outcomes,
                             const std::vector<std::string>& arms, std::size_t count) {
  using Slice = std::pair<std::string, std::uint64_t>;  // whose, and k (all: the largest number)
  std::map<Slice, std::set<std::string>> solved;
  for (const auto& [problem, row] : complete(outcomes, arms))
    for (const auto& [arm, outcome] : row)
      for (const SliceOutcome& slice : outcome->slices)
        if (slice.verdict == "proved")
          solved[{slice.ranker, slice.all ? UINT64_MAX : slice.k}].insert(problem);
  std::set<std::string> done;
  std::string text = "slices that solve most together (solved alone, with those before it)\n";
  for (std::size_t i = 0; i < count; ++i) {
    const Slice* best = nullptr;
    std::size_t most = 0;
    for (const auto& [slice, problems] : solved) {
      auto fresh = static_cast<std::size_t>(std::ranges::count_if(
          problems, [&](const std::string& each) { return !done.contains(each); }));
      if (fresh > most) most = fresh, best = &slice;
    }
    if (best == nullptr) break;
    done.insert(solved[*best].begin(), solved[*best].end());
    fmt::format_to(std::back_inserter(text), "{:<20}{:>7}{:>7}{:>7}\n", best->first,
                   best->second == UINT64_MAX ? "all" : std::to_string(best->second),
                   solved[*best].size(), done.size());
  }
  return text;
}

// Time on a logarithmic scale: most proofs take little of it.
std::string cactus_svg(const std::vector<Outcome>& outcomes, const std::vector<std::string>& arms,
                       double limit_s) {
  constexpr double kShortest_s = 0.01;
  OutcomeTable table = complete(outcomes, arms);
  auto problems = static_cast<double>(std::max<std::size_t>(table.size(), 1));
  LinePlot plot{.name = "problems solved over time",
                .x = {.name = "problems solved", .low = 0, .high = problems, .whole = true},
                .y = {.name = "seconds to a proof",
                      .low = kShortest_s,
                      .high = std::max(limit_s, 10 * kShortest_s),
                      .logarithmic = true},
                .series = {},
                .legend = true};
  for (const std::string& arm : arms) {
    std::vector<double> times = proof_times(table, arm);
    PlotSeries series{fmt::format("{} ({})", arm, times.size()), {}, plot.series.size(), false};
    for (std::size_t i = 0; i < times.size(); ++i)
      series.points.push_back({static_cast<double>(i + 1), times[i],
                               fmt::format("{}: {} within {:.2f} s", arm, i + 1, times[i]), ""});
    plot.series.push_back(std::move(series));
  }
  return standalone(line_plot(plot));
}

}  // namespace winnow
