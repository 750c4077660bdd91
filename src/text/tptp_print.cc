// text/tptp_print.cc - annotated formulas as TPTP text.
// in: a term or a formula     out: its text, which reads back as the same term
#include "text/token.h"
#include "text/tptp.h"
#include "text/tptp_printer.h"

#include <fmt/format.h>

namespace winnow {

namespace {

bool is_integer(std::string_view name) {
  if (name.size() > 1 && name[0] == '0') return false;
  return !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string annotated(const Formula& formula, Language language, std::string_view body) {
  std::string out(to_string(language));
  out += '(';
  print_name(formula.name, out);
  return out += fmt::format(", {}, {}).", formula.role, body);
}

}  // namespace

void print_name(std::string_view name, std::string& out) {
  if (is_lower_word(name) || is_integer(name)) {
    out += name;
    return;
  }
  out += '\'';
  for (char c : name) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  out += '\'';
}

std::string print_tptp(const TermView& terms, TermId term, Language language) {
  require(syntax_of(language) == Syntax::tptp, "only TPTP's languages are printed so");
  std::string out;
  TptpPrinter(terms, language, out).print(term);
  return out;
}

std::string print_tptp(const TermView& terms, const Formula& formula) {
  return annotated(formula, formula.language, print_tptp(terms, formula.term, formula.language));
}

std::string print_closed_tptp(const TermView& terms, const Formula& formula) {
  require(syntax_of(formula.language) == Syntax::tptp, "only TPTP's languages are printed so");
  Language language = formula.language == Language::cnf ? Language::fof : formula.language;
  std::string body;
  TptpPrinter printer(terms, language, body);
  printer.print(formula.term);
  if (std::string free = printer.free_variables(); !free.empty())
    body = fmt::format("! [{}] : ({})", free, body);
  return annotated(formula, language, body);
}

}  // namespace winnow
