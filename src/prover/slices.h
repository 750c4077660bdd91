// prover/slices.h - the paper's loop: provers on the best 16, 32, ... premises, until one proves.
// in: rankings of the premises, and a conjecture, all as TPTP text     out: verdict, proof, runs
// Few premises make a small search but may miss one that is needed; many do the reverse. Nobody
// knows the right number beforehand, nor which ranking or prover is right, so several of each are
// tried: each run is a step, and a list of steps is a plan (prover/schedule.h makes them).
#pragma once

#include "prover/numbers.h"
#include "prover/prover.h"
#include "text/role.h"
#include "winnow/selector.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

// One run: a prover on the best k premises by a ranking.
struct ProverStep {
  std::size_t prover = 0;
  std::size_t ranking = 0;
  std::size_t k = 0;
  double seconds = 0;  // of CPU time; 0: an equal share of the time that is left
  bool operator==(const ProverStep&) const = default;
};

// Each slice by each ranking and each prover with equal shares, when there are only so many
// premises: slices that reach beyond become one with all, and none stands twice.
std::vector<ProverStep> equal_steps(std::span<const std::size_t> slices, std::size_t premises,
                                    std::size_t rankings = 1, std::size_t provers = 1);

struct SliceTask {
  // At least one ranking, all of the same premises: whole annotated formulas, best first.
  std::span<const std::vector<std::string_view>> rankings;
  std::span<const std::string_view> always;  // in every slice: types, definitions, required ones
  std::string_view conjecture;               // or clauses of a negated one, or nothing
  RoleKind goal = RoleKind::conjecture;      // what `conjecture` is
  bool complete = true;                      // the premises are all there are
  // The file of an axiom; of "", the goal, that of the formula of this name. None: as provers say.
  std::function<std::string(std::string_view axiom, const std::string& name)> file_of = {};

  bool has_conjecture() const { return !conjecture.empty() && goal == RoleKind::conjecture; }
  const ProblemContents* known_contents = nullptr;  // if they were read before
  ProblemContents contents() const;                 // of all of it
};

struct SliceOptions {
  int jobs = 1;              // runs at once
  double time_limit_s = 90;  // for all of them
  bool cpu_time = false;     // the limit counts the CPU time of all runs together
  Numbers numbers = Numbers::automatic;
  bool every = false;  // goes on after a proof, and no run inherits time: to compare them
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;  // each
  MemoryLimit memory_limit = MemoryLimit::data;
};

struct SliceResult {
  ProverStep step;         // with k at most the premises there are
  std::size_t wanted = 0;  // k before that
  bool all = false;        // k is all there are
  bool ended = false;
  Verdict verdict = Verdict::failed;
  std::string status;
  std::string message;
  double limit_s = 0;  // its share
  double cpu_s = 0;
  double wall_s = 0;
};

struct SlicesResult {
  Verdict verdict = Verdict::gave_up;
  std::string status;                 // Theorem, Unsatisfiable, ContradictoryAxioms, Timeout, ...
  std::string message;                // for `failed`: why
  std::vector<std::string> warnings;  // what a user should know beside it, a line each
  std::vector<SliceResult> slices;    // those that were started, in that order
  std::optional<std::size_t> decided_by;  // index in `slices`
  std::string proof;
  // Premises, and what always stays, that the proof names, as formulas; empty if it names none.
  std::vector<std::string_view> used;
  bool axioms_known = true;  // what it names is all that it used
  double cpu_s = 0;          // of all runs
  double wall_s = 0;
};

// The word of the SZS ontology for a verdict on a problem, which may have no conjecture.
std::string_view status_of(Verdict verdict, bool has_conjecture, bool contradictory_axioms);

// Runs the steps in order and stops at the first proof (unless `every`). A run that refutes decides
// only if it has all premises, and if the prover knows what the symbols in them mean. Steps that
// cannot bring anything new are skipped: the same run was not ended by its limit, or a larger slice
// of the same ranking was refuted. `on_slice`, where given, is called in this thread as each run
// ends, and `on_start` as it starts.
SlicesResult run_slices(std::span<const ProverCommand> provers, const SliceTask& task,
                        std::span<const ProverStep> steps, const SliceOptions& options,
                        const Cancellation* interrupt = nullptr,
                        const std::function<void(const SliceResult&)>& on_slice = {},
                        const std::function<void(const SliceResult&)>& on_start = {});

}  // namespace winnow
