// tests/text/random_formula.h - random formulas of a language, made without any text.
// in: a seed     out: a term as the TPTP reader would make it
// Depth is small, so this may recurse; breadth and mixture are what it is for.
#pragma once

#include "term/draft.h"
#include "text/formula.h"

#include <random>
#include <string>
#include <vector>

namespace winnow::testing {

class RandomFormula {
 public:
  RandomFormula(TermBank& bank, Language language, std::uint64_t seed)
      : bank_(bank), language_(language), random_(seed) {}

  TermId make() {
    draft_.clear();
    bound_.clear();
    free_.clear();
    formula(4);
    return draft_.commit(bank_);
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  SymbolId symbol(const std::string& name, Kind kind) { return bank_.symbols().intern(name, kind); }
  template <class Names>
  std::string one_of(const Names& names) {
    return names[below(static_cast<std::uint32_t>(std::size(names)))];
  }
  bool clause() const { return language_ == Language::cnf; }
  bool typed() const { return language_ == Language::tff || language_ == Language::thf; }

  void formula(int depth) {
    static const char* const kBinary[] = {"=>", "<=", "<=>", "<~>", "~&", "~|"};
    std::uint32_t choice = depth == 0 ? below(3) : below(10);
    if (choice < 2) {
      call("pqr", Kind::predicate, depth);
    } else if (choice == 2) {
      term(depth - 1);
      term(depth - 1);
      draft_.push(symbol(below(2) ? "=" : "!=", Kind::equality), 2);
    } else if (choice == 3) {
      formula(depth - 1);
      draft_.push(symbol("~", Kind::connective), 1);
    } else if (choice < 7 || clause()) {
      std::uint32_t operands = 2 + below(2);
      for (std::uint32_t i = 0; i < operands; ++i) formula(depth - 1);
      draft_.push(symbol(clause() || below(2) ? "|" : "&", Kind::connective), operands, true);
    } else if (choice == 7) {
      formula(depth - 1);
      formula(depth - 1);
      draft_.push(symbol(one_of(kBinary), Kind::connective), 2);
    } else {
      quantifier(below(2) ? "!" : "?", depth, [&] { formula(depth - 1); });
    }
  }

  void call(const char* names, Kind kind, int depth) {
    static const char* const kQuoted[] = {"'A b'", "'it\\'s'", "$$mine", "'[]'", "'$ite'"};
    std::string name = below(8) == 0 ? one_of(kQuoted) : std::string(1, names[below(3)]);
    std::uint32_t args = depth <= 0 ? 0 : below(4);
    for (std::uint32_t i = 0; i < args; ++i) argument(depth - 1);
    draft_.push(symbol(name, kind), args);
  }

  void argument(int depth) {
    if (typed() && depth > 0 && below(6) == 0) return draft_compound(depth);
    term(depth);
  }

  // A formula as an argument: one with a connective, or else its atom would be a function.
  void draft_compound(int depth) {
    formula(depth - 1);
    draft_.push(symbol("~", Kind::connective), 1);
  }

  void term(int depth) {
    static const char* const kNumbers[] = {"0", "-1", "1/2", "2.5E-3"};
    switch (below(typed() ? 9 : 6)) {
      case 0:
        return draft_.push(symbol(one_of(kNumbers), Kind::number), 0);
      case 1:
        return draft_.push(symbol("\"x \\\" y\"", Kind::distinct_object), 0);
      case 2:
      case 3:
        return variable();
      case 6:
        if (depth <= 0) return variable();
        draft_compound(depth);
        term(depth - 1);
        term(depth - 1);
        return draft_.push(symbol("$ite", Kind::function), 3);
      case 7:
        if (depth <= 0) return variable();
        term(depth - 1);
        term(depth - 1);
        return draft_.push(symbol("[]", Kind::function), 2);
      case 8:
        if (depth > 0 && language_ == Language::thf) return higher_order(depth);
        [[fallthrough]];
      default:
        return call("fgh", Kind::function, depth);
    }
  }

  void higher_order(int depth) {
    switch (below(3)) {
      case 0:
        return quantifier("^", depth, [&] { term(depth - 1); });
      case 1:
        return draft_.push(symbol("&", Kind::connective), 0);
      default:
        if (below(2))
          variable();
        else
          quantifier("^", depth, [&] { term(depth - 1); });
        term(depth - 1);
        draft_.push(symbol("@", Kind::application), 2);
    }
  }

  void variable() {
    std::uint32_t n = below(static_cast<std::uint32_t>(bound_.size()) + 2);
    if (n < bound_.size()) return draft_.push_variable(bound_[n]);
    n -= static_cast<std::uint32_t>(bound_.size());
    if (n >= free_.size()) {  // in the order of their first occurrence
      n = static_cast<std::uint32_t>(free_.size());
      free_.push_back(draft_.make_free());
    }
    draft_.push_variable(free_[n]);
  }

  template <class Body>
  void quantifier(const std::string& name, int depth, Body&& body) {
    std::uint32_t count = 1 + below(2);
    for (std::uint32_t i = 0; i < count; ++i) {
      bool with_type = typed() && below(2);
      if (with_type) type(depth);
      DraftVariable variable = draft_.bind();
      if (with_type)
        draft_.push_typed_variable(variable, symbol(":", Kind::type));
      else
        draft_.push_variable(variable);
      bound_.push_back(variable);
    }
    body();
    bound_.resize(bound_.size() - count);
    draft_.push_quantifier(symbol(name, Kind::quantifier), count);
  }

  void type(int depth) {
    static const char* const kTypes[] = {"$i", "$o", "$int", "list"};
    std::uint32_t choice = depth <= 0 ? 0 : below(4);
    if (choice < 2) {
      std::uint32_t args = depth <= 0 ? 0 : below(2);
      if (args) type(depth - 1);
      draft_.push(symbol(one_of(kTypes), Kind::type), args);
    } else {
      type(depth - 1);
      type(depth - 1);
      draft_.push(symbol(choice == 2 ? ">" : "*", Kind::type), 2, choice == 3);
    }
  }

  TermBank& bank_;
  Language language_;
  std::mt19937_64 random_;
  Draft draft_;
  std::vector<DraftVariable> bound_, free_;
};

}  // namespace winnow::testing
