// text/tptp_printer.h - prints terms as formulas of TPTP.
// in: a term and its language     out: its text, with as few brackets as it reads back with
#pragma once

#include "term/term_bank.h"
#include "text/formula.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

// Prints with a stack of things still to print, so depth is no limit. Bound variables get their
// names where their binder is printed; a scope restores the names of the scope around it.
class TptpPrinter {
 public:
  TptpPrinter(const TermView& terms, Language language, std::string& out)
      : terms_(terms), language_(language), out_(out) {}

  void print(TermId term);
  // Names of the free variables that were printed: "X0,X3".
  std::string free_variables() const;

 private:
  // What is around a term: decides about brackets, never about anything else.
  enum class Around : std::uint8_t {
    list,     // nothing, or ',' and brackets: no brackets needed
    operand,  // of a binary connective
    unary,    // below '~' or a quantifier
    tight,    // a side of an equation, an argument of '@', part of a type
  };
  enum class Do : std::uint8_t { print_text, print_term, leave_binder };
  struct Step {
    Do what{};
    Around around{};
    TermId term{};
    std::uint32_t count = 0;
    std::string_view text{};
  };
  struct Undo {
    std::uint32_t variable;
    std::uint32_t name;
  };

  void push_text(std::string_view text) { steps_.push_back({Do::print_text, {}, {}, 0, text}); }
  void push_term(TermId term, Around around);

  // Steps are pushed in the order in which they are printed, and turned around at the end.
  void reverse_from(std::size_t begin);
  bool is_binary(TermId term) const;
  bool needs_brackets(TermId term, Around around) const;
  static bool is_type_operator(std::string_view name);
  // In thf f(a) is printed as f @ a, except tuples, and $let, whose typings are no terms.
  bool uses_at(TermId term) const;
  void print_term(TermId term, Around around);
  void push_joined(std::span<const TermId> args, std::string_view separator, Around around);
  void push_call(TermId term);
  void push_infix(TermId term, Around around);
  void push_connective(TermId term);
  void push_type(TermId term);
  void push_quantifier(TermId term);
  void name_bound(TermId variable);
  void leave(std::uint32_t count);
  void print_variable(TermId term);
  static std::uint32_t& name_of(std::vector<std::uint32_t>& names, std::uint32_t number);

  static constexpr std::uint32_t kNone = ~0u;
  const TermView& terms_;
  Language language_;
  std::string& out_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> bound_, free_;  // variable to the number in its name
  std::vector<Undo> undo_;
  std::uint32_t fresh_ = 0;
};

// The name of a formula, in quotes where TPTP wants them.
void print_name(std::string_view name, std::string& out);

}  // namespace winnow
