#include "prover/proof_graph.h"

#include "data/table_text.h"
#include "process/graphviz.h"
#include "text/annotated.h"
#include "text/role.h"
#include "text/token.h"
#include "winnow/error.h"
#include "winnow/prove.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace winnow {
namespace {

constexpr std::size_t kLineWidth = 48, kMostCharacters = 480;

// For a DOT string: quotes escaped, lines of a readable length, each to the left.
std::string label(const DerivationStep& step) {
  std::string text = step.formula.substr(0, kMostCharacters);
  if (text.size() < step.formula.size()) text += " ...";
  std::string escaped;
  std::size_t column = 0;
  for (const char c : text) {
    if (c == '"' || c == '\\') escaped += '\\';
    escaped += c;
    if (++column >= kLineWidth && (c == ' ' || c == ',' || c == '|' || c == '&')) {
      escaped += "\\l";
      column = 0;
    }
  }
  std::string name;
  for (const char c : step.name) {
    if (c == '"' || c == '\\') name += '\\';
    name += c;
  }
  return fmt::format("{}\\n{}\\l", name, escaped);
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
  return svg.substr(start);
}

}  // namespace winnow
