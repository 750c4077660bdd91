// prover/afterwards.h - what is done with a proof once it is found.
// in: a task, a proof of it, time that is left     out: fewer axioms, or a derivation
// The axioms that a proof uses are few, so that proving again from them alone takes no time.
#pragma once

#include "prover/slices.h"
#include "winnow/deadline.h"

#include <vector>

namespace winnow {

// The axioms of the run that decided which the proof names, required ones first; all of them if it
// names none.
std::vector<std::string_view> axioms_of_proof(const SliceTask& task, const SlicesResult& proved);

// One prover on these axioms alone, and the declarations of the task.
SlicesResult run_once(const ProverCommand& prover, const SliceTask& task,
                      const std::vector<std::string_view>& axioms, const SliceOptions& options,
                      const Cancellation* interrupt);

bool has_derivation(const ProverCommand& prover);  // its proofs may be TSTP derivations

class Afterwards {
 public:
  Afterwards(const SliceTask& task, const SliceOptions& options, const Stop& stop,
             const Cancellation* interrupt)
      : task_(task), options_(options), stop_(stop), interrupt_(interrupt) {}

  // Proves again from what the proof uses, and leaves one axiom out after another. `result` then
  // has the smallest proof. True if every axiom was tried.
  bool minimise(const ProverCommand& prover, SlicesResult& result) const;

  // A derivation by a prover that writes one, from what the proof uses.
  void derive(SlicesResult& result) const;

 private:
  SlicesResult again(const ProverCommand& prover, const std::vector<std::string_view>& axioms,
                     double most_s) const;

  const SliceTask& task_;
  const SliceOptions& options_;
  const Stop& stop_;
  const Cancellation* interrupt_;
};

}  // namespace winnow
