// Random small problems whose truth is known by brute force.
// Each is of a fragment in which small models decide, so that the truth is known both ways:
//   monadic   any quantifiers, monadic predicates, no equality: elements of the same type can be
//             made one, so with two predicates four elements are enough
//   universal constants, equality and one existential quantifier at most once negations are inside
//             (Bernays-Schoenfinkel): as many elements as constants are enough
//   numbers   no variables; a, b and integers, which differ: a and b are one of the integers or
//             something else, and nothing else matters
//   typed     the second in TFF
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace winnow {

// A formula over p/1, q/1, r/2, equality, constants 0.. and variables.
struct RandomFormula {
  enum Kind { atom, negation, conjunction, disjunction, implication, forall, exists } kind = atom;
  char predicate = 'p';     // p, q, r, or '='
  int left = 0, right = 0;  // a constant c, or variable v as -1 - v
  int variable = 0;         // that is bound
  std::vector<RandomFormula> parts;
};

struct Model {
  int size = 1;
  std::vector<int> constants;         // what each constant is
  std::array<unsigned, 2> monadic{};  // p, q: a bit for each element
  unsigned dyadic = 0;                // r: a bit for each pair

  bool holds(const RandomFormula& formula, std::array<int, 4>& variables) const {
    auto value = [&](int term) { return term >= 0 ? constants[term] : variables[-1 - term]; };
    switch (formula.kind) {
      case RandomFormula::atom: {
        int x = value(formula.left);
        if (formula.predicate == 'p' || formula.predicate == 'q')
          return monadic[formula.predicate - 'p'] >> x & 1u;
        int y = value(formula.right);
        return formula.predicate == '=' ? x == y : dyadic >> (x * size + y) & 1u;
      }
      case RandomFormula::negation:
        return !holds(formula.parts[0], variables);
      case RandomFormula::conjunction:
        return holds(formula.parts[0], variables) && holds(formula.parts[1], variables);
      case RandomFormula::disjunction:
        return holds(formula.parts[0], variables) || holds(formula.parts[1], variables);
      case RandomFormula::implication:
        return !holds(formula.parts[0], variables) || holds(formula.parts[1], variables);
      case RandomFormula::forall:
      case RandomFormula::exists: {
        bool all = formula.kind == RandomFormula::forall;
        for (int element = 0; element < size; ++element) {
          variables[formula.variable] = element;
          if (holds(formula.parts[0], variables) != all) return !all;
        }
        return all;
      }
    }
    return false;
  }
  bool holds(const RandomFormula& formula) const {
    std::array<int, 4> variables{};
    return holds(formula, variables);
  }
};

enum class Fragment { monadic, universal, numbers, typed };

class RandomProblem {
 public:
  explicit RandomProblem(unsigned seed) : random_(seed) {
    fragment = static_cast<Fragment>(seed % 4);
    unsigned axiom_count = 1 + pick(3);
    for (unsigned i = 0; i < axiom_count; ++i) axioms.push_back(closed(false));
    // 0: no conjecture, 1: a negated one, 2 and 3: one, 4: several, 5: a question beside one
    shape = pick(6);
    if (shape >= 1) goals.push_back(closed(true));
    if (shape == 4) goals.push_back(closed(true));
    if (shape == 5) question = closed(true);
    find_truth();
  }

  std::string text() const {
    std::string text = declarations();
    for (std::size_t i = 0; i < axioms.size(); ++i)
      text += line("a" + std::to_string(i), roles()[i % roles().size()], print(axioms[i]));
    return text + goal_text();
  }
  // The axioms, and the goals: a library and a problem.
  std::string library() const {
    std::string text = declarations();
    for (std::size_t i = 0; i < axioms.size(); ++i)
      text += line("a" + std::to_string(i), "axiom", print(axioms[i]));
    if (shape == 2) text += line("goal", "axiom", print(goals[0]));  // left out, not refuted
    return text;
  }
  std::string goal_text() const {
    std::string text;
    for (std::size_t i = 0; i < goals.size(); ++i)
      text += shape == 1 ? line("n", "negated_conjecture", "~ (" + print(goals[i]) + ")")
                         : line("c" + std::to_string(i), "conjecture", print(goals[i]));
    if (shape == 5) text += line("q", "question", print(question));
    return text;
  }

  bool has_conjecture() const { return shape >= 2; }
  Fragment fragment = Fragment::monadic;
  unsigned shape = 0;
  std::vector<RandomFormula> axioms, goals;
  RandomFormula question;
  bool axioms_have_model = false, counter_model = false;

 private:
  unsigned pick(unsigned below) { return static_cast<unsigned>(random_() % below); }

  static const std::vector<std::string>& roles() {
    static const std::vector<std::string> kRoles = {"axiom", "plain", "hypothesis"};
    return kRoles;
  }
  int constants() const { return fragment == Fragment::numbers ? 4 : 2; }

  RandomFormula make_atom(int variables) {
    RandomFormula atom;
    // Few of them, so that all models can be looked at.
    const std::string predicates = fragment == Fragment::monadic   ? "pq"
                                   : fragment == Fragment::numbers ? "pq="
                                                                   : "pr=";
    atom.predicate = predicates[pick(static_cast<unsigned>(predicates.size()))];
    auto term = [&] {
      return variables > 0 && pick(3) != 0 ? -1 - static_cast<int>(pick(variables))
                                           : static_cast<int>(pick(constants()));
    };
    atom.left = term();
    atom.right = term();
    return atom;
  }
  RandomFormula combine(RandomFormula::Kind kind, std::vector<RandomFormula> parts) {
    RandomFormula formula;
    formula.kind = kind;
    formula.parts = std::move(parts);
    return formula;
  }
  RandomFormula body(int variables, int depth) {
    if (depth == 0) return make_atom(variables);
    unsigned what = pick(fragment == Fragment::monadic && variables < 3 ? 6 : 4);
    if (what == 0) return combine(RandomFormula::negation, {body(variables, depth - 1)});
    if (what < 4) {
      RandomFormula left = body(variables, depth - 1);
      return combine(static_cast<RandomFormula::Kind>(RandomFormula::conjunction + what - 1),
                     {std::move(left), body(variables, depth - 1)});
    }
    return quantified(what == 4, variables, body(variables + 1, depth - 1));
  }
  RandomFormula quantified(bool all, int variable, RandomFormula inside) {
    RandomFormula formula =
        combine(all ? RandomFormula::forall : RandomFormula::exists, {std::move(inside)});
    formula.variable = variable;
    return formula;
  }
  // Universal in the axioms, existential in the goals, but for one quantifier of the problem.
  RandomFormula closed(bool goal) {
    if (fragment == Fragment::monadic) return body(0, 3);
    if (fragment == Fragment::numbers) return body(0, 2);
    int variables = static_cast<int>(pick(3));
    RandomFormula formula = body(variables, 2);
    bool other = variables == 1 && skolem_ == 0 && pick(3) == 0;
    if (other) ++skolem_;
    for (int i = variables; i-- > 0;) formula = quantified(goal == other, i, std::move(formula));
    return formula;
  }

  void consider(const Model& model) {
    if (!std::ranges::all_of(axioms, [&](const auto& each) { return model.holds(each); })) return;
    axioms_have_model = true;
    if (goals.empty() ||
        !std::ranges::all_of(goals, [&](const auto& each) { return model.holds(each); }))
      counter_model = true;
  }
  void find_truth() {
    if (fragment == Fragment::numbers) {
      // Elements 0 and 1 are the integers; 2 and 3 something else.
      for (int a = 0; a < 4; ++a)
        for (int b = 0; b < 4; ++b) each_model(4, {a, b, 0, 1});
      return;
    }
    int largest = fragment == Fragment::monadic ? 4 : 2 + skolem_;
    for (int size = 1; size <= largest && !counter_model; ++size)
      for (int a = 0; a < size; ++a)
        for (int b = 0; b < size; ++b) each_model(size, {a, b});
  }
  void each_model(int size, std::vector<int> constants) {
    Model model{.size = size, .constants = std::move(constants)};
    bool dyadic = fragment == Fragment::universal || fragment == Fragment::typed;
    unsigned pairs = dyadic ? 1u << (size * size) : 1, sets = 1u << size;
    for (unsigned r = 0; r < pairs && !counter_model; ++r)
      for (unsigned p = 0; p < sets && !counter_model; ++p)
        for (unsigned q = 0; q < (dyadic ? 1 : sets) && !counter_model; ++q) {
          model.dyadic = r;
          model.monadic = {p, q};
          consider(model);
        }
  }

  std::string declarations() const {
    if (fragment != Fragment::typed) return "";
    return "tff(t1, type, a: $i).\ntff(t2, type, b: $i).\ntff(t3, type, p: $i > $o).\n"
           "tff(t4, type, q: $i > $o).\ntff(t5, type, r: ($i * $i) > $o).\n";
  }
  std::string line(const std::string& name, const std::string& role,
                   const std::string& body) const {
    return (fragment == Fragment::typed ? "tff(" : "fof(") + name + ", " + role + ", " + body +
           ").\n";
  }
  std::string term(int each) const {
    if (each < 0) return "X" + std::to_string(-1 - each);
    constexpr const char* kNames[] = {"a", "b", "1", "2"};
    return kNames[each];
  }
  std::string print(const RandomFormula& formula) const {
    auto part = [&](std::size_t i) { return print(formula.parts[i]); };
    switch (formula.kind) {
      case RandomFormula::atom:
        if (formula.predicate == '=')
          return "(" + term(formula.left) + " = " + term(formula.right) + ")";
        return std::string(1, formula.predicate) + "(" + term(formula.left) +
               (formula.predicate == 'r' ? "," + term(formula.right) : "") + ")";
      case RandomFormula::negation:
        return "~ " + part(0);
      case RandomFormula::conjunction:
        return "(" + part(0) + " & " + part(1) + ")";
      case RandomFormula::disjunction:
        return "(" + part(0) + " | " + part(1) + ")";
      case RandomFormula::implication:
        return "(" + part(0) + " => " + part(1) + ")";
      case RandomFormula::forall:
      case RandomFormula::exists:
        return std::string(formula.kind == RandomFormula::forall ? "(! [X" : "(? [X") +
               std::to_string(formula.variable) + (fragment == Fragment::typed ? ": $i" : "") +
               "] : " + part(0) + ")";
    }
    return "";
  }

  std::mt19937 random_;
  int skolem_ = 0;
};

}  // namespace winnow
