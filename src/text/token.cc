#include "text/token.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

namespace winnow {

using namespace token_detail;

namespace {

struct Spelling {
  Tok kind;
  std::string_view text;
};

// A spelling stands before those that it begins with: the first match is the longest. Those with
// the same first character stand together.
constexpr Spelling kOperators[] = {
    {Tok::choice_term, "@@+"}, {Tok::description_term, "@@-"},
    {Tok::choice, "@+"},       {Tok::description, "@-"},
    {Tok::equal_term, "@="},   {Tok::apply, "@"},
    {Tok::equivalent, "<=>"},  {Tok::exclusive, "<~>"},
    {Tok::implied, "<="},      {Tok::subtype, "<<"},
    {Tok::implies, "=>"},      {Tok::equal, "="},
    {Tok::unequal, "!="},      {Tok::forall_term, "!!"},
    {Tok::type_forall, "!>"},  {Tok::forall, "!"},
    {Tok::exists_term, "??"},  {Tok::type_exists, "?*"},
    {Tok::exists, "?"},        {Tok::nand, "~&"},
    {Tok::nor, "~|"},          {Tok::negation, "~"},
    {Tok::sequent, "-->"},     {Tok::minus, "-"},
    {Tok::assign, ":="},       {Tok::colon, ":"},
    {Tok::arrow, ">"},         {Tok::plus, "+"},
    {Tok::dot, "."},
};
constexpr Spelling kOthers[] = {
    {Tok::end, "the end of the text"},
    {Tok::lower_word, "a name"},
    {Tok::upper_word, "a variable"},
    {Tok::single_quoted, "a quoted name"},
    {Tok::distinct_object, "a distinct object"},
    {Tok::number, "a number"},
    {Tok::dollar_word, "a name that begins with '$'"},
    {Tok::left_paren, "("},
    {Tok::right_paren, ")"},
    {Tok::left_bracket, "["},
    {Tok::right_bracket, "]"},
    {Tok::comma, ","},
    {Tok::conjunction, "&"},
    {Tok::disjunction, "|"},
    {Tok::lambda, "^"},
    {Tok::star, "*"},
    {Tok::left_brace, "{"},
    {Tok::right_brace, "}"},
};

constexpr std::array<std::string_view, kToks> make_names() {
  std::array<std::string_view, kToks> names{};
  for (const Spelling& one : kOperators) names[static_cast<std::size_t>(one.kind)] = one.text;
  for (const Spelling& one : kOthers) names[static_cast<std::size_t>(one.kind)] = one.text;
  return names;
}
constexpr auto kNames = make_names();

// Where the operators with a first character begin in the table; they stand together.
constexpr std::array<std::uint8_t, 256> make_first_operators() {
  std::array<std::uint8_t, 256> first{};
  first.fill(std::size(kOperators));
  for (std::size_t i = std::size(kOperators); i-- > 0;)
    first[static_cast<unsigned char>(kOperators[i].text[0])] = static_cast<std::uint8_t>(i);
  return first;
}
constexpr auto kFirstOperators = make_first_operators();

const char* skip_digits(const char* at, const char* end) {
  while (at != end && (class_of(*at) & kDigit)) ++at;
  return at;
}

bool digit_at(const char* at, const char* end) { return at != end && (class_of(*at) & kDigit); }

}  // namespace

std::string_view to_string(Tok kind) { return kNames[static_cast<std::size_t>(kind)]; }

std::string describe(const Token& token) {
  if (token.kind == Tok::end) return std::string(to_string(Tok::end));
  constexpr std::size_t kLongest = 40;
  std::string_view text = token.text();
  if (text.size() <= kLongest) return fmt::format("'{}'", text);
  return fmt::format("'{}...'", text.substr(0, kLongest));
}

bool is_lower_word(std::string_view name) {
  return !name.empty() && (class_of(name[0]) & kLower) &&
         std::ranges::all_of(name, [](char c) { return (class_of(c) & kWord) != 0; });
}

// Comments, numbers, quotes, dollar words and operators: less frequent than words and brackets.
void Tokenizer::advance_rarely(const char* at) {
  for (;;) {
    while (at != end_ && class_of(*at) == kSpace) ++at;
    const char* after = skip_comment(at);
    if (after == at) break;
    at = after;
  }
  if (at == end_) return set(Tok::end, at, at);
  char c = *at;
  std::uint8_t first = class_of(c);
  if (first & (kLower | kUpper | kSingle)) {  // after a comment
    token_.end = at;
    return advance();
  }
  if (first & kDigit) return read_number(at, at);
  if ((c == '+' || c == '-') && digit_at(at + 1, end_)) return read_number(at, at + 1);
  if (c == '\'') return read_quoted(at, c, Tok::single_quoted);
  if (c == '"') return read_quoted(at, c, Tok::distinct_object);
  if (c == '$') {
    const char* stop = at + 1;
    if (stop != end_ && *stop == '$') ++stop;
    const char* word = stop;
    while (stop != end_ && (class_of(*stop) & kWord)) ++stop;
    if (word == stop || !(class_of(*word) & kLower))
      throw SyntaxError{at, "a lower-case word is expected after '$'", "for example $true or $int"};
    return set(Tok::dollar_word, at, stop);
  }
  read_operator(at);
}

const char* Tokenizer::skip_comment(const char* at) const {
  if (at == end_) return at;
  auto left = static_cast<std::size_t>(end_ - at);
  if (*at == '%') {
    const void* line_end = std::memchr(at, '\n', left);
    return line_end ? static_cast<const char*>(line_end) + 1 : end_;
  }
  if (left < 2 || at[0] != '/' || at[1] != '*') return at;
  std::size_t close = std::string_view(at, left).find("*/", 2);
  if (close == std::string_view::npos)
    throw SyntaxError{at, "this comment is never closed", "end it with '*/'"};
  return at + close + 2;
}

// 12  -3  1/2  0.5  1.0E-7: integers, rationals and reals, with a sign or without.
void Tokenizer::read_number(const char* at, const char* digits) {
  const char* stop = skip_digits(digits, end_);
  if (stop != end_ && *stop == '/' && digit_at(stop + 1, end_))
    return set(Tok::number, at, skip_digits(stop + 1, end_));
  if (stop != end_ && *stop == '.' && digit_at(stop + 1, end_)) stop = skip_digits(stop + 1, end_);
  if (stop != end_ && (*stop == 'e' || *stop == 'E')) {
    const char* exponent = stop + 1;
    if (exponent != end_ && (*exponent == '+' || *exponent == '-')) ++exponent;
    if (digit_at(exponent, end_)) stop = skip_digits(exponent, end_);
  }
  set(Tok::number, at, stop);
}

void Tokenizer::read_quoted(const char* at, char quote, Tok kind) {
  const char* stop = at + 1;
  for (;; ++stop) {
    if (stop == end_ || *stop == '\n' || *stop == '\r')
      throw SyntaxError{at, "this quote is never closed", "a quoted name ends on its own line"};
    if (*stop == quote) break;
    if (static_cast<unsigned char>(*stop) < ' ' || *stop == 0x7f)
      throw SyntaxError{stop, "a control character inside quotes",
                        "quote printable characters only"};
    if (*stop != '\\') continue;
    ++stop;
    if (stop == end_ || (*stop != '\\' && *stop != quote))
      throw SyntaxError{stop - 1, "'\\' inside quotes stands alone",
                        fmt::format("write \\\\ for a backslash and \\{} for a quote", quote)};
  }
  if (stop == at + 1 && quote == '\'')
    throw SyntaxError{at, "an empty quoted name", "a name has at least one character"};
  set(kind, at, stop + 1);
}

void Tokenizer::read_operator(const char* at) {
  std::string_view rest(at, static_cast<std::size_t>(end_ - at));
  auto byte = static_cast<unsigned char>(*at);
  for (std::size_t i = kFirstOperators[byte];
       i < std::size(kOperators) && kOperators[i].text[0] == *at; ++i)
    if (rest.starts_with(kOperators[i].text))
      return set(kOperators[i].kind, at, at + kOperators[i].text.size());
  if (byte >= 0x80 || byte < ' ')
    throw SyntaxError{at, fmt::format("the byte 0x{:02x} begins no TPTP token", byte),
                      "names beyond ASCII stand in single quotes"};
  throw SyntaxError{at, fmt::format("'{}' begins no TPTP token", *at),
                    "names with other characters stand in single quotes"};
}

}  // namespace winnow
