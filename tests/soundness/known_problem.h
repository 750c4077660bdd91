// Random small problems in clauses, in TFF with types of their own and in TFF with integers, whose
// truth is known by brute force. A formula is made as text and as a function at once.
//   clauses     universal, two constants, equality: models of up to two elements decide
//   sorted      a type, and individuals, whose variables have their type written or not; universal
//               axioms and existential goals but for one quantifier: as many elements of a type as
//               it has constants decide
//   arithmetic  integers a and b from 0 to 3, quantifiers over 0 to 3, linear terms: in all models
//               integers are the integers, so 16 of them decide
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace winnow {

struct World {
  std::array<int, 2> sizes{1, 1};            // elements of each type
  std::array<int, 3> constants{};            // a and b of the first type, c of the second
  unsigned first = 0, second = 0, both = 0;  // p, q and r: a bit for each element, or pair
};
using Variables = std::array<int, 4>;

struct Known {
  std::string text;
  std::function<bool(const World&, Variables&)> holds;
};
struct KnownTerm {
  std::string text;
  std::function<int(const World&, const Variables&)> value;
};

class KnownProblem {
 public:
  virtual ~KnownProblem() = default;

  std::string text() const { return declarations() + axiom_text() + goal_text(); }
  // The axioms, and the goals: a library and a problem.
  std::string library() const { return declarations() + axiom_text(); }
  std::string goal_text() const {
    std::string text;
    for (std::size_t i = 0; i < goals.size(); ++i) {
      const std::string number = std::to_string(i);
      if (shape == 1)
        text += line("n" + number, "negated_conjecture", negated(goals[i]));
      else
        text += line("c" + number, "conjecture", goals[i].text);
    }
    if (shape == 5) text += line("q", "question", question.text);
    return text;
  }
  bool has_conjecture() const { return shape >= 2; }

  // 0: no conjecture, 1: a negated one, 2 and 3: one, 4: several, 5: a question beside one
  unsigned shape = 0;
  std::vector<Known> axioms, goals;
  Known question;
  bool axioms_have_model = false, counter_model = false;

 protected:
  explicit KnownProblem(unsigned seed) : random_(seed) {}

  // What a derived class calls at the end of its construction.
  void make(unsigned shapes) {
    const unsigned count = 1 + pick(3);
    for (unsigned i = 0; i < count; ++i) axioms.push_back(closed(false));
    shape = pick(shapes);
    if (shape >= 1) goals.push_back(closed(true));
    if (shape == 4) goals.push_back(closed(true));
    if (shape == 5) question = closed(true);
    each_world();
  }
  virtual Known closed(bool goal) = 0;
  virtual Known atom(int variables) = 0;
  virtual Known quantified(bool all, int variable, Known inside) = 0;
  virtual void each_world() = 0;  // calls consider() for all that matter
  virtual std::string declarations() const { return ""; }
  virtual std::string language() const { return "tff"; }
  virtual std::string fixed_axioms() const { return ""; }
  virtual std::string negated(const Known& goal) const { return "~ " + goal.text; }

  unsigned pick(unsigned below) { return static_cast<unsigned>(random_() % below); }

  static bool holds_in(const World& world, const Known& formula) {
    Variables variables{};
    return formula.holds(world, variables);
  }
  void consider(const World& world) {
    auto holds = [&](const Known& each) { return holds_in(world, each); };
    if (!std::ranges::all_of(axioms, holds)) return;
    axioms_have_model = true;
    if (goals.empty() || !std::ranges::all_of(goals, holds)) counter_model = true;
  }

  static Known negation(Known a) {
    return {"~ " + a.text,
            [a = a.holds](const World& world, Variables& v) { return !a(world, v); }};
  }
  Known combined(Known a, Known b) {
    switch (pick(3)) {
      case 0:
        return {"(" + a.text + " & " + b.text + ")",
                [a = a.holds, b = b.holds](const World& world, Variables& v) {
                  return a(world, v) && b(world, v);
                }};
      case 1:
        return disjunction(a, b);
      default:
        return {"(" + a.text + " => " + b.text + ")",
                [a = a.holds, b = b.holds](const World& world, Variables& v) {
                  return !a(world, v) || b(world, v);
                }};
    }
  }
  static Known disjunction(const Known& a, const Known& b) {
    return {"(" + a.text + " | " + b.text + ")",
            [a = a.holds, b = b.holds](const World& world, Variables& v) {
              return a(world, v) || b(world, v);
            }};
  }
  // Of any shape; quantifiers inside only if `inner`.
  Known body(int variables, int depth, bool inner) {
    if (depth == 0) return atom(variables);
    const unsigned what = pick(inner && variables < 3 ? 6 : 4);
    if (what == 0) return negation(body(variables, depth - 1, inner));
    if (what < 4) {
      Known left = body(variables, depth - 1, inner);
      return combined(std::move(left), body(variables, depth - 1, inner));
    }
    return quantified(what == 4, variables, body(variables + 1, depth - 1, inner));
  }
  static std::string name(int variable) { return "X" + std::to_string(variable); }
  static Known over(bool all, int variable, std::function<int(const World&)> size, Known inside,
                    std::string text) {
    return {std::move(text), [=, holds = inside.holds](const World& world, Variables& v) {
              for (int element = 0; element < size(world); ++element) {
                v[static_cast<std::size_t>(variable)] = element;
                if (holds(world, v) != all) return !all;
              }
              return all;
            }};
  }
  std::string line(const std::string& name, const std::string& role,
                   const std::string& body) const {
    return language() + "(" + name + ", " + role + ", " + body + ").\n";
  }
  std::string axiom_text() const {
    std::string text = fixed_axioms();
    for (std::size_t i = 0; i < axioms.size(); ++i)
      text += line("a" + std::to_string(i), i % 2 == 0 ? "axiom" : "hypothesis", axioms[i].text);
    return text;
  }

 private:
  std::mt19937 random_;
};

class ClauseProblem final : public KnownProblem {
 public:
  explicit ClauseProblem(unsigned seed) : KnownProblem(seed) { make(2); }

 private:
  std::string language() const override { return "cnf"; }
  std::string negated(const Known& goal) const override { return goal.text; }

  KnownTerm term(int variables) {
    const unsigned what = pick(static_cast<unsigned>(2 + variables));
    if (what < 2)
      return {what == 0 ? "a" : "b",
              [what](const World& world, const Variables&) { return world.constants[what]; }};
    return {name(static_cast<int>(what) - 2),
            [what](const World&, const Variables& v) { return v[what - 2]; }};
  }
  Known atom(int variables) override {
    KnownTerm a = term(variables), b = term(variables);
    const bool positive = pick(2) == 0;
    const std::string sign = positive ? "" : "~ ";
    switch (pick(3)) {
      case 0:
        return {sign + "p(" + a.text + ")", [=, a = a.value](const World& world, Variables& v) {
                  return (world.first >> a(world, v) & 1u) == (positive ? 1u : 0u);
                }};
      case 1:
        return {sign + "r(" + a.text + "," + b.text + ")",
                [=, a = a.value, b = b.value](const World& world, Variables& v) {
                  return (world.both >> (a(world, v) * 2 + b(world, v)) & 1u) ==
                         (positive ? 1u : 0u);
                }};
      default:
        return {a.text + (positive ? " = " : " != ") + b.text,
                [=, a = a.value, b = b.value](const World& world, Variables& v) {
                  return (a(world, v) == b(world, v)) == positive;
                }};
    }
  }
  Known quantified(bool all, int variable, Known inside) override {
    return over(
        all, variable, [](const World& world) { return world.sizes[0]; }, inside, inside.text);
  }
  Known closed(bool goal) override {
    const int variables = static_cast<int>(pick(3));
    Known clause = atom(variables);
    for (unsigned more = pick(3); more > 0; --more) {
      Known other = atom(variables);
      clause = {clause.text + " | " + other.text, disjunction(clause, other).holds};
    }
    for (int i = variables; i-- > 0;) clause = quantified(true, i, clause);
    // A clause of the negated conjecture holds where the conjecture does not.
    return goal ? Known{clause.text, negation(clause).holds} : clause;
  }
  void each_world() override {
    for (int size = 1; size <= 2; ++size)
      for (int a = 0; a < size; ++a)
        for (int b = 0; b < size; ++b)
          for (unsigned p = 0; p < 4; ++p)
            for (unsigned r = 0; r < 16; ++r) consider({{size, 1}, {a, b, 0}, p, 0, r});
  }
};

class SortedProblem final : public KnownProblem {
 public:
  explicit SortedProblem(unsigned seed) : KnownProblem(seed) { make(6); }

 private:
  std::string declarations() const override {
    return "tff(t1, type, s: $tType).\ntff(t3, type, a: s).\ntff(t4, type, b: s).\n"
           "tff(t5, type, c: $i).\ntff(t6, type, p: s > $o).\ntff(t7, type, q: $i > $o).\n"
           "tff(t8, type, r: (s * $i) > $o).\n";
  }
  KnownTerm term(unsigned type, int variables) {
    std::vector<KnownTerm> choices;
    auto constant = [&](const char* text, unsigned number) {
      choices.push_back({text, [number](const World& world, const Variables&) {
                           return world.constants[number];
                         }});
    };
    if (type == 0) {
      constant("a", 0);
      constant("b", 1);
    } else {
      constant("c", 2);
    }
    for (int i = 0; i < variables; ++i)
      if (types_[static_cast<std::size_t>(i)] == type)
        for (int twice = 0; twice < 2; ++twice)
          choices.push_back({name(i), [i](const World&, const Variables& v) {
                               return v[static_cast<std::size_t>(i)];
                             }});
    return choices[pick(static_cast<unsigned>(choices.size()))];
  }
  Known atom(int variables) override {
    switch (pick(4)) {
      case 0: {
        KnownTerm a = term(0, variables);
        return {"p(" + a.text + ")", [a = a.value](const World& world, Variables& v) {
                  return (world.first >> a(world, v) & 1u) != 0;
                }};
      }
      case 1: {
        KnownTerm a = term(1, variables);
        return {"q(" + a.text + ")", [a = a.value](const World& world, Variables& v) {
                  return (world.second >> a(world, v) & 1u) != 0;
                }};
      }
      case 2: {
        KnownTerm a = term(0, variables), b = term(1, variables);
        return {"r(" + a.text + "," + b.text + ")",
                [a = a.value, b = b.value](const World& world, Variables& v) {
                  return (world.both >> (a(world, v) * 2 + b(world, v)) & 1u) != 0;
                }};
      }
      default: {
        const unsigned type = pick(3) == 0 ? 1 : 0;
        KnownTerm a = term(type, variables), b = term(type, variables);
        return {"(" + a.text + " = " + b.text + ")",
                [a = a.value, b = b.value](const World& world, Variables& v) {
                  return a(world, v) == b(world, v);
                }};
      }
    }
  }
  Known quantified(bool all, int variable, Known inside) override {
    const unsigned type = types_[static_cast<std::size_t>(variable)];
    const char* written = type == 0 ? ": s" : pick(2) == 0 ? ": $i" : "";
    return over(
        all, variable, [type](const World& world) { return world.sizes[type]; }, inside,
        std::string(all ? "(! [" : "(? [") + name(variable) + written + "] : " + inside.text + ")");
  }
  Known closed(bool goal) override {
    for (unsigned& type : types_) type = pick(2);
    const int variables = static_cast<int>(pick(3));
    Known formula = body(variables, 2, false);
    const bool other = variables == 1 && skolem_ == 0 && pick(3) == 0;
    if (other) ++skolem_;
    for (int i = variables; i-- > 0;) formula = quantified(goal == other, i, formula);
    return formula;
  }
  void each_world() override {
    for (int s = 1; s <= 2 + skolem_; ++s)
      for (int t = 1; t <= 1 + skolem_; ++t)
        for (int a = 0; a < s; ++a)
          for (int b = 0; b < s; ++b)
            for (int c = 0; c < t; ++c)
              for (unsigned p = 0; p < 1u << s; ++p)
                for (unsigned q = 0; q < 1u << t; ++q)
                  for (unsigned r = 0; r < 1u << (2 * s) && !counter_model; ++r)
                    consider({{s, t}, {a, b, c}, p, q, r});
  }

  std::array<unsigned, 4> types_{};
  int skolem_ = 0;
};

class ArithmeticProblem final : public KnownProblem {
 public:
  explicit ArithmeticProblem(unsigned seed) : KnownProblem(seed) { make(6); }

 private:
  static constexpr int kValues = 4;  // 0 to 3

  std::string declarations() const override {
    return "tff(t1, type, a: $int).\ntff(t2, type, b: $int).\n";
  }
  std::string fixed_axioms() const override {
    return "tff(range_a, axiom, ($lesseq(0,a) & $lesseq(a,3))).\n"
           "tff(range_b, axiom, ($lesseq(0,b) & $lesseq(b,3))).\n";
  }
  KnownTerm term(int variables, int depth) {
    const unsigned what = pick(depth == 0 ? 4 : 8);
    if (what == 0) {
      const int number = static_cast<int>(pick(6)) - 1;
      return {std::to_string(number), [number](const World&, const Variables&) { return number; }};
    }
    if (what < 4) {
      if (variables > 0 && pick(3) != 0) {
        const std::size_t i = pick(static_cast<unsigned>(variables));
        return {name(static_cast<int>(i)), [i](const World&, const Variables& v) { return v[i]; }};
      }
      const unsigned i = pick(2);
      return {i == 0 ? "a" : "b",
              [i](const World& world, const Variables&) { return world.constants[i]; }};
    }
    KnownTerm a = term(variables, depth - 1);
    if (what == 4)
      return {"$uminus(" + a.text + ")",
              [a = a.value](const World& world, const Variables& v) { return -a(world, v); }};
    if (what == 5) {
      const int factor = static_cast<int>(pick(4)) - 1;
      return {"$product(" + std::to_string(factor) + "," + a.text + ")",
              [factor, a = a.value](const World& world, const Variables& v) {
                return factor * a(world, v);
              }};
    }
    KnownTerm b = term(variables, depth - 1);
    const int sign = what == 6 ? 1 : -1;
    return {(sign > 0 ? "$sum(" : "$difference(") + a.text + "," + b.text + ")",
            [sign, a = a.value, b = b.value](const World& world, const Variables& v) {
              return a(world, v) + sign * b(world, v);
            }};
  }
  Known atom(int variables) override {
    KnownTerm a = term(variables, 2), b = term(variables, 1);
    auto made = [&](const std::string& text, auto compare) {
      return Known{text, [compare, a = a.value, b = b.value](const World& world, Variables& v) {
                     return compare(a(world, v), b(world, v));
                   }};
    };
    const std::string pair = "(" + a.text + "," + b.text + ")";
    switch (pick(6)) {
      case 0:
        return made("$less" + pair, std::less<>());
      case 1:
        return made("$lesseq" + pair, std::less_equal<>());
      case 2:
        return made("$greater" + pair, std::greater<>());
      case 3:
        return made("$greatereq" + pair, std::greater_equal<>());
      case 4:
        return made("(" + a.text + " != " + b.text + ")", std::not_equal_to<>());
      default:
        return made("(" + a.text + " = " + b.text + ")", std::equal_to<>());
    }
  }
  Known quantified(bool all, int variable, Known inside) override {
    const std::string x = name(variable);
    return over(
        all, variable, [](const World&) { return kValues; }, inside,
        std::string(all ? "(! [" : "(? [") + x + ": $int] : (($lesseq(0," + x + ") & $lesseq(" + x +
            ",3))" + (all ? " => " : " & ") + inside.text + "))");
  }
  Known closed(bool) override { return body(0, 3, true); }
  void each_world() override {
    for (int a = 0; a < kValues; ++a)
      for (int b = 0; b < kValues; ++b) consider({{1, 1}, {a, b, 0}, 0, 0, 0});
  }
};

}  // namespace winnow
