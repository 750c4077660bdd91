#include "prover/problem_text.h"

#include "text/annotated.h"
#include "text/role.h"
#include "text/token.h"
#include "text/tptp_reader.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <utility>

namespace winnow {
namespace {

// Roles that all provers know; the other axioms are called that.
constexpr std::array<std::string_view, 9> kPlainRoles = {
    "axiom",   "hypothesis", "definition", "assumption",        "lemma",
    "theorem", "type",       "conjecture", "negated_conjecture"};

// Dollar words of logic itself, which every prover of the language knows.
constexpr std::array<std::string_view, 7> kLogicWords = {"$true",  "$false", "$i",    "$o",
                                                         "$iType", "$oType", "$tType"};

constexpr std::array<std::string_view, 3> kNumberTypes = {"$int", "$rat", "$real"};

bool contains(std::span<const std::string_view> words, std::string_view word) {
  return std::ranges::find(words, word) != words.end();
}

bool is_integer(std::string_view number) {
  return number.find_first_of("./eE") == std::string_view::npos;
}

// "-3" is m3, "1.5" is 1d5: a part of a word, and back. Integers lose signs and zeros that mean
// nothing, so that equal ones are equal words.
std::string encoded(std::string_view number) {
  std::string word;
  if (number.front() == '+') number.remove_prefix(1);
  if (is_integer(number)) {
    bool negative = number.front() == '-';
    number.remove_prefix(std::min(number.find_first_not_of("-0"), number.size() - 1));
    if (negative && number != "0") word += 'm';
  }
  for (char c : number)
    word += c == '-' ? 'm' : c == '+' ? 'p' : c == '/' ? 'q' : c == '.' ? 'd' : c;
  return word;
}

std::string decoded(std::string_view word) {
  std::string number;
  for (char c : word)
    number += c == 'm' ? '-' : c == 'p' ? '+' : c == 'q' ? '/' : c == 'd' ? '.' : c;
  return number;
}

bool is_word_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

struct Head {
  Formula formula;
  std::string_view name, role;  // where they stand, the latter with its subrole
};

Head read_head_of(Tokenizer& tokens) {
  Head head;
  Tokenizer before = tokens;
  read_head(tokens, head.formula);
  while (before.kind() != Tok::left_paren) before.advance();
  before.advance();
  head.name = before.token().text();
  before.advance();  // the comma
  before.advance();
  const char* body = tokens.token().begin;
  const char* start = before.token().begin;
  const char* stop = before.token().end;  // of what stands before the comma before the body
  for (const char* last = stop; before.token().begin != body; before.advance()) {
    stop = last;
    last = before.token().end;
  }
  head.role = {start, static_cast<std::size_t>(stop - start)};
  return head;
}

std::optional<Formula> head_of(std::string_view text) {
  try {
    Tokenizer tokens(text);
    Formula formula;
    read_head(tokens, formula);
    return formula;
  } catch (const SyntaxError&) {
    return std::nullopt;
  }
}

// Calls use(token) for each token of the body, up to the annotations.
template <class Use>
void each_token(Tokenizer& tokens, Use&& use) {
  int depth = 0;
  for (; tokens.kind() != Tok::end; tokens.advance()) {
    Tok kind = tokens.kind();
    if (kind == Tok::left_paren || kind == Tok::left_bracket || kind == Tok::left_brace) ++depth;
    if (kind == Tok::right_paren || kind == Tok::right_bracket || kind == Tok::right_brace) --depth;
    if (depth < 0 || (depth == 0 && kind == Tok::comma)) return;
    use(tokens.token());
  }
}

// Where the tokens of a body bind a variable without a type.
class UntypedVariables {
 public:
  // The end of one that this token follows, or null.
  const char* see(const Token& token) {
    const char* untyped = nullptr;
    if (!within_) {
      within_ = quantifier_ && token.kind == Tok::left_bracket;
      quantifier_ = token.kind == Tok::forall || token.kind == Tok::exists;
      depth_ = 0;
    } else if (token.kind == Tok::left_paren) {  // within a type
      ++depth_;
    } else if (token.kind == Tok::right_paren) {
      --depth_;
    } else if (depth_ == 0 && (token.kind == Tok::comma || token.kind == Tok::right_bracket)) {
      untyped = std::exchange(variable_, nullptr);
      named_ = false;
      within_ = token.kind == Tok::comma;
    } else if (token.kind == Tok::colon) {
      variable_ = nullptr;
    } else if (token.kind == Tok::upper_word && !std::exchange(named_, true)) {
      variable_ = token.end;
    }
    return untyped;
  }

