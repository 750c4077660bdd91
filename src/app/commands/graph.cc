// app/commands/graph.cc - `winnow graph`: what a formula looks like to a model.
// in: a file of formulas     out: their graphs as tables, JSON lines, DOT or one SVG
#include "winnow/graph.h"
#include "app/cli/input.h"
#include "app/cli/option_value.h"
#include "app/cli/output.h"
#include "app/cli/terminal.h"
#include "app/commands/commands.h"
#include "app/commands/graph_print.h"
#include "winnow/options.h"

#include <memory>
#include <optional>

namespace winnow {

namespace {

struct GraphCommand {
  std::string file;
  std::string formula;
  OutputChoice out;
  std::string format = "text";
  std::string variables = "generic";
  InputOptions input;
};

FileKind kind_of_output(std::string_view format) {
  return format == "svg"    ? FileKind::picture
         : format == "dot"  ? FileKind::dot
         : format == "json" ? FileKind::graph_json
                            : FileKind::graph_text;
}

// All formulas that have a graph, or with `one` the one to be looked at.
std::vector<std::size_t> chosen_formulas(const Formulas& formulas, const std::string& name,
                                         bool one) {
  if (one || !name.empty()) return {find_formula(formulas, name)};
  std::vector<std::size_t> chosen;
  for (std::size_t i = 0; i < formulas.size(); ++i)
    if (formulas[i].role != "type") chosen.push_back(i);
  return chosen;
}

void run(const GraphCommand& options) {
  Formulas formulas = read_formulas(options.file, options.input);
  bool picture = options.format == "dot" || options.format == "svg";
  std::vector<std::size_t> chosen = chosen_formulas(formulas, options.formula, picture);
  std::optional<TextOutput> file;
  if (!options.out.path.empty())
    file.emplace(options.out, kind_of_output(options.format), formulas.files());
  auto write = [&](std::string_view text) { file ? file->write(text) : write_out(text); };
  Paint paint(!file && has_colours(stdout));
  for (std::size_t i : chosen) {
    Graph graph = make_graph(formulas, i, {.indexed_variables = options.variables == "indexed"});
    if (options.format == "text")
      write((i == chosen.front() ? "" : "\n") + graph_table(graph, paint));
    else
      write(options.format == "json"  ? graph_json(graph)
            : options.format == "dot" ? graph.dot()
                                      : graph.svg());
  }
  if (file) file->commit();
}

}  // namespace

void add_graph_command(CLI::App& app) {
  auto options = std::make_shared<GraphCommand>();
  CLI::App* command = app.add_subcommand("graph", "show the graph that a formula becomes");
  add_input(*command, "FILE", options->file,
            "TPTP problem, or HOL terms with --hol; -: standard input")
      ->required();
  command->add_option("--formula", options->formula, "only the formula with this name")
      ->type_name("NAME");
  add_value(*command, "--format", options->format, "text, json, dot or svg",
            one_of("text, json, dot, svg"))
      ->type_name("FORMAT");
  add_output_options(*command, options->out, "write to this file");
  add_value(*command, "--variables", options->variables,
            "generic: one label for all; indexed: by depth of the binder", kVariables)
      ->type_name("LABELS");
  add_input_options(*command, options->input);
  command->footer(
      "A picture shows one formula: the first conjecture if --formula names no other.\n\n"
      "Examples:\n"
      "  winnow graph problem.p --formula goal\n"
      "  winnow graph problem.p --format svg -o goal.svg\n"
      "  winnow graph problem.p --format json | jq .levels_up");
  command->callback([options] { run(*options); });
}

}  // namespace winnow
