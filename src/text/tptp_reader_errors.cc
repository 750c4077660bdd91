// text/tptp_reader_errors.cc - what the reader says where it cannot go on, with its hints.
#include "text/tptp_reader.h"

#include <fmt/format.h>

namespace winnow {

void TptpReader::fail(const char* at, std::string_view what, std::string_view hint) const {
  throw SyntaxError{at, std::string(what), std::string(hint)};
}

void TptpReader::fail_unit() const {
  std::string found = describe(token());
  std::string_view wanted = mode_ == Mode::formula ? "a formula" : "a term";
  std::string hint;
  if (is_connective(kind())) hint = "a connective stands between two formulas";
  if (kind() == Tok::right_paren) hint = "something is missing before this bracket";
  if (kind() == Tok::left_brace) hint = "modal connectives are not supported";
  if (kind() == Tok::end) hint = "the formula is cut off";
  if (first_order() && mode_ == Mode::term && hint.empty())
    hint =
        "arguments and sides of equations are terms in fof and cnf; formulas are allowed there in "
        "tff";
  fail(token().begin, fmt::format("expected {}, found {}", wanted, found), hint);
}

void TptpReader::fail_mixed(const Frame& chain) const {
  std::string_view first = to_string(chain.op), second = to_string(kind());
  if (chain.op == Tok::assign && kind() == Tok::assign)
    fail(token().begin, "':=' does not chain",
         "definitions of $let stand in a list: [a := b, c := d]");
  if (chain.op == Tok::assign)
    fail(token().begin, fmt::format("':=' and '{}' are mixed without brackets", second),
         "put brackets around what is defined");
  if (chain.op == kind())
    fail(token().begin, fmt::format("'{}' does not chain", first),
         fmt::format("write (a {0} b) {0} c, or a {0} (b {0} c)", first));
  fail(token().begin, fmt::format("'{}' and '{}' are mixed without brackets", first, second),
       fmt::format("write (a {0} b) {1} c, or a {0} (b {1} c)", first, second));
}

void TptpReader::fail_group(const Frame& group) const {
  std::string found = describe(token());
  std::string hint;
  if (kind() == Tok::end || kind() == Tok::dot) hint = "a closing bracket is missing";
  if (kind() == Tok::colon)
    hint = "the variables of a quantifier stand in square brackets: ! [X] : p(X)";
  if (begins_unit(kind()) && hint.empty()) hint = "a connective or a comma is missing before it";
  switch (group.shape) {
    case Shape::root:
      fail(token().begin,
           fmt::format("expected a connective, ',' or ')' after the formula, found {}", found),
           hint);
    case Shape::paren:
      fail(token().begin, fmt::format("expected a connective or ')', found {}", found), hint);
    case Shape::arguments:
      fail(token().begin,
           fmt::format("expected ',' or ')' among the arguments of '{}', found {}",
                       group.name.substr(0, 60), found),
           hint);
    default:
      fail(token().begin, fmt::format("expected ',' or ']', found {}", found), hint);
  }
}

void TptpReader::fail_value(Mode mode) const {
  if (mode == Mode::term)
    fail(value_.at, "a formula where a term is expected",
         "write <=> between formulas; '=' stands between terms");
  if (value_.what == What::tuple)
    fail(value_.at, "a list where a formula is expected", "lists stand on both sides of '-->'");
  fail(value_.at,
       value_.what == What::variable ? "a variable is not a formula" : "a term is not a formula",
       "predicates begin with a lower-case letter");
}

}  // namespace winnow
