#include "dag/look.h"

#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <utility>

namespace winnow {

namespace {

constexpr double kTextSize = 13;
constexpr double kHeight = 26;

constexpr std::array<KindLook, kKinds> kLooks = {{
    {"#f7e1ee", "#b0528a", 1.0},  // quantifier
    {"#fdeaba", "#b97f00", 1.0},  // connective
    {"#fbf7b5", "#8f8800", 1.0},  // equality
    {"#d3e7f6", "#0072b2", 0.3},  // predicate
    {"#cfeee3", "#00805e", 1.0},  // function
    {"#ffffff", "#6b7280", 1.0},  // variable
    {"#fbdcc8", "#c25500", 0.3},  // application
    {"#e5e7eb", "#1f2937", 0.3},  // sequent
    {"#e2f2fd", "#2b8cc4", 0.0},  // number
    {"#e2f2fd", "#2b8cc4", 0.3},  // distinct object
    {"#f3f4f6", "#9ca3af", 0.0},  // type
}};

// What logicians write. Only for symbols of logic: a function may be called "!" too.
std::string_view glyph(std::string_view name, Kind kind) {
  static constexpr std::pair<std::string_view, std::string_view> kGlyphs[] = {
      {"!", "∀"},  {"?", "∃"},   {"?!", "∃!"}, {"^", "λ"},   {"\\", "λ"},  {"@", "ε"},
      {"~", "¬"},  {"&", "∧"},   {"|", "∨"},   {"/\\", "∧"}, {"\\/", "∨"}, {"=>", "⇒"},
      {"<=", "⇐"}, {"==>", "⇒"}, {"<=>", "⇔"}, {"<~>", "⊕"}, {"!=", "≠"}};
  if (!names_edges(kind)) return name;
  for (const auto& [ascii, sign] : kGlyphs)
    if (ascii == name) return sign;
  return name;
}

}  // namespace

const KindLook& look(Kind kind) { return kLooks[static_cast<std::size_t>(kind)]; }

double text_width(std::string_view text, double size) {
  double ems = 0;
  for (char byte : text) {
    if (!begins_character(byte)) continue;
    if (std::string_view("iljtfr.,:;'|!()[] ").find(byte) != std::string_view::npos)
      ems += 0.36;
    else if (std::string_view("mwMW@%").find(byte) != std::string_view::npos)
      ems += 0.9;
    else
      ems += (byte >= 'A' && byte <= 'Z') ? 0.7 : 0.6;
  }
  return ems * size;
}

std::string shortened(std::string_view text, std::size_t letters) {
  std::size_t seen = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (begins_character(text[i]) && ++seen > letters) return std::string(text.substr(0, i)) + "…";
  return std::string(text);
}

NodeLook look(const Dag& dag, const SymbolView& symbols, NodeId node, std::string_view variable) {
  Kind kind = dag.kinds[index(node)];
  std::string_view name = symbols.name(dag.labels[index(node)]);
  if (kind == Kind::sequent) name = "⊢";
  std::string text = shortened(glyph(name, kind), 26);
  if (!variable.empty()) {  // its own name, and the label if that says more than "variable"
    bool generic = dag.labels[index(node)] == kGenericVariable;
    text = generic ? std::string(variable) : std::string(variable) + " " + text;
  }
  // A little more than the text needs, and never narrower than round.
  double width = std::max(kHeight, text_width(text, kTextSize) + 16);
  return {text, width, kHeight};
}

}  // namespace winnow
