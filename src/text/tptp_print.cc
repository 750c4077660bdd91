#include "text/token.h"
#include "text/tptp.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace winnow {

namespace {

// What is around a term: decides about brackets, never about anything else.
enum class Around : std::uint8_t {
  list,     // nothing, or ',' and brackets: no brackets needed
  operand,  // of a binary connective
  unary,    // below '~' or a quantifier
  tight,    // a side of an equation, an argument of '@', part of a type
};

// Prints with a stack of things still to print, so depth is no limit. Bound variables get their
// names where their binder is printed; a scope restores the names of the scope around it.
class Printer {
 public:
  Printer(const TermView& terms, Language language, std::string& out)
      : terms_(terms), language_(language), out_(out) {}

  void print(TermId term) {
    push_term(term, Around::list);
    while (!steps_.empty()) {
      Step step = steps_.back();
      steps_.pop_back();
      switch (step.what) {
        case Do::print_text:
          out_ += step.text;
          break;
        case Do::print_term:
          print_term(step.term, step.around);
          break;
        case Do::leave_binder:
          leave(step.count);
          break;
      }
    }
  }

  // Names of the free variables that were printed: "X0,X3".
  std::string free_variables() const {
    std::string names;
    for (std::uint32_t name : free_)
      if (name != kNone) names += fmt::format("{}X{}", names.empty() ? "" : ",", name);
    return names;
  }

 private:
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
  void push_term(TermId term, Around around) {
    steps_.push_back({Do::print_term, around, term, 0, {}});
  }

  // Steps are pushed in the order in which they are printed, and turned around at the end.
  void reverse_from(std::size_t begin) {
    std::reverse(steps_.begin() + static_cast<std::ptrdiff_t>(begin), steps_.end());
  }

  bool is_binary(TermId term) const {
    Kind kind = terms_.kind(term);
    return kind == Kind::connective && terms_.args(term).size() > 1;
  }

  bool needs_brackets(TermId term, Around around) const {
    if (around == Around::list || terms_.args(term).empty()) return false;
    switch (terms_.kind(term)) {
      case Kind::connective:
        return around == Around::tight || is_binary(term);
      case Kind::equality:
        return around != Around::operand;
      case Kind::quantifier:
        return around == Around::tight;
      case Kind::application:
        return true;
      case Kind::predicate:
      case Kind::function:
        return uses_at(term);
      case Kind::type:
        return is_type_operator(terms_.name(term)) || uses_at(term);
      default:
        return false;
    }
  }

  static bool is_type_operator(std::string_view name) {
    return name == ">" || name == "*" || name == "+" || name == "@";
  }
  // In thf f(a) is printed as f @ a, except tuples, and $let, whose typings are no terms.
  bool uses_at(TermId term) const {
    auto args = terms_.args(term);
    std::string_view name = terms_.name(term);
    return language_ == Language::thf && !args.empty() && name != "[]" &&
           !(name == "$let" && terms_.kind(args[0]) == Kind::type);
  }

  void print_term(TermId term, Around around) {
    std::size_t begin = steps_.size();
    bool brackets = needs_brackets(term, around);
    if (brackets) out_ += '(';
    switch (terms_.kind(term)) {
      case Kind::variable:
        print_variable(term);
        break;
      case Kind::quantifier:
        push_quantifier(term);
        break;
      case Kind::connective:
        push_connective(term);
        break;
      case Kind::equality:
        push_infix(term, Around::tight);
        break;
      case Kind::application:
        push_joined(terms_.args(term), " @ ", Around::tight);
        break;
      case Kind::type:
        push_type(term);
        break;
      default:
        push_call(term);
        break;
    }
    if (brackets) push_text(")");
    reverse_from(begin);
  }

  void push_joined(std::span<const TermId> args, std::string_view separator, Around around) {
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (i != 0) push_text(separator);
      push_term(args[i], around);
    }
  }

  void push_call(TermId term) {
    auto args = terms_.args(term);
    std::string_view name = terms_.name(term);
    if (name == "[]") {
      push_text("[");
      push_joined(args, ",", Around::list);
      push_text("]");
      return;
    }
    push_text(name);
    if (args.empty()) return;
    if (uses_at(term)) {
      push_text(" @ ");
      push_joined(args, " @ ", Around::tight);
    } else {
      push_text("(");
      push_joined(args, ",", Around::list);
      push_text(")");
    }
  }

  void push_infix(TermId term, Around around) {
    auto args = terms_.args(term);
    std::string_view name = terms_.name(term);
    if (args.empty()) {  // (=): an operator as a term
      push_text("(");
      push_text(name);
      push_text(")");
      return;
    }
    for (std::size_t i = 0; i < args.size(); ++i) {
      if (i != 0) {
        push_text(" ");
        push_text(name);
        push_text(" ");
      }
      push_term(args[i], around);
    }
  }

