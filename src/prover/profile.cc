#include "prover/profile.h"

#include "winnow/error.h"

#include <algorithm>
#include <cctype>
#include <string>

namespace winnow {
namespace {

constexpr ProverProfile kProfiles[] = {
    {.program = "eprover",
     .free_numbers = "--free-numbers",
     .distinct_objects = true,
     .of_negation = true},
    {.program = "vampire", .distinct_objects = true, .of_negation = true},
    {.program = "cvc5",
     .distinct_objects = true,
     .arithmetic = true,
     .of_negation = true,
     .smt_words = true},
    {.program = "z3", .of_negation = true, .smt_words = true},
    {.program = "spass", .of_negation = true},
};
constexpr ProverProfile kUnknown = {};

}  // namespace

const ProverProfile& profile_of(const ProverCommand& command) {
  require(!command.words.empty(), "a prover command without words");
  std::string name = command.words.front().substr(command.words.front().rfind('/') + 1);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  for (const ProverProfile& profile : kProfiles)
    if (name.starts_with(profile.program)) return profile;
  return kUnknown;
}

}  // namespace winnow