 private:
  bool quantifier_ = false, within_ = false, named_ = false;
  int depth_ = 0;
  const char* variable_ = nullptr;  // the end of the last one, while it has no type
};

void go_to_next(Tokenizer& tokens) {
  while (tokens.kind() != Tok::end && tokens.kind() != Tok::dot) tokens.advance();
  if (tokens.kind() == Tok::dot) tokens.advance();
}

// Calls use(head, tokens) for each formula, behind its head. Of text that is no TPTP the prover
// will say what is wrong.
template <class Use>
void each_formula(std::string_view text, Use&& use) {
  try {
    for (Tokenizer tokens(text); tokens.kind() != Tok::end; go_to_next(tokens)) {
      Formula head;
      read_head(tokens, head);
      use(head, tokens);
    }
  } catch (const SyntaxError&) {
  }
}

// The names in the bodies of formulas, as often as they stand there. Of a declaration, what it
// declares comes first.
std::vector<std::string> names_in(std::string_view text) {
  std::vector<std::string> names;
  each_formula(text, [&](const Formula&, Tokenizer& tokens) {
    each_token(tokens, [&](const Token& token) {
      if (token.kind == Tok::lower_word || token.kind == Tok::single_quoted)
        names.emplace_back(plain_name(token));
    });
  });
  return names;
}

}  // namespace

FormulaContents& FormulaContents::operator|=(const FormulaContents& other) {
  logic |= other.logic;
  numbers |= other.numbers;
  defined |= other.defined;
  return *this;
}

FormulaContents contents_of(std::string_view text) {
  FormulaContents contents;
  try {
    for (Tokenizer tokens(text); tokens.kind() != Tok::end; go_to_next(tokens)) {
      Formula formula;
      read_head(tokens, formula);
      const bool typed = formula.language == Language::tff || formula.language == Language::thf;
      bool type_variables = false, kind = false, arrow = false;
      each_token(tokens, [&](const Token& token) {
        const bool dollar = token.kind == Tok::dollar_word;
        contents.numbers |= token.kind == Tok::number;
        contents.defined |=
            token.kind == Tok::distinct_object || (dollar && !contains(kLogicWords, token.text()));
        contents.logic.arithmetic |= typed && (token.kind == Tok::number ||
                                               (dollar && contains(kNumberTypes, token.text())));
        contents.logic.rationals |=
            typed &&
            ((token.kind == Tok::number && token.text().find('/') != std::string_view::npos) ||
             (dollar &&
              (token.text() == "$rat" || token.text() == "$to_rat" || token.text() == "$is_rat")));
        kind |= dollar && token.text() == "$tType";
        arrow |= token.kind == Tok::arrow;
        type_variables |= token.kind == Tok::type_forall;
      });
      // Declaring a type needs no type variables, declaring a constructor of types does.
      type_variables |= kind && (arrow || formula.role != "type");
      contents.logic.fof |= !typed;
      contents.logic.tf0 |= formula.language == Language::tff;
      contents.logic.th0 |= formula.language == Language::thf;
      contents.logic.tf1 |= formula.language == Language::tff && type_variables;
      contents.logic.th1 |= formula.language == Language::thf && type_variables;
    }
  } catch (const SyntaxError&) {  // the prover will say what is wrong
  }
  return contents;
}

void add_formulas(std::string& problem, std::string_view text, NumbersAs numbers,
                  std::string_view prefix, std::string_view name, VariableTypes types) {
  const std::size_t before = problem.size();
  try {
    const char* done = text.data();
    auto copy_to = [&](const char* end) {
      problem.append(done, end);
      done = end;
    };
    for (Tokenizer tokens(text); tokens.kind() != Tok::end; go_to_next(tokens)) {
      Head head = read_head_of(tokens);
      const Language language = head.formula.language;
      const bool to_type =
          types == VariableTypes::all && (language == Language::fof || language == Language::tff);
      if (to_type && language == Language::fof) {
        copy_to(head.formula.text.data());
        problem += to_string(Language::tff);
        done += to_string(Language::fof).size();
      }
      if (!name.empty()) {
        copy_to(head.name.data());
        problem += std::exchange(name, {});
        done = head.name.data() + head.name.size();
      }
      if (!contains(kPlainRoles, head.role)) {
        copy_to(head.role.data());
        problem += role_kind(head.formula.role) == RoleKind::axiom ? "axiom" : head.formula.role;
        done = head.role.data() + head.role.size();
      }
      const bool to_name =
          numbers != NumbersAs::written && (language == Language::fof || language == Language::cnf);
      if (numbers == NumbersAs::written && types == VariableTypes::written)
        break;  // a head is read in no time, a body is not
      UntypedVariables untyped;
      if (to_name || to_type)
        each_token(tokens, [&](const Token& token) {
          if (const char* variable = to_type ? untyped.see(token) : nullptr) {
            copy_to(variable);
            problem += ": $i";
          }
          if (!to_name || token.kind != Tok::number) return;
          copy_to(token.begin);
          bool quoted = numbers == NumbersAs::distinct && is_integer(token.text());
          if (quoted) problem += '"';
          (problem += prefix) += encoded(token.text());
          if (quoted) problem += '"';
          done = token.end;
        });
    }
    copy_to(text.data() + text.size());
  } catch (const SyntaxError&) {
    problem.resize(before);
    problem += text;
  }
  problem += '\n';
}

std::string restore_numbers(std::string_view proof, std::string_view prefix) {
  std::string restored;
  std::size_t at = 0;
  for (;;) {
    std::size_t found = proof.find(prefix, at);
    if (found == std::string_view::npos) break;
    std::size_t end = found + prefix.size();
    while (end < proof.size() && is_word_character(proof[end])) ++end;
    bool quoted = found > 0 && proof[found - 1] == '"' && end < proof.size() && proof[end] == '"';
    restored += proof.substr(at, found - at - (quoted ? 1 : 0));
    restored += decoded(proof.substr(found + prefix.size(), end - found - prefix.size()));
    at = end + (quoted ? 1 : 0);
  }
  restored += proof.substr(at);
  return restored;
}

bool is_declaration(std::string_view text) {
  const std::optional<Formula> head = head_of(text);
  return head && role_kind(head->role) == RoleKind::type;
}

std::vector<std::string_view> needed_declarations(std::span<const std::string_view> declarations,
                                                  std::span<const std::string_view> formulas) {
  std::map<std::string, std::vector<std::size_t>> declared;  // the places of those of a name
  std::vector<std::vector<std::string>> names;
  for (const std::string_view declaration : declarations) {
    names.push_back(names_in(declaration));
    if (!names.back().empty()) declared[names.back().front()].push_back(names.size() - 1);
  }
  std::set<std::size_t> needed;
  std::vector<std::string> wanted;
  for (const std::string_view formula : formulas)
    std::ranges::move(names_in(formula), std::back_inserter(wanted));
  while (!wanted.empty()) {
    const auto found = declared.find(wanted.back());
    wanted.pop_back();
    if (found == declared.end()) continue;
    for (const std::size_t place : found->second)
      if (needed.insert(place).second)
        wanted.insert(wanted.end(), names[place].begin(), names[place].end());
  }
  std::vector<std::string_view> result;
  for (const std::size_t place : needed) result.push_back(declarations[place]);
  return result;
}

std::string formula_name(std::string_view text) {
  std::optional<Formula> head = head_of(text);
  return head ? std::move(head->name) : std::string();
}

std::vector<std::string> formula_names(std::string_view text) {
  std::vector<std::string> names;
  each_formula(text, [&](Formula& head, Tokenizer&) { names.push_back(std::move(head.name)); });
  return names;
}

}  // namespace winnow
