// prove.h - proving: theorem provers on the best premises, until one run succeeds.
//
//   winnow::Selector selector = winnow::Selector::open({.index = "library.index"});
//   winnow::Proof proof = winnow::prove(selector, "fof(goal, conjecture, p(a)).",
//                                       {.time_limit_s = 30});
//   if (proof) for (const std::string& axiom : proof.axioms) std::cout << axiom << '\n';
//
// All provers that are found and read the problem's language take part, unless some are named: E,
// cvc5, SPASS, Vampire, Zipperposition, iProver, Z3, or any program that reads TPTP and answers in
// SZS words. They run under limits of time and memory, and nothing of them is left behind. That a
// goal cannot be proved, or not in time, is a Verdict, not an exception; Stopped is thrown only if
// the goal cannot even be read in time, or ranking is cancelled. May be called from several
// threads.
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

// One run of a prover, on the best `k` premises by one ranker.
struct ProofSlice {
  std::string prover;  // with its strategy ("cvc5:enum"), or its command
  std::size_t k = 0;
  std::size_t wanted = 0;  // what the schedule asks for: more than k if there are not so many
  bool all = false;        // k is all there are
  std::string ranker = {};
  Verdict verdict = Verdict::failed;
  std::string status = {};   // the prover's own word, "" if it said none
  std::string message = {};  // for `failed`: why
  double limit_s = 0;        // its share of the time
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
  double time_limit_s = 90;              // for everything, ranking too; 0.001 to 1e8
  const Cancellation* cancel = nullptr;  // from another thread; ends all provers at once
  RankOptions rank = {};  // several rankers with strokes between them ("auto/knn") take turns
  // Names ("cvc5", "e:auto" with a strategy) or commands with {file}, {time} (s), {memory} (MiB);
  // none: all that are found.
  std::vector<std::string> provers = {};
  // A file with a schedule, or its text, which has line ends; "": the one that came with winnow.
  std::string schedule = {};
  // How many premises, instead of a schedule: "16,32,...,2048,all"; "..." doubles. Each gets an
  // equal share of the time.
  std::string slices = {};
  int jobs = 1;                     // provers at once
  std::uint64_t memory_mib = 2048;  // for each prover
  bool cpu_time = false;            // the limit counts CPU time of the provers instead
  std::string numbers = "auto";     // of FOF and CNF: interpreted, free; auto: as the command says
  bool check = false;               // a second prover is asked about the axioms that a proof uses
  // A proof is found again from the axioms that it uses, fewer and fewer, until none can be left
  // out; for as long as there is time.
  bool minimise = false;
  // A prover that only says which axioms it used (cvc5) is followed by one that writes a proof.
  bool derivation = false;
  // Every step of the schedule is run for all of its time, also after a proof: to compare them.
  bool every = false;
  // Called in the thread that proves: after ranking, and as each run starts and ends.
  std::function<void(const RankedGoal&)> on_ranked = {};
  std::function<void(const ProofSlice&)> on_start = {};
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

struct UsedAxiom {
  std::string name;
  std::string text;       // the whole annotated formula
  std::string file = {};  // where it stands, if it is not from an index
  std::uint64_t line = 0;
};

struct Proof {
  Verdict verdict = Verdict::gave_up;
  std::string status;                 // Theorem, Unsatisfiable, ContradictoryAxioms, Timeout, ...
  std::vector<std::string> warnings;  // what a user should know beside it, a line each
  std::optional<ProofCheck> check;    // with ProveOptions::check, of a proof
  std::string goal;                   // its name
  std::vector<std::string> axioms;    // names of those that the proof uses
  std::vector<UsedAxiom> used;        // the same with their texts
  bool axioms_known = true;  // false: the prover does not say what it used, and there are none here
  // The types of the symbols in them and in the goal, as declared: what a prover needs beside them.
  std::vector<std::string> declarations;
  bool minimal = false;            // none of them can be left out, as far as provers can tell
  std::string text;                // the proof as the prover printed it: a TSTP derivation
  std::string message;             // for `failed`: why
  std::string prover;              // that decided; "cvc5:enum", or its command
  std::string ranker;              // what "auto" came to, or what there was time for
  std::vector<std::string> notes;  // what was left out, and why, a line each
  std::size_t candidates = 0;
  std::vector<ProofSlice> slices;         // those that were started, in that order
  std::optional<std::size_t> decided_by;  // index in `slices`
  double ranking_s = 0, cpu_s = 0, wall_s = 0;

  explicit operator bool() const { return verdict == Verdict::proved; }
};

Proof prove(const Selector& selector, std::string_view goal, const ProveOptions& options = {});
Proof prove(const Selector& selector, const Formulas& problem, const ProveOptions& options = {});

// A prover that winnow knows.
struct ProverInfo {
  std::string name, title;
  std::string program;    // its path; "" if it is not there
  std::string version;    // as it says itself
  std::string languages;  // "FOF, TF0, TH0 with arithmetic"
  std::vector<std::string> strategies;
  std::string source;  // where to get it
};
std::vector<ProverInfo> known_provers();  // asks those that are there for their versions

std::vector<std::string> prover_names();  // the same by name, and asks none

// A TSTP derivation as a picture (SVG), axioms at the top. Graphviz must be installed.
std::string proof_svg(std::string_view derivation);

// The longest that proving may take by the clock. It is the time limit, unless that counts CPU
// time: then it may take longer, but not without end.
double clock_limit_s(const ProveOptions& options);

// The text of a schedule's file, for ProveOptions::schedule. Read once, since it may be a pipe and
// may change meanwhile. Throws InputError, with the place of a mistake in it.
std::string read_schedule(const std::string& file);

// Throw InputError if a list of slices is wrong; if a word names no prover or no strategy of it
// (commands, and whether their programs are there, are not looked at); or for anything that can be
// known before the work: provers that are not there, a wrong schedule, what check(RankOptions)
// refuses.
void check_slices(std::string_view slices);
void check_prover_name(std::string_view word);
void check(const ProveOptions& options);

}  // namespace winnow
