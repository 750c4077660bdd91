// app/graph.cc - `winnow graph`: what a formula looks like to a model.
// in: a file of formulae     out: their graphs as tables, JSON lines, DOT or one SVG
#include "app/commands.h"
#include "app/graph_print.h"
#include "app/input.h"
#include "app/terminal.h"
#include "dag/draw.h"
#include "prover/process.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>

namespace winnow {

namespace {

// Beyond this Graphviz takes minutes, and nobody can read the result.
constexpr std::uint32_t kDrawableNodes = 2000;
constexpr double kLayoutSeconds = 120;
constexpr std::size_t kNamesShown = 8;

struct GraphOptions {
  std::string file;
  std::string formula;
  std::string out;
  std::string format = "text";
  std::string variables = "generic";
  InputOptions input;
};

bool has_graph(const Formula& formula) { return formula.role != "type"; }

// The first few names, as a hint.
std::string some_names(const Problem& problem) {
  std::string names;
  std::size_t shown = 0, all = 0;
  for (const Formula& formula : problem.formulas) {
    if (!has_graph(formula)) continue;
    if (++all <= kNamesShown) names += (shown++ == 0 ? "" : ", ") + formula.name;
  }
  if (all > shown) names += fmt::format(", and {} more", all - shown);
  return names;
}

const Formula& formula_called(const std::string& name, const Problem& problem,
                              const std::string& file) {
  for (const Formula& formula : problem.formulas) {
    if (formula.name != name) continue;
    if (has_graph(formula)) return formula;
    throw InputError(Place{file}, fmt::format("'{}' declares a type and has no graph", name));
  }
  throw InputError(Place{file}, fmt::format("no formula is called '{}'", name),
                   "there are " + some_names(problem));
}

// A picture shows one formula: the one asked for, the only one, or the first conjecture.
const Formula& formula_to_draw(const Problem& problem, const std::string& file) {
  const Formula* only = nullptr;
  std::size_t drawable = 0;
  for (const Formula& formula : problem.formulas) {
    if (formula.role == "conjecture" || formula.role == "negated_conjecture") return formula;
    if (has_graph(formula)) only = &formula, ++drawable;
  }
  if (drawable == 0) throw InputError(Place{file}, "there is no formula in it to draw");
  if (drawable == 1) return *only;
  throw InputError(Place{file}, fmt::format("{} formulae and no conjecture: which one?", drawable),
                   "--formula NAME, where NAME is one of " + some_names(problem));
}

std::string dot_program() {
  try {
    return find_program("dot");
  } catch (const InputError&) {
    throw InputError("an SVG needs Graphviz, and there is no 'dot' on the PATH",
                     "on Debian: apt-get install graphviz; --format json and dot need nothing");
  }
}

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

std::string svg_of(const Picture& picture) {
  if (picture.dag.size() > kDrawableNodes)
    throw InputError(fmt::format("'{}' has {} nodes, and a picture shows at most {}", picture.name,
                                 picture.dag.size(), kDrawableNodes),
                     "--format json has no limit");
  ProcessResult dot = run_process({.arguments = {dot_program(), "-Tjson0"},
                                   .input = draw_dot(picture),
                                   .limits = {.wall_s = kLayoutSeconds}});
  if (dot.ending != Ending::exited || dot.exit_code != 0)
    throw InputError(fmt::format("Graphviz gave up on '{}' ({}): {}", picture.name,
                                 to_string(dot.ending), first_line(dot.error)),
                     "--format json and dot need no layout");
  return draw_svg(picture, dot.output);
}

class Writer {
 public:
  explicit Writer(const std::string& file) : file_(file) {
    if (!file_.empty()) stream_.open(file_, std::ios::binary);
    check();
  }
  void write(std::string_view text) {
    if (file_.empty()) return write_out(text);
    stream_ << text << std::flush;
    check();
  }

 private:
  void check() {
    if (!file_.empty() && !stream_)
      throw InputError(Place{file_}, fmt::format("cannot write: {}", std::strerror(errno)));
  }
  std::string file_;
  std::ofstream stream_;
};

void run(const GraphOptions& options) {
  TermBank bank;
  Problem problem = read_formulas(options.file, bank, options.input);
  report_skipped(problem);
  std::vector<const Formula*> chosen;
  bool picture = options.format == "dot" || options.format == "svg";
  if (!options.formula.empty()) {
    chosen.push_back(&formula_called(options.formula, problem, options.file));
  } else if (picture) {
    chosen.push_back(&formula_to_draw(problem, options.file));
  } else {
    for (const Formula& formula : problem.formulas)
      if (has_graph(formula)) chosen.push_back(&formula);
  }

  Writer writer(options.out);
  DagBuilder builder(options.variables == "indexed" ? VariableLabels::indexed
                                                    : VariableLabels::generic);
  Dag dag;
  TermView terms = bank.view();
  Paint paint(options.out.empty() && has_colours(stdout));
  for (const Formula* formula : chosen) {
    builder.build(terms, std::span(&formula->term, 1), dag);
    if (options.format == "json") {
      writer.write(graph_json(*formula, dag, terms.symbols));
      continue;
    }
    std::string text = print_formula(terms, *formula);
    if (options.format == "text") {
      writer.write(formula == chosen.front() ? "" : "\n");
      writer.write(graph_table(*formula, text, dag, terms.symbols, paint));
      continue;
    }
    Picture drawing{dag, terms.symbols, formula->name, formula->role, text};
    writer.write(options.format == "dot" ? draw_dot(drawing) : svg_of(drawing));
  }
}

}  // namespace

void add_graph_command(CLI::App& app) {
  auto options = std::make_shared<GraphOptions>();
  CLI::App* command = app.add_subcommand("graph", "show the graph that a formula becomes");
  command->add_option("FILE", options->file, "TPTP problem, or HOL terms with --hol")->required();
  command->add_option("--formula", options->formula, "only the formula with this name")
      ->type_name("NAME");
  command->add_option("--format", options->format, "text (default), json, dot or svg")
      ->check(CLI::IsMember({"text", "json", "dot", "svg"}))
      ->type_name("FORMAT");
  command->add_option("-o,--output", options->out, "write to this file")->type_name("OUT");
  command
      ->add_option("--variables", options->variables,
                   "generic (default): one label for all; indexed: by depth of the binder")
      ->check(CLI::IsMember({"generic", "indexed"}))
      ->type_name("LABELS");
  command->add_flag("--hol", options->input.hol,
                    "HOL terms, one a line, token lines (T) after them");
  command->add_flag("--keep-going", options->input.keep_going,
                    "skip and list formulae that cannot be read");
  command->footer(
      "A picture shows one formula: the first conjecture if --formula names no other.\n\n"
      "Examples:\n"
      "  winnow graph problem.p --formula goal\n"
      "  winnow graph problem.p --format svg -o goal.svg\n"
      "  winnow graph problem.p --format json | jq .levels_up");
  command->callback([options] { run(*options); });
}

}  // namespace winnow
