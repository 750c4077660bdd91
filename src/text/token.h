// text/token.h - the tokens of TPTP.
// in: a text of any bytes     out: one token after another, as slices of that text
// Lines are not counted here: a wrong token knows its address, and whoever makes the message
// counts the lines before it. Hence the loop over good text only looks characters up in a table.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace winnow {

enum class Tok : std::uint8_t {
  end,
  lower_word,
  upper_word,
  single_quoted,
  distinct_object,
  number,
  dollar_word,  // $true and $$system
  left_paren,
  right_paren,
  left_bracket,
  right_bracket,
  comma,
  dot,
  colon,
  // binary connectives
  conjunction,
  disjunction,
  implies,
  implied,
  equivalent,
  exclusive,
  nand,
  nor,
  sequent,
  equal,
  unequal,
  negation,
  // binders
  forall,
  exists,
  lambda,
  choice,
  description,
  type_forall,
  type_exists,
  // binders and equality as constants of THF
  forall_term,
  exists_term,
  choice_term,
  description_term,
  equal_term,
  apply,
  assign,
  arrow,
  star,
  plus,
  minus,
  subtype,
  left_brace,
  right_brace,
};
inline constexpr std::size_t kToks = static_cast<std::size_t>(Tok::right_brace) + 1;

// The groups of the list above.
inline bool is_connective(Tok op) { return op >= Tok::conjunction && op <= Tok::sequent; }
inline bool is_associative(Tok op) { return op == Tok::conjunction || op == Tok::disjunction; }
inline bool is_binder(Tok op) { return op >= Tok::forall && op <= Tok::type_exists; }
inline bool is_binder_constant(Tok op) { return op >= Tok::forall_term && op <= Tok::equal_term; }

// Whether a formula or a term may begin with it: not so numbers, which are no formulas.
inline bool begins_unit(Tok op) {
  return op == Tok::lower_word || op == Tok::upper_word || op == Tok::single_quoted ||
         op == Tok::dollar_word || op == Tok::left_paren || is_binder(op);
}

// The spelling of a fixed token ("=>"), or what it is ("a name").
std::string_view to_string(Tok kind);

struct Token {
  Tok kind = Tok::end;
  const char* begin = nullptr;
  const char* end = nullptr;
  std::string_view text() const { return {begin, static_cast<std::size_t>(end - begin)}; }
};

// For messages: "'=>'", "the end of the text"; long ones are cut.
std::string describe(const Token& token);

// What is wrong, and where in the text; becomes an InputError when the place is known.
struct SyntaxError {
  const char* at;
  std::string what;
  std::string hint;
};

namespace token_detail {
enum : std::uint8_t {
  kSpace = 1,
  kWord = 2,
  kLower = 4,
  kUpper = 8,
  kDigit = 16,
  kSingle = 32,     // a token by itself, and begins no longer one
  kOperator = 64,   // a token by itself, unless what follows continues it
  kContinues = 128  // may be the second character of an operator
};
constexpr std::array<std::uint8_t, 256> make_classes() {
  std::array<std::uint8_t, 256> classes{};
  for (char c : {' ', '\t', '\n', '\r', '\v', '\f'})
    classes[static_cast<unsigned char>(c)] = kSpace;
  for (int c = 'a'; c <= 'z'; ++c) classes[c] = kWord | kLower;
  for (int c = 'A'; c <= 'Z'; ++c) classes[c] = kWord | kUpper;
  for (int c = '0'; c <= '9'; ++c) classes[c] = kWord | kDigit;
  classes['_'] = kWord;
  for (char c : {'(', ')', '[', ']', ',', '.', '&', '|', '^', '*', '{', '}'})
    classes[static_cast<unsigned char>(c)] = kSingle;
  for (char c : {'=', '~', '!', '?', ':'}) classes[static_cast<unsigned char>(c)] = kOperator;
  for (char c : {'=', '>', '~', '!', '?', '&', '|', '*'})
    classes[static_cast<unsigned char>(c)] |= kContinues;
  return classes;
}
inline constexpr std::array<std::uint8_t, 256> kClasses = make_classes();
constexpr std::array<Tok, 256> make_singles() {
  std::array<Tok, 256> singles{};
  singles['('] = Tok::left_paren;
  singles[')'] = Tok::right_paren;
  singles['['] = Tok::left_bracket;
  singles[']'] = Tok::right_bracket;
  singles[','] = Tok::comma;
  singles['.'] = Tok::dot;
  singles['&'] = Tok::conjunction;
  singles['|'] = Tok::disjunction;
  singles['^'] = Tok::lambda;
  singles['*'] = Tok::star;
  singles['{'] = Tok::left_brace;
  singles['}'] = Tok::right_brace;
  singles['='] = Tok::equal;
  singles['~'] = Tok::negation;
  singles['!'] = Tok::forall;
  singles['?'] = Tok::exists;
  singles[':'] = Tok::colon;
  return singles;
}
inline constexpr std::array<Tok, 256> kSingles = make_singles();
inline std::uint8_t class_of(char c) { return kClasses[static_cast<unsigned char>(c)]; }
}  // namespace token_detail

// Whether `name` can stand without quotes.
bool is_lower_word(std::string_view name);

class Tokenizer {
 public:
  // Reads `text` from `at`, and at once its first token.
  Tokenizer(std::string_view text, const char* at) : end_(text.data() + text.size()) {
    token_.end = at;
    advance();
  }
  explicit Tokenizer(std::string_view text) : Tokenizer(text, text.data()) {}

  const Token& token() const { return token_; }
  Tok kind() const { return token_.kind; }

  // The next token. Throws SyntaxError if there is none that TPTP knows.
  void advance() {
    using namespace token_detail;
    const char* at = token_.end;
    while (at != end_ && class_of(*at) == kSpace) ++at;
    if (at == end_) {
      set(Tok::end, at, at);
      return;
    }
    std::uint8_t first = class_of(*at);
    if (first & (kLower | kUpper)) {
      const char* stop = at + 1;
      while (stop != end_ && (class_of(*stop) & kWord)) ++stop;
      set(first & kLower ? Tok::lower_word : Tok::upper_word, at, stop);
    } else if ((first & kSingle) ||
               ((first & kOperator) && at + 1 != end_ && !(class_of(at[1]) & kContinues))) {
      set(kSingles[static_cast<unsigned char>(*at)], at, at + 1);
    } else if (*at == '=' && at + 1 != end_ && at[1] == '>') {
      set(Tok::implies, at, at + 2);
    } else {
      advance_rarely(at);
    }
  }

 private:
  void set(Tok kind, const char* begin, const char* stop) {
    token_.kind = kind;
    token_.begin = begin;
    token_.end = stop;
  }
  void advance_rarely(const char* at);
  void read_number(const char* at, const char* digits);
  void read_quoted(const char* at, char quote, Tok kind);
  void read_operator(const char* at);
  const char* skip_comment(const char* at) const;

  const char* end_;
  Token token_;
};

}  // namespace winnow
