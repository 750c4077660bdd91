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

}  // namespace winnow
