#include "prover/proof_graph.h"

#include "dag/markup.h"
#include "data/table_text.h"
#include "process/graphviz.h"
#include "text/annotated.h"
#include "text/role.h"
#include "text/token.h"
#include "winnow/error.h"
#include "winnow/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace winnow {
namespace {

constexpr std::size_t kLineWidth = 48, kMostCharacters = 480;

// The name, then the formula in lines of a readable length, each to the left.
std::string label(const DerivationStep& step) {
  std::string_view text = std::string_view(step.formula).substr(0, kMostCharacters);
  std::string lines, line;
  for (const char c : text) {
    line += c;
    if (line.size() < kLineWidth || std::string_view(" ,|&").find(c) == std::string_view::npos)
      continue;
    lines += escape_dot(line) + "\\l";
    line.clear();
  }
  if (text.size() < step.formula.size()) line += " ...";
  return fmt::format("{}\\n{}{}\\l", escape_dot(step.name), lines, escape_dot(line));
}

// Graphviz says how large a picture is in points; a large one is to fit the page that shows it.
std::string scaled(std::string_view svg) {
  const std::string_view box = "viewBox=\"0.00 0.00 ";
  const std::size_t from = svg.find(box), to = svg.find('"', from + box.size());
  if (from == std::string_view::npos || to == std::string_view::npos) return std::string(svg);
  double width = 0, height = 0;
  const char* end = svg.data() + to;
  const auto [next, error] = std::from_chars(svg.data() + from + box.size(), end, width);
  if (error != std::errc() || next == end) return std::string(svg);
  std::from_chars(next + 1, end, height);
  return "<svg " + svg_size(width, height) + std::string(svg.substr(to + 1));
}

std::string_view colour(const DerivationStep& step) {
  if (!step.parents.empty()) return step.formula == "$false" ? "#f4cccc" : "#ffffff";
  return is_goal(role_kind(step.role)) ? "#fff2cc" : "#d9ead3";
}

}  // namespace

std::vector<DerivationStep> read_derivation(std::string_view text) {
  std::vector<DerivationStep> steps;
  std::map<std::string, std::size_t, std::less<>> known;
  try {
    for (Tokenizer tokens(text); tokens.kind() != Tok::end; tokens.advance()) {
      Formula formula;
      read_head(tokens, formula);
      DerivationStep step{.name = formula.name, .role = formula.role, .formula = {}, .parents = {}};
      const char* start = tokens.token().begin;
      const char* stop = start;
      int depth = 0;
      bool source = false;
      for (; tokens.kind() != Tok::end && tokens.kind() != Tok::dot; tokens.advance()) {
        const Tok kind = tokens.kind();
        if (kind == Tok::left_paren || kind == Tok::left_bracket) ++depth;
        if (kind == Tok::right_paren || kind == Tok::right_bracket) --depth;
        if (!source && (depth < 0 || (depth == 0 && kind == Tok::comma))) source = true;
        if (!source) {
          stop = tokens.token().end;
          continue;
        }
        std::string_view word = tokens.token().text();
        if (kind == Tok::single_quoted) word = word.substr(1, word.size() - 2);
        const auto found = known.find(word);
        if (found != known.end() &&
            std::ranges::find(step.parents, found->second) == step.parents.end())
          step.parents.push_back(found->second);
      }
      step.formula = on_one_line({start, static_cast<std::size_t>(stop - start)});
      while (step.formula.size() > 2 && step.formula.front() == '(' && step.formula.back() == ')' &&
             step.formula.find(')') == step.formula.size() - 1)
        step.formula = step.formula.substr(1, step.formula.size() - 2);
      known.emplace(step.name, steps.size());
      steps.push_back(std::move(step));
    }
  } catch (const SyntaxError&) {  // what was read so far is a picture, too
  }
  return steps;
}

std::string derivation_dot(const std::vector<DerivationStep>& steps) {
  std::string dot =
      "digraph proof {\n  node [shape=box, style=\"filled,rounded\", fontname=\"monospace\", "
      "fontsize=10, margin=0.08];\n  edge [color=\"#666666\", arrowsize=0.6];\n";
  for (std::size_t i = 0; i < steps.size(); ++i) {
    dot += fmt::format("  s{} [label=\"{}\", fillcolor=\"{}\"];\n", i, label(steps[i]),
                       colour(steps[i]));
    for (const std::size_t parent : steps[i].parents)
      dot += fmt::format("  s{} -> s{};\n", parent, i);
  }
  dot += "  { rank=source;";  // what nothing leads to stands at the top
  for (std::size_t i = 0; i < steps.size(); ++i)
    if (steps[i].parents.empty()) dot += fmt::format(" s{};", i);
  return dot + " }\n}\n";
}

std::string proof_svg(std::string_view derivation) {
  const std::vector<DerivationStep> steps = read_derivation(derivation);
  if (steps.empty()) throw InputError("there is no derivation to draw");
  const std::string svg = run_graphviz(derivation_dot(steps), "svg", "the proof");
  const std::size_t start = svg.find("<svg ");
  require(start != std::string::npos, "Graphviz printed no SVG");
  return scaled(std::string_view(svg).substr(start));
}

}  // namespace winnow
