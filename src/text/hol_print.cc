// Prints a term the way HolStep does. A stack of pieces still to print stands in for recursion.
#include "text/hol.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace winnow {

namespace {

// Constants that HOL Light writes between their first two arguments, sorted.
constexpr std::array<std::string_view, 35> kInfix = {
    "$",        "*",     "+",      ",",         "-",        "..",       "<",
    "<=",       "<=_c",  "<_c",    "==",        "=_c",      ">",        ">=",
    ">=_c",     ">_c",   "CROSS",  "DELETE",    "DIFF",     "DIV",      "EXP",
    "HAS_SIZE", "IN",    "INSERT", "INTER",     "MOD",      "PCROSS",   "PSUBSET",
    "SUBSET",   "UNION", "o",      "treal_add", "treal_eq", "treal_le", "treal_mul"};
static_assert(std::ranges::is_sorted(kInfix));

bool is_digits(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

class HolPrinter {
 public:
  explicit HolPrinter(const TermView& terms) : terms_(terms) {}

  std::string print(TermId root) {
    prefixes_ = hol_prefixes(terms_, root);
    if (terms_.kind(root) == Kind::sequent) {
      add(root);
    } else {
      add("|- ");
      add_statement(root);
    }
    run([&](TermId term) { print_term(term); });
    return std::move(out_);
  }

  std::string print_tokens(TermId root) {
    add(root);
    run([&](TermId term) { print_token(term); });
    out_.pop_back();  // every token brings a space
    return std::move(out_);
  }

 private:
  struct Piece {
    TermId term{};
    std::string_view text;  // instead of a term
  };

  // The parts of a term are added in reading order and go onto the stack from the last one.
  void add(TermId term) { parts_.push_back({.term = term, .text = {}}); }
  void add(std::string_view text) { parts_.push_back({.term = {}, .text = text}); }
  template <class Print>
  void run(Print&& print_one) {
    for (;;) {
      stack_.insert(stack_.end(), parts_.rbegin(), parts_.rend());
      parts_.clear();
      if (stack_.empty()) return;
      Piece piece = stack_.back();
      stack_.pop_back();
      if (piece.text.empty())
        print_one(piece.term);
      else
        out_ += piece.text;
    }
  }

  void print_variable(TermId term, std::string_view bound, std::string_view free) {
    VariableName variable = variable_name(terms_.name(term));
    out_ += variable.bound ? bound : free;
    out_ += std::to_string(variable.number);
  }

  // Outside of brackets a comma would end a hypothesis.
  void add_statement(TermId term) {
    bool comma = terms_.name(term) == "," && terms_.args(term).empty();
    if (comma) add("(");
    add(term);
    if (comma) add(")");
  }

  void print_term(TermId term) {
    std::span<const TermId> args = terms_.args(term);
    std::string_view name = terms_.name(term);
    switch (terms_.kind(term)) {
      case Kind::variable:
        print_variable(term, prefixes_.bound, prefixes_.free);
        break;
      case Kind::quantifier:  // (!x0. (!x1. body))
        for (TermId binding : args.first(args.size() - 1)) {
          out_ += '(';
          out_ += name;
          print_variable(variable_of(binding), prefixes_.bound, prefixes_.free);
          out_ += ". ";
        }
        add(args.back());
        add_brackets(args.size() - 1);
        break;
      case Kind::sequent:
        for (std::size_t i = 0; i < args.size(); ++i) {
          add_statement(args[i]);
          if (i + 1 < args.size()) add(i + 2 < args.size() ? ", " : " |- ");
        }
        break;
      case Kind::application:
        print_applied({}, args);
        break;
      case Kind::connective:
      case Kind::equality:
        if (args.size() < 2) {
          print_applied(name, args);
          break;
        }
        for (TermId arg : args.first(args.size() - 1)) {  // (a /\ (b /\ c))
          add("(");
          add(arg);
          add_operator(name);
        }
        add(args.back());
        add_brackets(args.size() - 1);
        break;
      default:
        print_applied(name, args);
    }
  }

  // ((f a) b) or ((a op b) c); without a name the first argument is the function.
  void print_applied(std::string_view name, std::span<const TermId> args) {
    bool infix = args.size() >= 2 && std::ranges::binary_search(kInfix, name);
    out_.append(args.size() - (infix || name.empty() ? 1 : 0), '(');
    std::size_t begun = 0;
    if (infix) {
      add(args[0]);
      add_operator(name);
      add(args[1]);
      add(")");
      begun = 2;
    } else if (name.empty()) {
      add(args[0]);
      begun = 1;
    } else {
      out_ += name;
    }
    for (TermId arg : args.subspan(begun)) {
      add(" ");
      add(arg);
      add(")");
    }
  }

  void add_operator(std::string_view name) {
    add(" ");
    add(name);
    add(" ");
  }

  void add_brackets(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) add(")");
  }

  TermId variable_of(TermId binding) const {  // X, or ":"(type, X)
    return terms_.kind(binding) == Kind::variable ? binding : terms_.args(binding).back();
  }

  // Prefix order, as in the data set's T lines.
  void print_token(TermId term) {
    std::span<const TermId> args = terms_.args(term);
    std::string_view name = terms_.name(term);
    std::size_t repeat = args.empty() ? 0 : args.size() - 1;
    switch (terms_.kind(term)) {
      case Kind::variable:
        print_variable(term, "b", "f");
        out_ += ' ';
        return;
      case Kind::quantifier:
        for (std::size_t i = 0; i < repeat; ++i) {
          if (name != "!" && name != "\\") print_constant(name);
          out_ += name == "!" ? "! " : "/ ";
        }
        add(args.back());
        return;
      case Kind::sequent:
        for (std::size_t i = 0; i < repeat; ++i) print_constant("==>");
        break;
      case Kind::application:
        for (std::size_t i = 0; i < repeat; ++i) out_ += "* ";
        break;
      case Kind::connective:
      case Kind::equality:
        for (std::size_t i = 0; i < std::max<std::size_t>(repeat, 1); ++i) print_constant(name);
        break;
      default:
        print_constant(name);
    }
    for (TermId arg : args) add(arg);
  }

  void print_constant(std::string_view name) {
    out_ += 'c';
    out_ += name;
    out_ += ' ';
  }

  const TermView& terms_;
  std::string out_;
  HolPrefixes prefixes_;
  std::vector<Piece> stack_, parts_;
};

}  // namespace

HolPrefixes hol_prefixes(const TermView& terms, TermId root) {
  HolPrefixes prefixes;
  std::vector<bool> seen(index(root) + 1u);
  std::vector<TermId> stack{root};
  while (!stack.empty()) {
    TermId term = stack.back();
    stack.pop_back();
    if (seen[index(term)]) continue;
    seen[index(term)] = true;
    for (TermId arg : terms.args(term)) stack.push_back(arg);
    if (terms.kind(term) == Kind::variable) continue;
    std::string_view name = terms.name(term);
    for (std::string* prefix : {&prefixes.bound, &prefixes.free})
      while (name.starts_with(*prefix) && is_digits(name.substr(prefix->size()))) *prefix += '_';
  }
  return prefixes;
}

std::string print_hol(const TermView& terms, TermId term) { return HolPrinter(terms).print(term); }

std::string print_hol_tokens(const TermView& terms, TermId term) {
  return HolPrinter(terms).print_tokens(term);
}

}  // namespace winnow
