// tests/api/random/fake_prover.h - a prover that proves nothing and says what it is told to say.
#pragma once

#include <string>
#include <vector>

namespace winnow::random_tester {

// A prover that says `says` where the problem has formulas of all these names, and that it gave up
// where it does not: as a script for sh, and as a command that runs it, written to `folder`.
std::string fake_script(const std::vector<std::string>& names, const std::string& says);
std::string fake_prover(const std::string& folder, const std::vector<std::string>& names,
                        const std::string& says);

}  // namespace winnow::random_tester
