// prover/check.h - a second opinion about a proof.
// in: a task, and a proof of it     out: whether another prover agrees
// The second prover gets the goal and the axioms that the proof names, and no others: few enough
// that a proof is easy to find again, and that a prover may refute what was wrongly proved.
#pragma once

#include "prover/slices.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace winnow {

enum class SecondOpinion : std::uint8_t {
  confirmed,
  contradicted,  // the goal does not follow from these axioms: one of the two provers is wrong
  unconfirmed,   // no answer within the limits, or nobody to ask
};
std::string_view to_string(SecondOpinion opinion);

struct CheckResult {
  SecondOpinion opinion = SecondOpinion::unconfirmed;
  std::string prover;      // the second one's program, "" if there is none
  std::string status;      // its word
  std::string message;     // why it says nothing, if it failed
  std::size_t axioms = 0;  // that it was given
  double cpu_s = 0;
};

// Who is asked about the proofs of `first`: another prover that is there and reads the language,
// else the same one with another strategy.
std::optional<ProverCommand> second_prover(const ProverCommand& first, const Logic& demanded);

// `proved` is what run_slices said; its verdict is `proved`. A proof that names no axioms (or is
// not given) stands for all axioms of its slice.
CheckResult check_proof(const ProverCommand& second, const SliceTask& task,
                        const SlicesResult& proved, const SliceOptions& options,
                        const Cancellation* interrupt = nullptr);

}  // namespace winnow