  void push_connective(TermId term) {
    auto args = terms_.args(term);
    std::string_view name = terms_.name(term);
    if (args.size() == 1) {
      push_text(name);
      push_text(" ");
      push_term(args[0], Around::unary);
    } else if (args.empty() && name.size() > 1 &&
               (name[0] == '!' || name[0] == '?' || name[0] == '@')) {
      push_text("(");  // brackets keep what follows from becoming an argument
      push_text(name);
      push_text(")");
    } else {
      push_infix(term, name == ":=" ? Around::tight : Around::operand);
    }
  }

  void push_type(TermId term) {
    auto args = terms_.args(term);
    std::string_view name = terms_.name(term);
    if ((name == ":" || name == "<<") && args.size() == 2) {  // ":"(type, what has it)
      push_term(args[1], Around::list);
      push_text(name == ":" ? ": " : " << ");
      push_term(args[0], name == ":" ? Around::list : Around::tight);
    } else if (is_type_operator(name)) {
      push_infix(term, Around::tight);
    } else {
      push_call(term);
    }
  }

  void push_quantifier(TermId term) {
    auto args = terms_.args(term);
    auto bindings = args.first(args.size() - 1);
    std::size_t undo = undo_.size();
    for (TermId binding : bindings) {
      TermId variable = terms_.kind(binding) == Kind::type ? terms_.args(binding).back() : binding;
      name_bound(variable);
    }
    push_text(terms_.name(term));
    push_text(" [");
    push_joined(bindings, ",", Around::list);
    push_text("] : ");
    push_term(args.back(), Around::unary);
    steps_.push_back(
        {Do::leave_binder, {}, {}, static_cast<std::uint32_t>(undo_.size() - undo), {}});
  }

  void name_bound(TermId variable) {
    std::uint32_t number = variable_name(terms_.name(variable)).number;
    std::uint32_t& name = name_of(bound_, number);
    undo_.push_back({number, name});
    name = fresh_++;
  }

  void leave(std::uint32_t count) {
    for (; count != 0; --count) {
      bound_[undo_.back().variable] = undo_.back().name;
      undo_.pop_back();
    }
  }

  void print_variable(TermId term) {
    VariableName variable = variable_name(terms_.name(term));
    std::uint32_t& name = name_of(variable.bound ? bound_ : free_, variable.number);
    if (name == kNone) name = fresh_++;  // free, or bound outside of what is printed
    fmt::format_to(std::back_inserter(out_), "X{}", name);
  }

  static std::uint32_t& name_of(std::vector<std::uint32_t>& names, std::uint32_t number) {
    if (names.size() <= number) names.resize(number + 1, kNone);
    return names[number];
  }

  static constexpr std::uint32_t kNone = ~0u;
  const TermView& terms_;
  Language language_;
  std::string& out_;
  std::vector<Step> steps_;
  std::vector<std::uint32_t> bound_, free_;  // variable to the number in its name
  std::vector<Undo> undo_;
  std::uint32_t fresh_ = 0;
};

bool is_integer(std::string_view name) {
  if (name.size() > 1 && name[0] == '0') return false;
  return !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
}

void print_name(std::string_view name, std::string& out) {
  if (is_lower_word(name) || is_integer(name)) {
    out += name;
    return;
  }
  out += '\'';
  for (char c : name) {
    if (c == '\'' || c == '\\') out += '\\';
    out += c;
  }
  out += '\'';
}

std::string annotated(const Formula& formula, Language language, std::string_view body) {
  std::string out(to_string(language));
  out += '(';
  print_name(formula.name, out);
  return out += fmt::format(", {}, {}).", formula.role, body);
}

}  // namespace

std::string print_tptp(const TermView& terms, TermId term, Language language) {
  require(language != Language::hol, "HOL terms are printed by print_hol");
  std::string out;
  Printer(terms, language, out).print(term);
  return out;
}

std::string print_tptp(const TermView& terms, const Formula& formula) {
  return annotated(formula, formula.language, print_tptp(terms, formula.term, formula.language));
}

std::string print_closed_tptp(const TermView& terms, const Formula& formula) {
  require(formula.language != Language::hol, "HOL terms are printed by print_hol");
  Language language = formula.language == Language::cnf ? Language::fof : formula.language;
  std::string body;
  Printer printer(terms, language, body);
  printer.print(formula.term);
  if (std::string free = printer.free_variables(); !free.empty())
    body = fmt::format("! [{}] : ({})", free, body);
  return annotated(formula, language, body);
}

}  // namespace winnow
