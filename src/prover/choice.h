// prover/choice.h - which provers take part.
// in: what the user says ("cvc5", "e:auto", a command), or nothing     out: provers that are there
#pragma once

#include "prover/profile.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct ChosenProver {
  std::string name;                        // "cvc5", "e:auto", or the command
  const ProverProfile* profile = nullptr;  // null: a command that no profile describes
  std::string program = {};                // its path
  const Strategy* strategy = nullptr;      // null: any of the profile's
  std::string command = {};                // a template, if the user gave one

  Logic reads() const;  // all of it for a command that nothing is known of
};

// Names of profiles, names with a strategy, or commands. Without words: every profile whose program
// is found. Throws InputError for a word that is none of these, a program that is not there, and if
// there is no prover at all.
std::vector<ChosenProver> choose_provers(std::span<const std::string> words);

// The program of a profile as a shell finds it, "" if it is not there.
std::string find_prover(const ProverProfile& profile);

// What a program says of its version when asked by this flag: a line with a digit in it, or "".
std::string version_of(const std::string& program, const std::string& flag);

}  // namespace winnow
