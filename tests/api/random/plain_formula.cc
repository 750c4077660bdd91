#include "plain_formula.h"

#include <array>
#include <string_view>

namespace winnow::random_tester {

namespace {

constexpr std::array<std::string_view, 5> kConstants = {"a", "b", "c", "d", "e"};
constexpr std::array<std::string_view, 4> kPredicates = {"p", "q", "r", "s"};
constexpr std::array<std::string_view, 2> kFunctions = {"f", "g"};
constexpr std::array<std::string_view, 4> kConnectives = {" & ", " | ", " => ", " <=> "};
constexpr std::array<std::string_view, 3> kVariables = {"X", "Y", "Zed"};

// Body and key grow side by side; they differ in the variable's name alone.
class Writer {
 public:
  Writer(RandomSource& random, PlainFormula& formula) : random_(random), formula_(formula) {}

  void write() {
    bound_ = !random_.one_in(3);
    if (bound_) {
      variable_ = random_.one_of(kVariables);
      say(random_.one_in(4) ? "? [" : "! [");
      say_variable();
      say("] : ");
    }
    say("(");
    literal();
    if (!random_.one_in(3)) {
      say(random_.one_of(kConnectives));
      literal();
    }
    say(")");
  }

 private:
  void say(std::string_view text) {
    formula_.body += text;
    formula_.key += text;
  }
  void say_variable() {
    formula_.body += variable_;
    formula_.key += "X";
  }
  void symbol(std::string_view name) {
    say(name);
    formula_.symbols.emplace(name);
  }
  void literal() {
    if (random_.one_in(4)) say("~ ");
    if (random_.one_in(6)) {
      say("(");
      term();
      say(" = ");
      term();
      say(")");
      formula_.symbols.emplace("=");
      return;
    }
    symbol(random_.one_of(kPredicates));
    say("(");
    term();
    say(")");
  }
  void term() {
    const bool deep = random_.one_in(3);
    if (deep) {
      symbol(random_.one_of(kFunctions));
      say("(");
    }
    if (bound_ && random_.one_in(2))
      say_variable();
    else
      symbol(random_.one_of(kConstants));
    if (deep) say(")");
  }

  RandomSource& random_;
  PlainFormula& formula_;
  bool bound_ = false;
  std::string_view variable_;
};

}  // namespace

PlainFormula random_formula(RandomSource& random, const std::string& role) {
  PlainFormula formula;
  formula.name = "n" + std::to_string(random.below(30));
  formula.role = role;
  Writer(random, formula).write();
  return formula;
}

std::string text_of(const std::vector<PlainFormula>& formulas) {
  std::string text;
  for (const PlainFormula& formula : formulas) text += formula.text() + "\n";
  return text;
}

}  // namespace winnow::random_tester
