// app/commands/rank.cc - `winnow rank`: the axioms of a problem, most useful first.
// in: a TPTP problem     out: a table, JSON, or the problem cut down to the best axioms
#include "app/cli/exit_code.h"
#include "app/cli/json.h"
#include "app/cli/last_resort.h"
#include "app/cli/option_value.h"
#include "app/cli/output.h"
#include "app/cli/rank_options.h"
#include "app/cli/suggestion.h"
#include "app/cli/table.h"
#include "app/cli/terminal.h"
#include "app/commands/commands.h"
#include "app/commands/proof_print.h"
#include "winnow/options.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>

namespace winnow {

namespace {

constexpr const char* kRankExamples =
    "Examples:\n"
    "  winnow rank problem.p -k 20                 a table for people, tsv in a pipe\n"
    "  winnow rank problem.p --explain NAME        why an axiom stands where it stands\n"
    "  winnow rank problem.p -k 128 --format tptp | eprover --auto-schedule -s\n"
    "  winnow rank goal.p --index library.index --require extensionality";

using Json = nlohmann::ordered_json;

struct RankCommand {
  RankingOptions ranking;
  std::string format = "auto";
  std::string explain;  // a name
  OutputChoice out;
  double time_s = 0;
};

// fof(name, role, body): the body, which is what the name does not say.
std::string_view body_of(std::string_view text) {
  std::size_t commas = 0;
  int depth = 0;  // axiom-local(x, [y]) is a role, too
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') ++i;  // what is escaped ends no quote
    if (c == '\'') quoted = !quoted;
    if (quoted) continue;
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    if (c == ',' && depth == 1 && ++commas == 2) {
      text = text.substr(i + 1);
      text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
      return text.ends_with(").") ? text.substr(0, text.size() - 2) : text;
    }
  }
  return text;
}

// The first bytes of a text, which end with a whole character.
std::string beginning_of(const std::string& text, std::size_t most) {
  while (most > 0 && (static_cast<unsigned char>(text[most]) & 0xc0u) == 0x80u) --most;
  return text.substr(0, most);
}

// For people: names aligned, texts on one line and cut to the width of a terminal.
std::string readable_table(const Selection& selection) {
  constexpr std::size_t kWidth = 110, kWidestName = 36;
  const std::size_t width = is_terminal(stdout) ? terminal_width(stdout) : kWidth;
  std::size_t name_width = 4;
  for (const Ranked& each : selection)
    name_width = std::clamp(characters(escaped(each.name)), name_width, kWidestName);
  const Paint paint(has_colours(stdout));
  std::string text = fmt::format("{} of {} axioms for {}, by {}\n", selection.premises.size(),
                                 selection.candidates, selection.goal, selection.ranker);
  std::size_t rank = 0;
  for (const Ranked& each : selection) {
    const std::string name = escaped(each.name);
    std::string line =
        fmt::format("{:>4}  {:<{}}  {:>9.3f}  ", ++rank, name, name_width, each.score);
    const std::size_t room = line.size() + 20 < width ? width - line.size() : 20;
    std::string formula = on_one_line(body_of(each.text));
    if (formula.size() > room) formula = beginning_of(formula, room - 3) + "...";
    text += line + paint.faint(formula) + (each.required ? " (required)" : "") + "\n";
  }
  return text;
}

constexpr double kLeastEffect = 0.0005;  // prints as more than 0

struct Placed {
  const Ranked& premise;
  std::size_t rank;  // from 1
};

Placed find_premise(const Selection& selection, const std::string& name) {
  std::vector<std::string_view> names;
  for (const Ranked& each : selection) {
    names.push_back(each.name);
    if (each.name == name) return {each, names.size()};
  }
  throw InputError(fmt::format("no axiom is called '{}'", name),
                   hint_with_nearest(name, names,
                                     "--explain takes the name of an axiom; without it all are "
                                     "listed"));
}

// An axiom that is not among the candidates need not be misspelt.
void check_chosen(const Selection& selection, const std::string& name) {
  if (std::ranges::find(selection, name, &Ranked::name) == selection.end())
    throw InputError(
        fmt::format("no axiom that the approximate search chose is called '{}'", name),
        "--probes and --nearest let it choose more; without --approximate all are ranked");
}

std::string symbol_lines(std::string_view title, const std::vector<Explanation::Symbol>& symbols,
                         std::size_t counted) {
  if (symbols.empty()) return "";
  std::size_t width = 0;
  for (const Explanation::Symbol& each : symbols)
    width = std::max(width, characters(escaped(each.name)));
  std::string text = fmt::format("\n{}\n", title);
  for (const Explanation::Symbol& each : symbols)
    text += fmt::format("  {:<{}}  in {} of {} formulas, rarity {:.2f}\n", escaped(each.name),
                        width, each.formulas, counted, each.rarity);
  return text;
}

std::string proof_lines(const Explanation& why, bool has_proofs) {
  if (!has_proofs) return "\nno earlier proofs are known (--proofs)\n";
  std::string text = fmt::format(
      "\nused in {} earlier proof{}{}\n", why.proofs_all, why.proofs_all == 1 ? "" : "s",
      why.proofs.empty() ? "" : "; those of conjectures nearest the goal");
  for (const Explanation::Proof& each : why.proofs)
    text += fmt::format("  {:.3f} alike  {}{}{}\n", each.similarity, escaped(each.conjecture),
                        each.itself ? ", which is the axiom itself" : "",
                        each.votes ? "" : " (too far to vote)");
  return text;
}

// Why it stands where it stands: rankers and features, those that matter most first; symbols;
// earlier proofs.
std::string explanation(const Selection& selection, const std::string& name, bool has_proofs) {
  const auto [premise, rank] = find_premise(selection, name);
  std::string text =
      fmt::format("{}\nrank {} of {} for {}, by {}, score {:.4g}{}\n", on_one_line(premise.text),
                  rank, selection.candidates, selection.goal, selection.ranker, premise.score,
                  premise.required ? ", and it always stays" : "");
  std::vector<Reason> features;
  text += fmt::format("\n{:<20} {:>12}  {}\n", "ranker", "score", "rank by it alone");
  for (const Reason& reason : premise.why)
    if (reason.rank != 0)
      text += fmt::format("  {:<18} {:>12.4g}  {}\n", reason.name, reason.value, reason.rank);
    else
      features.push_back(reason);
  std::ranges::stable_sort(features, std::greater(),
                           [](const Reason& reason) { return std::abs(reason.effect); });
  if (!features.empty())
    text += fmt::format("\n{:<20} {:>12} {:>12}\n", "feature", "value", "adds");
  std::size_t silent = 0;
  for (const Reason& reason : features)
    if (std::abs(reason.effect) < kLeastEffect && premise.explanation)
      ++silent;
    else
      text +=
          fmt::format("  {:<18} {:>12.4g} {:>+12.3f}\n", reason.name, reason.value, reason.effect);
  if (silent > 0) text += fmt::format("  {} others add nothing\n", silent);
  if (!premise.explanation) return text;
  const Explanation& why = *premise.explanation;
  text += symbol_lines("symbols that it shares with the goal", why.shared, why.counted);
  if (why.shared.empty()) text += "\nit shares no symbol with the goal\n";
  text += symbol_lines("symbols that it shares with the best axioms only", why.of_the_best,
                       why.counted);
  text += symbol_lines("symbols that neither the goal nor the best axioms have", why.unexplained,
                       why.counted);
  return text + proof_lines(why, has_proofs);
}

Json explanation_json(const Ranked& premise) {
  Json features = Json::array();
  for (const Reason& reason : premise.why) {
    Json entry = {{"name", reason.name}, {"value", reason.value}};
    if (reason.rank != 0)
      entry["rank"] = reason.rank;
    else
      entry["effect"] = reason.effect;
    features.push_back(std::move(entry));
  }
  Json object = {{"text", premise.text}, {"why", std::move(features)}};
  if (!premise.explanation) return object;
  auto symbols = [](const std::vector<Explanation::Symbol>& from) {
    Json list = Json::array();
    for (const Explanation::Symbol& each : from)
      list.push_back({{"name", each.name}, {"formulas", each.formulas}, {"rarity", each.rarity}});
    return list;
  };
  const Explanation& why = *premise.explanation;
  object["formulas_counted"] = why.counted;
  object["shared_symbols"] = symbols(why.shared);
  object["symbols_of_the_best"] = symbols(why.of_the_best);
  object["unexplained_symbols"] = symbols(why.unexplained);
  object["proofs_that_used_it"] = why.proofs_all;
  object["nearest_proofs"] = Json::array();
  for (const Explanation::Proof& each : why.proofs)
    object["nearest_proofs"].push_back({{"conjecture", each.conjecture},
                                        {"similarity", each.similarity},
                                        {"votes", each.votes},
                                        {"itself", each.itself}});
  return object;
}

std::string table(const Selection& selection) {
  std::string text = "rank\tname\tscore\trequired\n";
  std::size_t rank = 0;
  for (const Ranked& each : selection)
    fmt::format_to(std::back_inserter(text), "{}\t{}\t{:.6g}\t{}\n", ++rank, escaped(each.name),
                   each.score, each.required ? 1 : 0);
  return text;
}

// `explained`: only this one, and why it stands where it stands.
std::string json(const Selection& selection, const std::string& explained) {
  Json ranking = Json::array();
  for (const Ranked& each : selection)
    ranking.push_back({{"rank", ranking.size() + 1},
                       {"name", each.name},
                       {"score", each.score},
                       {"required", each.required}});
  Json object = {
      {"goal", selection.goal}, {"candidates", selection.candidates}, {"ranker", selection.ranker}};
  if (!selection.model.empty()) {
    object["model"] = selection.model;
    object["mode"] = selection.mode;
  }
  if (!explained.empty()) {
    const auto [premise, rank] = find_premise(selection, explained);
    object.update(ranking[rank - 1]);
    object.update(explanation_json(premise));
  } else {
    object["ranking"] = std::move(ranking);
  }
  return print_json(object, 2) + "\n";
}

std::string ranking_format(const RankCommand& options) {
  if (options.format != "auto") return options.format;
  return options.out.path.empty() && is_terminal(stdout) ? "table" : "tsv";
}

// What the file is, so that nothing else is written over without --force.
FileKind ranking_kind(const std::string& format) {
  return format == "json"   ? FileKind::ranking_json
         : format == "tptp" ? FileKind::problem
                            : FileKind::ranking;
}

void write_ranking(const std::string& text, std::unique_ptr<TextOutput>& out) {
  if (!out) return write_out(text);
  out->write(text);
  out->commit();
}

void run(const RankCommand& options) {
  std::unique_ptr<TextOutput> out;
  if (!options.out.path.empty())
    out = std::make_unique<TextOutput>(options.out, ranking_kind(ranking_format(options)),
                                       std::vector{options.ranking.problem});
  check(options.ranking.rank);  // mistakes in options are told before any work
  const Stop stop(options.time_s > 0 ? Deadline::in(options.time_s) : Deadline::never());
  // A file that is opened may be a pipe that nobody writes to.
  LastResort last_resort(stop.deadline(), "winnow: out of time before there was a ranking\n",
                         static_cast<int>(ExitCode::out_of_time), 2);
  Formulas problem = Formulas::read(
      options.ranking.problem, {.stop = stop, .include_folders = options.ranking.include_folders});
  Selector selector = open_selector(options.ranking);
  RankOptions how = options.ranking.rank;
  how.stop = stop;
  if (!options.explain.empty()) {
    how.explain = {options.explain};
    how.k = kAllPremises;
  }
  Selection selection = selector.rank(problem, how);
  last_resort.stand_down();
  if (!options.explain.empty() && options.ranking.selector.approximate)
    check_chosen(selection, options.explain);
  for (const std::string& note : selection.notes) fmt::print(stderr, "winnow: {}\n", note);
  const std::string format = ranking_format(options);
  write_ranking(format == "json" ? json(selection, options.explain)
                : !options.explain.empty()
                    ? explanation(selection, options.explain, selector.has_proofs())
                : format == "table" ? readable_table(selection)
                : format == "tsv"   ? table(selection)
                                    : selection.problem(),
                out);
}

}  // namespace

void add_rank_command(CLI::App& app) {
  auto options = std::make_shared<RankCommand>();
  CLI::App* command = app.add_subcommand("rank", "order a problem's axioms, most useful first");
  add_input(*command, "PROBLEM", options->ranking.problem,
            "a TPTP problem; its includes are read too; -: standard input")
      ->required();
  add_ranking_options(*command, options->ranking, false);
  add_value(*command, "-k", options->ranking.rank.k,
            "how many axioms beside those that always stay", kPremises);
  add_value(*command, "--format", options->format,
            "table (for people), tsv, json, or tptp: the problem cut down; auto: a\n"
            "table on a terminal, else tsv",
            one_of("auto, table, tsv, json, tptp"));
  command->add_option("--explain", options->explain,
                      "why the axiom of this name stands where it stands; text, or json");
  add_output_options(*command, options->out);
  add_seconds(*command, "--time", options->time_s,
              "after which a cheaper ranker is taken: 500ms, 10s, 2m; 0: no limit", kTimeOrNever_s,
              "0");
  command->footer(kRankExamples);
  command->callback([options] { run(*options); });
}

}  // namespace winnow
