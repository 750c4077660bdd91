// app/commands/rank.cc - `winnow rank`: the axioms of a problem, most useful first.
// in: a TPTP problem     out: a table, JSON, or the problem cut down to the best axioms
#include "app/cli/exit_code.h"
#include "app/cli/last_resort.h"
#include "app/cli/option_value.h"
#include "app/cli/output.h"
#include "app/cli/rank_options.h"
#include "app/cli/table.h"
#include "app/cli/terminal.h"
#include "app/commands/commands.h"
#include "app/commands/proof_print.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
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
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\'') quoted = !quoted;
    if (text[i] == ',' && !quoted && ++commas == 2) {
      text = text.substr(i + 1);
      return text.ends_with(").") ? text.substr(0, text.size() - 2) : text;
    }
  }
  return text;
}

// For people: names aligned, texts on one line and cut to the width of a terminal.
std::string readable_table(const Selection& selection) {
  constexpr std::size_t kWidth = 110, kWidestName = 36;
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
    const std::size_t room = line.size() + 20 < kWidth ? kWidth - line.size() : 20;
    std::string formula = on_one_line(body_of(each.text));
    if (formula.size() > room) formula = formula.substr(0, room - 3) + "...";
    text += line + paint.faint(formula) + (each.required ? " (required)" : "") + "\n";
  }
  return text;
}

// Every feature and ranker that had a say, with its value and the rank it alone would give.
std::string explanation(const Selection& selection, const std::string& name) {
  std::size_t rank = 0;
  for (const Ranked& each : selection) {
    ++rank;
    if (each.name != name) continue;
    std::string text =
        fmt::format("{}\nrank {} of {} for {}, by {}, score {:.4g}{}\n", on_one_line(each.text),
                    rank, selection.candidates, selection.goal, selection.ranker, each.score,
                    each.required ? ", and it always stays" : "");
    for (const Reason& reason : each.why)
      text += fmt::format("  {:<20} {:>12.4g}{}\n", reason.name, reason.value,
                          reason.rank == 0 ? "" : fmt::format("   rank {} alone", reason.rank));
    return text;
  }
  throw InputError(fmt::format("no axiom is called '{}'", name),
                   "--explain takes the name of an axiom; without it all are listed");
}

std::string table(const Selection& selection) {
  std::string text = "rank\tname\tscore\trequired\n";
  std::size_t rank = 0;
  for (const Ranked& each : selection)
    fmt::format_to(std::back_inserter(text), "{}\t{}\t{:.6g}\t{}\n", ++rank, escaped(each.name),
                   each.score, each.required ? 1 : 0);
  return text;
}

std::string json(const Selection& selection) {
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
  object["ranking"] = std::move(ranking);
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
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
  needs_model(options.ranking.rank.ranker);  // a mistake in it is told before any work
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
    how.why = true;
    how.k = kAllPremises;
  }
  Selection selection = selector.rank(problem, how);
  last_resort.stand_down();
  for (const std::string& note : selection.notes) fmt::print(stderr, "winnow: {}\n", note);
  write_ranking(!options.explain.empty()             ? explanation(selection, options.explain)
                : ranking_format(options) == "table" ? readable_table(selection)
                : ranking_format(options) == "tsv"   ? table(selection)
                : ranking_format(options) == "json"  ? json(selection)
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
            "how many axioms beside those that always stay", at_least(1));
  add_value(*command, "--format", options->format,
            "table (for people), tsv, json, or tptp: the problem cut down; auto: a\n"
            "table on a terminal, else tsv",
            one_of("auto, table, tsv, json, tptp"));
  command->add_option("--explain", options->explain,
                      "why the axiom of this name stands where it stands");
  add_output_options(*command, options->out);
  add_seconds(*command, "--time", options->time_s,
              "after which a cheaper ranker is taken: 500ms, 10s, 2m; 0: no limit",
              between(0, kLongest_s), "0");
  command->footer(kRankExamples);
  command->callback([options] { run(*options); });
}

}  // namespace winnow
