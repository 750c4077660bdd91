#include "prover/misfits.h"

#include "text/annotated.h"
#include "text/token.h"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace winnow {
namespace {

constexpr std::size_t kMostBytes = 8 << 20;  // read in no time: the answer may be due

struct FirstUse {
  std::size_t arguments;
  bool as_term;
  std::string formula;
};

// The formulas one after another, token by token: names, brackets and commas are enough.
class Misfits {
 public:
  std::string look_at(std::string_view text) {
    try {
      Tokenizer tokens(text);
      Formula formula;
      read_head(tokens, formula);
      if (formula.language != Language::fof && formula.language != Language::cnf) return {};
      formula_ = formula.name;
      bound_.clear();
      used_.clear();
      open_.clear();
      std::string found = body(tokens);
      if (!found.empty() || formula.language == Language::cnf) return found;
      for (const std::string& variable : used_)
        if (!bound_.contains(variable))
          return fmt::format("nothing binds {} in '{}'", variable, formula_);
    } catch (const SyntaxError&) {  // the prover has said what is wrong
    }
    return {};
  }

 private:
  // A symbol in a formula.
  struct Use {
    std::string symbol;
    bool as_term = false;  // it stands for a thing, not for a truth value
    std::size_t arguments = 0;
  };
  struct Bracket {
    std::optional<Use> use;  // whose arguments it has
    bool binds = false;      // variables of a quantifier
    std::size_t commas = 0;
  };

  // What comes after a symbol says what it is: arguments, or an equation.
  std::string body(Tokenizer& tokens) {
    std::optional<Use> symbol, finished;  // just read, without and with its arguments
    bool equated = false;                 // behind = or !=
    for (;; tokens.advance()) {
      const Tok kind = tokens.kind();
      const bool equates = kind == Tok::equal || kind == Tok::unequal;
      if (kind == Tok::left_paren || kind == Tok::left_bracket) {
        open_.push_back({std::exchange(symbol, {}), kind == Tok::left_bracket});
        continue;
      }
      if (symbol) finished = std::exchange(symbol, {});
      if (finished) {
        finished->as_term |= equates;
        if (std::string found = uses(*std::exchange(finished, {})); !found.empty()) return found;
      }
      if (kind == Tok::end || kind == Tok::dot) return {};
      if (kind == Tok::lower_word || kind == Tok::single_quoted) {
        const bool argument = !open_.empty() && open_.back().use;
        symbol = Use{plain(tokens.token()), argument || equated};
      } else if (kind == Tok::upper_word) {
        (!open_.empty() && open_.back().binds ? bound_ : used_).emplace(tokens.token().text());
      } else if (kind == Tok::comma) {
        if (open_.empty()) return {};  // annotations follow
        ++open_.back().commas;
      } else if (kind == Tok::right_paren || kind == Tok::right_bracket) {
        if (open_.empty()) return {};
        finished = std::move(open_.back().use);
        if (finished) finished->arguments = open_.back().commas + 1;
        open_.pop_back();
      }
      equated = equates;
    }
  }

  std::string uses(const Use& use) {
    const FirstUse& first =
        known_.try_emplace(use.symbol, FirstUse{use.arguments, use.as_term, formula_})
            .first->second;
    if (first.arguments != use.arguments)
      return fmt::format("'{}' has {} argument{} in '{}' and {} in '{}'", use.symbol,
                         first.arguments, first.arguments == 1 ? "" : "s", first.formula,
                         use.arguments, formula_);
    if (first.as_term != use.as_term)
      return fmt::format("'{}' is a {} in '{}' and a {} in '{}'", use.symbol, sort(first.as_term),
                         first.formula, sort(use.as_term), formula_);
    return {};
  }

  static std::string_view sort(bool as_term) { return as_term ? "function" : "predicate"; }

  static std::string plain(const Token& token) {
    std::string_view text = token.text();
    if (token.kind == Tok::single_quoted && text.size() >= 2 && text.front() == '\'')
      text = text.substr(1, text.size() - 2);
    return std::string(text);
  }

  std::map<std::string, FirstUse, std::less<>> known_;
  std::string formula_;
  std::set<std::string> bound_, used_;  // variables of this formula
  std::vector<Bracket> open_;
};

}  // namespace

std::string misfit_of(std::span<const std::string_view> formulas) {
  Misfits misfits;
  std::size_t bytes = 0;
  for (const std::string_view formula : formulas) {
    bytes += formula.size();
    if (bytes > kMostBytes) break;
    if (std::string found = misfits.look_at(formula); !found.empty()) return found;
  }
  return {};
}

}  // namespace winnow
