// app/rank.cc - `winnow rank`: the axioms of a problem, most useful first.
// in: a TPTP problem     out: a table, JSON, or the problem cut down to the best axioms
#include "app/commands.h"
#include "app/exit_code.h"
#include "app/last_resort.h"
#include "app/option_value.h"
#include "app/ranking.h"
#include "app/table.h"
#include "app/terminal.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iterator>

namespace winnow {

namespace {

constexpr const char* kRankExamples =
    "Examples:\n"
    "  winnow rank problem.p -k 20\n"
    "  winnow rank problem.p -k 128 --format tptp | eprover --auto-schedule -s\n"
    "  winnow rank goal.p --index library.index --require extensionality";

using Json = nlohmann::ordered_json;

struct RankCommand {
  RankingOptions ranking;
  std::string format = "tsv";
  double time_s = 0;
};

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

void run(const RankCommand& options) {
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
  Selection selection = selector.rank(problem, how);
  last_resort.stand_down();
  for (const std::string& note : selection.notes) fmt::print(stderr, "winnow: {}\n", note);
  write_out(options.format == "tsv"    ? table(selection)
            : options.format == "json" ? json(selection)
                                       : selection.problem());
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
  add_value(*command, "--format", options->format, "tsv, json, or tptp: the problem cut down",
            one_of("tsv, json, tptp"));
  add_seconds(*command, "--time", options->time_s,
              "after which a cheaper ranker is taken: 500ms, 10s, 2m; 0: no limit",
              between(0, kLongest_s), "0");
  command->footer(kRankExamples);
  command->callback([options] { run(*options); });
}

}  // namespace winnow
