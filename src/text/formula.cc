#include "text/formula.h"

namespace winnow {

std::string_view to_string(Language language) {
  switch (language) {
    case Language::fof:
      return "fof";
    case Language::cnf:
      return "cnf";
    case Language::tff:
      return "tff";
    case Language::thf:
      return "thf";
    case Language::hol:
      return "hol";
  }
  return "";
}

Syntax syntax_of(Language language) {
  switch (language) {
    case Language::fof:
    case Language::cnf:
    case Language::tff:
    case Language::thf:
      return Syntax::tptp;
    case Language::hol:
      return Syntax::hol;
  }
  throw ContractError("a language without a syntax", std::source_location::current());
}

}  // namespace winnow
