// app/commands/stats.cc - `winnow stats`: how many formulas, symbols, nodes; depth, sharing.
// in: files of formulas     out: a table, or one JSON object.
#include "app/cli/input.h"
#include "app/cli/json.h"
#include "app/cli/option_value.h"
#include "app/cli/table.h"
#include "app/cli/terminal.h"
#include "app/commands/commands.h"
#include "winnow/error.h"
#include "winnow/statistics.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <iterator>
#include <memory>

namespace winnow {

namespace {

struct StatsOptions {
  std::vector<std::string> files;
  bool json = false;
  InputOptions input;
};

std::string text_of(const std::vector<NamedCount>& counts) {
  std::string line;
  for (const NamedCount& each : counts)
    line += fmt::format("{}{} {}", line.empty() ? "" : ", ", each.count, each.name);
  return line;
}

nlohmann::ordered_json json_of(const std::vector<NamedCount>& counts) {
  auto object = nlohmann::ordered_json::object();
  for (const NamedCount& each : counts) object[each.name] = each.count;
  return object;
}

std::string table(const Statistics& figures, const Paint& paint) {
  std::string out;
  auto row = [&](std::string_view name, std::string_view number, std::string_view remark) {
    fmt::format_to(std::back_inserter(out), "{:<10}{:>12}", name, number);
    if (!remark.empty()) fmt::format_to(std::back_inserter(out), "   {}", paint.faint(remark));
    out += '\n';
  };
  auto number = [](std::uint64_t n) { return std::to_string(n); };
  auto per_formula = [&](std::uint64_t sum) {
    return figures.formulas == 0 ? 0.0
                                 : static_cast<double>(sum) / static_cast<double>(figures.formulas);
  };
  row("files", number(figures.problems), "");
  row("formulas", number(figures.formulas), text_of(figures.languages));
  if (figures.formulas > 0) row("", "", text_of(figures.roles));
  row("symbols", number(figures.symbols), text_of(figures.symbol_kinds));
  row("nodes", number(figures.nodes),
      fmt::format("{:.1f} a formula; {} if each file is one graph", per_formula(figures.nodes),
                  figures.joint_nodes));
  row("edges", number(figures.edges), fmt::format("{:.1f} a formula", per_formula(figures.edges)));
  row("depth", number(figures.max_depth),
      fmt::format("edges from root to leaf at most; {:.1f} on average", figures.mean_depth));
  row("sharing", fmt::format("{:.2f}", figures.sharing), "nodes of the tree per node of the graph");
  row("far ranks", number(figures.far_ranks),
      fmt::format("edges beyond rank {}, the last of a model's table", figures.last_rank));
  if (figures.largest.nodes > 0)
    row("largest", number(figures.largest.nodes),
        fmt::format("nodes: {} ({})", escaped(figures.largest.name),
                    to_string(Place{figures.largest.file, figures.largest.line})));
  row("skipped", number(figures.skipped.size()),
      figures.type_declarations == 0 ? ""
                                     : fmt::format("and {} type declarations, which have no graph",
                                                   figures.type_declarations));
  return out;
}

nlohmann::ordered_json json(const Statistics& figures) {
  nlohmann::ordered_json object;
  object["files"] = figures.problems;
  object["formulas"] = figures.formulas;
  object["languages"] = json_of(figures.languages);
  object["roles"] = json_of(figures.roles);
  object["symbols"] = figures.symbols;
  object["symbol_kinds"] = json_of(figures.symbol_kinds);
  object["nodes"] = figures.nodes;
  object["joint_nodes"] = figures.joint_nodes;
  object["edges"] = figures.edges;
  object["max_depth"] = figures.max_depth;
  object["mean_depth"] = figures.mean_depth;
  object["sharing"] = figures.sharing;
  object["far_ranks"] = figures.far_ranks;
  object["largest"] = {{"name", figures.largest.name},
                       {"file", figures.largest.file},
                       {"line", figures.largest.line},
                       {"nodes", figures.largest.nodes}};
  object["type_declarations"] = figures.type_declarations;
  object["skipped"] = figures.skipped;
  return object;
}

void run(const StatsOptions& options) {
  StatisticsCounter counter;
  for (const std::string& file : options.files) counter.add(read_formulas(file, options.input));
  write_out(options.json ? print_json(json(counter.figures()), 2) + '\n'
                         : table(counter.figures(), Paint(has_colours(stdout))));
}

}  // namespace

void add_stats_command(CLI::App& app) {
  auto options = std::make_shared<StatsOptions>();
  CLI::App* command = app.add_subcommand("stats", "count formulas, symbols, nodes; depth, sharing");
  add_input(*command, "FILE", options->files,
            "TPTP problems, or HOL terms with --hol; -: standard input")
      ->required();
  command->add_flag("--json", options->json, "one JSON object instead of a table");
  add_input_options(*command, options->input);
  command->footer(
      "Examples:\n"
      "  winnow stats problem.p\n"
      "  winnow stats examples/library/*.ax --json");
  command->callback([options] { run(*options); });
}

}  // namespace winnow
