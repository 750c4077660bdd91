#include "text/tptp_printer.h"

#include "text/token.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace winnow {

void TptpPrinter::print(TermId term) {
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

std::string TptpPrinter::free_variables() const {
  std::string names;
  for (std::uint32_t name : free_)
    if (name != kNone) names += fmt::format("{}X{}", names.empty() ? "" : ",", name);
  return names;
}

void TptpPrinter::push_term(TermId term, Around around) {
  steps_.push_back({Do::print_term, around, term, 0, {}});
}

void TptpPrinter::reverse_from(std::size_t begin) {
  std::reverse(steps_.begin() + static_cast<std::ptrdiff_t>(begin), steps_.end());
}

bool TptpPrinter::is_binary(TermId term) const {
  Kind kind = terms_.kind(term);
  return kind == Kind::connective && terms_.args(term).size() > 1;
}

bool TptpPrinter::needs_brackets(TermId term, Around around) const {
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

bool TptpPrinter::is_type_operator(std::string_view name) {
  return name == ">" || name == "*" || name == "+" || name == "@";
}

bool TptpPrinter::uses_at(TermId term) const {
  auto args = terms_.args(term);
  std::string_view name = terms_.name(term);
  return language_ == Language::thf && !args.empty() && name != "[]" &&
         !(name == "$let" && terms_.kind(args[0]) == Kind::type);
}

void TptpPrinter::print_term(TermId term, Around around) {
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

void TptpPrinter::push_joined(std::span<const TermId> args, std::string_view separator,
                              Around around) {
  for (std::size_t i = 0; i < args.size(); ++i) {
    if (i != 0) push_text(separator);
    push_term(args[i], around);
  }
}

void TptpPrinter::push_call(TermId term) {
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

void TptpPrinter::push_infix(TermId term, Around around) {
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

void TptpPrinter::push_connective(TermId term) {
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

void TptpPrinter::push_type(TermId term) {
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

void TptpPrinter::push_quantifier(TermId term) {
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
  steps_.push_back({Do::leave_binder, {}, {}, static_cast<std::uint32_t>(undo_.size() - undo), {}});
}

void TptpPrinter::name_bound(TermId variable) {
  std::uint32_t number = variable_name(terms_.name(variable)).number;
  std::uint32_t& name = name_of(bound_, number);
  undo_.push_back({number, name});
  name = fresh_++;
}

void TptpPrinter::leave(std::uint32_t count) {
  for (; count != 0; --count) {
    bound_[undo_.back().variable] = undo_.back().name;
    undo_.pop_back();
  }
}

void TptpPrinter::print_variable(TermId term) {
  VariableName variable = variable_name(terms_.name(term));
  std::uint32_t& name = name_of(variable.bound ? bound_ : free_, variable.number);
  if (name == kNone) name = fresh_++;  // free, or bound outside of what is printed
  fmt::format_to(std::back_inserter(out_), "X{}", name);
}

std::uint32_t& TptpPrinter::name_of(std::vector<std::uint32_t>& names, std::uint32_t number) {
  if (names.size() <= number) names.resize(number + 1, kNone);
  return names[number];
}

}  // namespace winnow
