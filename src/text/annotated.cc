#include "text/annotated.h"

#include "text/role.h"

#include <fmt/format.h>

namespace winnow {

namespace {

struct Keyword {
  std::string_view text;
  Language language;
};
constexpr Keyword kKeywords[] = {
    {"fof", Language::fof}, {"cnf", Language::cnf}, {"tff", Language::tff}, {"thf", Language::thf}};

[[noreturn]] void fail(const Token& token, std::string_view wanted, std::string_view hint = {}) {
  throw SyntaxError{token.begin, fmt::format("expected {}, found {}", wanted, describe(token)),
                    std::string(hint)};
}

void expect(Tokenizer& tokens, Tok kind, std::string_view where, std::string_view hint = {}) {
  if (tokens.kind() != kind)
    fail(tokens.token(), fmt::format("'{}' {}", to_string(kind), where), hint);
  tokens.advance();
}

// What a quoted token says.
std::string unquoted(std::string_view text) {
  std::string result;
  for (std::size_t i = 1; i + 1 < text.size(); ++i) {
    if (text[i] == '\\') ++i;
    result += text[i];
  }
  return result;
}

std::string take_formula_name(Tokenizer& tokens) {
  const Token& token = tokens.token();
  if (token.kind != Tok::lower_word && token.kind != Tok::single_quoted &&
      token.kind != Tok::number)
    fail(token, "the name of a formula",
         "names begin with a lower-case letter, are integers, or stand in single quotes");
  std::string name =
      token.kind == Tok::single_quoted ? unquoted(token.text()) : std::string(token.text());
  tokens.advance();
  return name;
}

// Brackets must match; what stands between them is not looked at. Stops at a ',' or a closing
// bracket that belongs to what is around.
void skip_balanced(Tokenizer& tokens, bool stop_at_comma) {
  std::vector<Tok> open;
  for (;; tokens.advance()) {
    switch (tokens.kind()) {
      case Tok::left_paren:
        open.push_back(Tok::right_paren);
        break;
      case Tok::left_bracket:
        open.push_back(Tok::right_bracket);
        break;
      case Tok::left_brace:
        open.push_back(Tok::right_brace);
        break;
      case Tok::right_paren:
      case Tok::right_bracket:
      case Tok::right_brace:
        if (open.empty()) return;
        if (open.back() != tokens.kind())
          fail(tokens.token(), fmt::format("'{}'", to_string(open.back())),
               "brackets do not match");
        open.pop_back();
        break;
      case Tok::comma:
        if (open.empty() && stop_at_comma) return;
        break;
      case Tok::end:
      case Tok::dot:
        fail(tokens.token(),
             fmt::format("'{}'", to_string(open.empty() ? Tok::right_paren : open.back())),
             "a closing bracket is missing");
      default:
        break;
    }
  }
}

// One general term, such as file('x.p', y) or [a, b: c]: anything with brackets that match.
void skip_general_term(Tokenizer& tokens, std::string_view what) {
  const char* begin = tokens.token().begin;
  skip_balanced(tokens, true);
  if (tokens.token().begin == begin) fail(tokens.token(), what);
}

void read_end(Tokenizer& tokens, Formula& formula) {
  expect(tokens, Tok::right_paren, "after the formula");
  if (tokens.kind() != Tok::dot)
    fail(tokens.token(), "'.' after the formula", "every formula ends with a full stop");
  const char* begin = formula.text.data();
  formula.text = {begin, static_cast<std::size_t>(tokens.token().end - begin)};
}

}  // namespace

bool at_include(const Token& token) {
  return token.kind == Tok::lower_word && token.text() == "include";
}

Include read_include(Tokenizer& tokens) {
  Include include;
  include.at = tokens.token().begin;
  tokens.advance();
  expect(tokens, Tok::left_paren, "after 'include'");
  if (tokens.kind() != Tok::single_quoted)
    fail(tokens.token(), "a file name in single quotes", "for example include('axioms.p').");
  include.file = unquoted(tokens.token().text());
  tokens.advance();
  if (tokens.kind() == Tok::comma) {
    tokens.advance();
    if (tokens.kind() == Tok::left_bracket) {
      include.all = false;
      do {
        tokens.advance();
        if (tokens.kind() == Tok::right_bracket && include.names.empty()) break;
        include.names.push_back(take_formula_name(tokens));
      } while (tokens.kind() == Tok::comma);
      expect(tokens, Tok::right_bracket, "after the names to include");
    } else if (tokens.kind() == Tok::lower_word && tokens.token().text() == "all") {
      tokens.advance();
    } else {
      fail(tokens.token(), "a list of names", "for example include('axioms.p', [first, second]).");
    }
    if (tokens.kind() == Tok::comma) {  // a name for what is included
      tokens.advance();
      skip_general_term(tokens, "a term");
    }
  }
  expect(tokens, Tok::right_paren, "after the file to include");
  if (tokens.kind() != Tok::dot)
    fail(tokens.token(), "'.' after the include", "every include ends with a full stop");
  return include;
}

void read_head(Tokenizer& tokens, Formula& formula) {
  const Token& token = tokens.token();
  formula.text = token.text();
  const Keyword* found = nullptr;
  if (token.kind == Tok::lower_word)
    for (const Keyword& keyword : kKeywords)
      if (keyword.text == token.text()) found = &keyword;
  if (!found)
    fail(token, "fof, cnf, tff, thf or include", "a statement looks like fof(name, axiom, p(a)).");
  formula.language = found->language;
  tokens.advance();
  expect(tokens, Tok::left_paren, "after the language");
  formula.name = take_formula_name(tokens);
  expect(tokens, Tok::comma, "after the name of the formula");
  if (tokens.kind() != Tok::lower_word)
    fail(tokens.token(), "the role of the formula", "for example axiom, lemma or conjecture");
  formula.role = tokens.token().text();
  tokens.advance();
  if (tokens.kind() == Tok::minus) {  // axiom-local: the part behind the role is of no use here
    tokens.advance();
    skip_general_term(tokens, "a role after '-'");
  }
  expect(tokens, Tok::comma, "after the role of the formula");
}

void read_body(Tokenizer& tokens, TptpReader& reader, Formula& formula) {
  bool typed = formula.language == Language::tff || formula.language == Language::thf;
  bool declares = typed && role_kind(formula.role) == RoleKind::type;
  formula.term = declares ? reader.read_declaration(tokens, formula.language)
                          : reader.read_formula(tokens, formula.language);
  if (tokens.kind() == Tok::comma) {
    tokens.advance();
    skip_general_term(tokens, "a source after the formula");
    if (tokens.kind() == Tok::comma) {
      tokens.advance();
      skip_general_term(tokens, "useful information after the source");
    }
  }
  read_end(tokens, formula);
}

void skip_body(Tokenizer& tokens, Formula& formula) {
  skip_balanced(tokens, false);
  read_end(tokens, formula);
}

}  // namespace winnow
