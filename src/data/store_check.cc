#include "data/store_check.h"

#include <algorithm>

namespace winnow {

namespace {

constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }

// "?3" or "'3", with few enough digits to be a number that some formula could reach.
bool is_variable_name(std::string_view name) {
  return name.size() >= 2 && name.size() <= 10 && (name[0] == '?' || name[0] == '\'') &&
         std::ranges::all_of(name.substr(1), is_digit);
}

bool is_binding(const TermView& terms, TermId term) {
  if (terms.kind(term) == Kind::variable) return true;
  auto args = terms.args(term);
  return terms.kind(term) == Kind::type && args.size() == 2 &&
         terms.kind(args[1]) == Kind::variable;
}

bool has_shape_of_its_kind(const TermView& terms, TermId term) {
  auto args = terms.args(term);
  switch (terms.kind(term)) {
    case Kind::variable:
    case Kind::number:
    case Kind::distinct_object:
      return args.empty();
    case Kind::quantifier:
      return args.size() >= 2 &&
             std::ranges::all_of(args.first(args.size() - 1),
                                 [&](TermId arg) { return is_binding(terms, arg); }) &&
             terms.kind(args.back()) != Kind::type;
    case Kind::application:
    case Kind::sequent:
      return !args.empty();
    default:
      return true;
  }
}

}  // namespace

bool are_ends(std::span<const std::uint32_t> ends, std::size_t size) {
  return std::ranges::is_sorted(ends) && (ends.empty() ? 0 : ends.back()) == size;
}

bool are_symbols(const SymbolView& symbols) {
  if (symbols.size < kReservedSymbols) return false;
  for (std::uint32_t i = 0; i < symbols.size; ++i) {
    SymbolId id{i};
    if (static_cast<int>(symbols.kind(id)) >= kKinds) return false;
    bool reserved = i < kReservedSymbols;
    if (reserved && symbols.kind(id) != Kind::variable) return false;
    if (!reserved && symbols.kind(id) == Kind::variable && !is_variable_name(symbols.name(id)))
      return false;
  }
  return true;
}

bool are_terms(const TermView& terms) {
  for (std::uint32_t i = 0; i < terms.size; ++i) {
    TermId term{i};
    std::uint32_t head = index(terms.symbol(term));
    if (head < kReservedSymbols || head >= terms.symbols.size) return false;
    if (terms.open_flags[i] > 1) return false;
    for (TermId arg : terms.args(term))
      if (index(arg) >= i) return false;
    if (!has_shape_of_its_kind(terms, term)) return false;
  }
  return true;
}

bool is_formula(const TermView& terms, TermId term) {
  return index(term) < terms.size && terms.kind(term) != Kind::type;
}

}  // namespace winnow
