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
  struct Bracket {
    std::optional<std::string> symbol;  // whose arguments it has
    bool binds = false;                 // variables of a quantifier
    std::size_t commas = 0;
  };

  std::string body(Tokenizer& tokens) {
    std::optional<std::string> name;  // that has just been read
    for (; tokens.kind() != Tok::end && tokens.kind() != Tok::dot; tokens.advance()) {
      const Tok kind = tokens.kind();
      std::string found;
      if (kind == Tok::left_paren || kind == Tok::left_bracket) {
        open_.push_back({std::exchange(name, {}), kind == Tok::left_bracket});
        continue;
      }
      if (name) found = uses(*std::exchange(name, {}), 0);
      if (kind == Tok::lower_word || kind == Tok::single_quoted) {
        name = plain(tokens.token());
      } else if (kind == Tok::upper_word) {
        (!open_.empty() && open_.back().binds ? bound_ : used_).emplace(tokens.token().text());
      } else if (kind == Tok::comma) {
        if (open_.empty()) break;  // annotations follow
        ++open_.back().commas;
      } else if (kind == Tok::right_paren || kind == Tok::right_bracket) {
        if (open_.empty()) break;
        const Bracket closed = open_.back();
        open_.pop_back();
        if (found.empty() && closed.symbol) found = uses(*closed.symbol, closed.commas + 1);
      }
      if (!found.empty()) return found;
    }
    return name ? uses(*name, 0) : "";
  }

  std::string uses(const std::string& symbol, std::size_t arguments) {
    const auto [at, is_new] = known_.try_emplace(symbol, FirstUse{arguments, formula_});
    const FirstUse& first = at->second;
    if (is_new || first.arguments == arguments) return {};
    return fmt::format("'{}' has {} argument{} in '{}' and {} in '{}'", symbol, first.arguments,
                       first.arguments == 1 ? "" : "s", first.formula, arguments, formula_);
  }

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
