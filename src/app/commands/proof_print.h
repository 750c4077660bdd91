// app/commands/proof_print.h - a proof, or that there is none, for people and for programs.
#pragma once

#include "winnow/prove.h"

#include <string>
#include <string_view>
#include <vector>

namespace winnow {

std::string run_name(const ProofSlice& slice);  // "cvc5:enum on the best 64 by sine"
std::string szs_line(std::string_view status, const std::string& problem);  // a name is one line
std::string check_line(const ProofCheck& said);
std::string proof_text(const Proof& proof, const std::string& problem, bool with_derivation,
                       double seconds);
std::string failure_text(const Proof& proof);  // why there is no verdict, "" if there is one
std::string proof_json(const Proof& proof, const std::string& problem, int indent);

// What was tried in vain, and what may help, a line each. `knows_proofs`: --proofs was given.
std::vector<std::string> after_failure(const Proof& proof, double time_limit_s, bool knows_proofs);

}  // namespace winnow
