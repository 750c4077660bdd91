#include "data/store_text.h"

#include "text/hol.h"
#include "text/tptp.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace winnow {

namespace {

std::string hol_text(const Store& store, FormulaId id) {
  const TermView& terms = store.terms();
  std::string text = print_hol(terms, store.term(id));
  TermBank bank;
  HolParser parser(bank);
  parser.set_constants(print_hol_tokens(terms, store.term(id)));
  TermId again = parser.parse(text);
  require(same_term(terms, store.term(id), bank.view(), again), "it reads back as another term");
  return text;
}

std::string tptp_text(const Store& store, FormulaId id) {
  std::string text = print_tptp(store.terms(), store.term(id), store.language(id));
  TermBank bank;
  Formula again =
      TptpParser(bank).parse(fmt::format("{}(f, axiom, {}).", to_string(store.language(id)), text));
  require(same_term(store.terms(), store.term(id), bank.view(), again.term),
          "it reads back as another formula");
  return text;
}

std::string annotated_tptp_text(const Store& store, FormulaId id, std::string_view name,
                                std::string_view role) {
  Formula formula;
  formula.name = name;
  formula.role = role;
  formula.language = store.language(id);
  formula.term = store.term(id);
  std::string text = print_tptp(store.terms(), formula);
  TermBank bank;
  Formula again = TptpParser(bank).parse(text);
  require(again.name == name && again.role == role && again.language == formula.language &&
              same_term(store.terms(), formula.term, bank.view(), again.term),
          "it reads back as another formula");
  return text;
}

template <class Print>
std::string checked(const Store& store, FormulaId id, Print&& print) {
  std::string reason;
  try {
    return print();
  } catch (const ContractError& error) {
    reason = error.what();
  } catch (const InputError& error) {
    reason = error.what();
  }
  throw InputError(fmt::format("formula {} of the store ('{}') is none that winnow wrote: {}",
                               index(id) + 1, store.name(id), reason),
                   "the store was damaged or forged; import the data again");
}

}  // namespace

std::string printable_name(const Store& store, FormulaId id) {
  std::string_view name = store.name(id);
  bool printable = std::ranges::all_of(name, [](unsigned char c) { return c >= ' ' && c != 127; });
  return name.empty() || !printable ? fmt::format("formula_{}", index(id)) : std::string(name);
}

std::string formula_text(const Store& store, FormulaId id) {
  return checked(store, id, [&] {
    switch (syntax_of(store.language(id))) {
      case Syntax::tptp:
        return tptp_text(store, id);
      case Syntax::hol:
        return hol_text(store, id);
    }
    throw ContractError("a syntax without a printer", std::source_location::current());
  });
}

std::string annotated_text(const Store& store, FormulaId id, std::string_view role) {
  return checked(store, id,
                 [&] { return annotated_tptp_text(store, id, printable_name(store, id), role); });
}

bool same_term(const TermView& first, TermId a, const TermView& second, TermId b) {
  std::unordered_map<std::uint32_t, TermId> pairs;  // what was compared, or will be
  std::vector<std::pair<TermId, TermId>> stack = {{a, b}};
  while (!stack.empty()) {
    auto [x, y] = stack.back();
    stack.pop_back();
    if (auto [found, added] = pairs.try_emplace(index(x), y); !added) {
      if (found->second != y) return false;
      continue;
    }
    auto own = first.args(x), other = second.args(y);
    if (first.kind(x) != second.kind(y) || first.name(x) != second.name(y) ||
        first.is_open(x) != second.is_open(y) || own.size() != other.size())
      return false;
    for (std::size_t i = 0; i < own.size(); ++i) stack.emplace_back(own[i], other[i]);
  }
  return true;
}

}  // namespace winnow
