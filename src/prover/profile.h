// prover/profile.h - the provers that winnow knows, one entry each.
// in: the name of a prover or of its program     out: how to call it and how to take its answers
// A new prover is one entry in profile.cc. One that has no entry is called by a template of the
// user's, gets any language, and is believed least.
#pragma once

#include "prover/logic.h"
#include "prover/prover.h"

#include <span>
#include <string>
#include <string_view>

namespace winnow {

struct Strategy {
  std::string_view name;
  std::string_view arguments;  // that make it another one than the others
};

// How the answer names the axioms that a proof uses.
enum class UsedAxioms : std::uint8_t {
  derivation,  // a TSTP derivation: file('problem.p', name)
  core,        // a list of names between the SZS output lines
  listed,      // SPASS: "Formulae used in the proof : name name"
  nowhere,     // it does not, and there is no derivation either
  unknown,     // a prover of the user's: read as a derivation, if it prints one
};

struct ProverProfile {
  std::string_view name = {};                    // by which --prover calls it
  std::string_view title = {};                   // by which people call it
  std::span<const std::string_view> programs{};  // names that are looked for in PATH
  // The name of a program begins so, in upper or lower case: SPASS-3.9. Lower case here, and never
  // empty: every program begins with nothing.
  std::string_view prefix = {};
  std::string_view version_flag = {};
  std::string_view source = {};            // where it is to be had
  std::span<const Strategy> strategies{};  // the first one is the default
  std::string_view call = {};  // what follows program and strategy: a template (prover/prover.h)
  Logic reads = {};
  UsedAxioms used_axioms = UsedAxioms::unknown;
  bool refutes_arithmetic = false;     // what it refutes about numbers of TFF is refuted
  std::string_view free_numbers = {};  // the flag that makes numbers of FOF constants like others
  bool distinct_objects = false;       // knows that "a" and "b" differ
  bool of_negation = false;     // says (Un)Satisfiable of axioms and negated conjecture together
  bool smt_words = false;       // answers sat, unsat, unknown
  bool mixes_up_types = false;  // gives a variable without a type that of another one of its name
  // Options with which it says by itself when it left something out. With any other one, what it
  // refutes may be true: SPASS -SOS completes what has a proof. No list: with all.
  std::span<const std::string_view> complete_with{};
};

std::span<const ProverProfile> prover_profiles();

// program, strategy and call together: a template for parse_prover_command.
std::string command_template(std::string_view program, const ProverProfile& profile,
                             const Strategy& strategy);

// By the name of its program; a profile without a name if there is none.
const ProverProfile& profile_of(const ProverCommand& command);
std::string program_of(const ProverCommand& command);  // its name without folders
bool lists_the_goal(const ProverCommand& command);     // among the formulas that a proof uses
std::string_view doubted_option(const ProverCommand& command);  // one not in complete_with, or ""
const ProverProfile* find_profile(std::string_view name);       // by `name`; null if there is none

}  // namespace winnow
