// prover/slices.h - the paper's loop: a prover on the best 16, 32, ... premises, until one proves.
// in: rankings of the premises, and a conjecture, all as TPTP text     out: verdict, proof, slices
// Few premises make a small search but may miss one that is needed; many do the reverse. Nobody
// knows the right number beforehand, so each gets its share of the time. Nor does anybody know
// which ranker is right, and two of them seldom miss the same premises: each number may be tried
// with the best of several.
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

// "16,32,...,2048,all": numbers, "all", and "..." which doubles the number before it up to the
// one after it. Throws InputError.
std::vector<std::size_t> parse_slices(std::string_view text);

struct Slice {
  std::size_t k = 0;
  std::size_t ranking = 0;
  bool operator==(const Slice&) const = default;
};

// Each slice by each ranking, when there are only so many premises: those that reach beyond become
// one with all, and none stands twice.
std::vector<Slice> usable_slices(std::span<const std::size_t> slices, std::size_t premises,
                                 std::size_t rankings = 1);

struct SliceTask {
  // At least one ranking, all of the same premises: whole annotated formulae, best first.
  std::span<const std::vector<std::string_view>> rankings;
  std::span<const std::string_view> always;  // in every slice: types, definitions, required ones
  std::string_view conjecture;               // or clauses of a negated one, or nothing
  RoleKind goal = RoleKind::conjecture;      // what `conjecture` is
  bool complete = true;                      // the premises are all there are

  bool has_conjecture() const { return !conjecture.empty() && goal == RoleKind::conjecture; }
};

struct SliceOptions {
  std::vector<std::size_t> slices = parse_slices("16,32,...,2048,all");
  int jobs = 1;              // slices at once
  double time_limit_s = 90;  // for all of them; each gets an equal share of what is left
  bool cpu_time = false;     // the limit counts the CPU time of all slices together
  Numbers numbers = Numbers::automatic;
  bool every = false;  // goes on after a proof, and no slice inherits time: to compare them
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;  // each
  MemoryLimit memory_limit = MemoryLimit::data;
};

struct SliceResult {
  std::size_t k = 0;        // premises in it
  std::size_t ranking = 0;  // whose best they are
  bool all = false;         // k is all there are
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
  double cpu_s = 0;  // of all slices
  double wall_s = 0;
};

// The word of the SZS ontology for a verdict on a problem, which may have no conjecture.
std::string_view status_of(Verdict verdict, bool has_conjecture, bool contradictory_axioms);

// Runs the slices and stops at the first proof (unless `every`). A slice that refutes decides only
// if it has all premises, and if the prover knows what the symbols in them mean. `on_slice`, where
// given, is called in this thread as each slice ends.
SlicesResult run_slices(const ProverCommand& command, const SliceTask& task,
                        const SliceOptions& options, const Cancellation* interrupt = nullptr,
                        const std::function<void(const SliceResult&)>& on_slice = {});

}  // namespace winnow
