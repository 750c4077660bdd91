// prove.h - proving: a theorem prover on the best premises, few at first, until one run succeeds.
//
//   winnow::Selector selector = winnow::Selector::open({.index = "library.index"});
//   winnow::Proof proof = winnow::prove(selector, "fof(goal, conjecture, p(a)).",
//                                       {.time_limit_s = 30});
//   if (proof) for (const std::string& axiom : proof.axioms) std::cout << axiom << '\n';
//
// A prover is any program that reads TPTP and answers in SZS words; E unless another one is named.
// It runs under limits of time and memory, and nothing of it is left behind. That a goal cannot be
// proved, or not in time, is a Verdict, not an exception; Stopped is thrown only if the goal cannot
// even be read in time, or ranking is cancelled. May be called from several threads.
#pragma once

#include "winnow/deadline.h"
#include "winnow/formula.h"
#include "winnow/selector.h"
#include "winnow/verdict.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

// One run of the prover, on the best `k` premises by one ranker.
struct ProofSlice {
  std::size_t k = 0;
  bool all = false;  // k is all there are
  std::string ranker;
  Verdict verdict = Verdict::failed;
  std::string status;   // the prover's own word, "" if it said none
  std::string message;  // for `failed`: why
  double limit_s = 0;   // its share of the time
  double cpu_s = 0;
  double wall_s = 0;
};

// What is known before the first prover starts.
struct RankedGoal {
  std::string goal, ranker;
  std::size_t candidates = 0;
  double seconds = 0;              // that ranking took
  bool has_goal = true;            // false: the axioms are run as they are
  std::vector<std::string> notes;  // what was left out, and why, a line each
};

struct ProveOptions {
  double time_limit_s = 90;              // for everything, ranking too
  const Cancellation* cancel = nullptr;  // from another thread; ends all provers at once
  RankOptions rank = {};  // several rankers with strokes between them ("fusion/knn") take turns
  std::string slices = "16,32,...,2048,all";  // how many premises; "..." doubles
  int jobs = 1;                               // provers at once
  std::string prover = {};          // a command with {file}, {time} (s), {memory} (MiB); "": E
  std::uint64_t memory_mib = 2048;  // for each prover
  bool cpu_time = false;            // the limit counts CPU time of the provers instead
  std::string numbers = "auto";     // of FOF and CNF: interpreted, free; auto: as the command says
  bool check = false;               // a second prover is asked about the axioms that a proof uses
  // Called in the thread that proves: after ranking, and as each slice ends.
  std::function<void(const RankedGoal&)> on_ranked = {};
  std::function<void(const ProofSlice&)> on_slice = {};
};

// What a second prover says about a proof.
struct ProofCheck {
  std::string opinion = {};  // confirmed, contradicted, unconfirmed
  std::string prover = {};   // its program; empty if there is none to ask
  std::string status = {};   // its word
  std::string message = {};  // why it says nothing, if it failed
  std::size_t axioms = 0;    // that it was given
  double cpu_s = 0;
};

struct Proof {
  Verdict verdict = Verdict::gave_up;
  std::string status;                 // Theorem, Unsatisfiable, ContradictoryAxioms, Timeout, ...
  std::vector<std::string> warnings;  // what a user should know beside it, a line each
  std::optional<ProofCheck> check;    // with ProveOptions::check, of a proof
  std::string goal;                   // its name
  std::vector<std::string> axioms;    // names of those that the proof uses
  std::string text;                   // the proof as the prover printed it (TSTP)
  std::string message;                // for `failed`: why
  std::string prover;                 // the command
  std::string ranker;                 // what "auto" came to, or what there was time for
  std::vector<std::string> notes;     // what was left out, and why, a line each
  std::size_t candidates = 0;
  std::vector<ProofSlice> slices;         // those that were started, in that order
  std::optional<std::size_t> decided_by;  // index in `slices`
  double ranking_s = 0, cpu_s = 0, wall_s = 0;

  explicit operator bool() const { return verdict == Verdict::proved; }
};

Proof prove(const Selector& selector, std::string_view goal, const ProveOptions& options = {});
Proof prove(const Selector& selector, const Formulas& problem, const ProveOptions& options = {});

std::string_view default_prover();  // E's command

// Throw InputError if a list of slices is wrong; or anything that can be known before the work.
void check_slices(std::string_view slices);
void check(const ProveOptions& options);

}  // namespace winnow
