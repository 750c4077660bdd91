// prover/prover.h - any theorem prover that reads TPTP and answers in SZS, by a command template.
// in: a template, a problem as text, limits     out: the verdict, the proof, what it cost
//
//   const ProverCommand e = parse_prover_command("eprover --auto --cpu-limit={time} -s");
//   const ProcessJob job = make_prover_job(e, "fof(a, conjecture, p | ~p).", {.time_s = 5});
//   const ProverResult result = read_prover_result(e, run_process(job));
//   if (result.verdict == Verdict::proved) use(result.proof);
#pragma once

#include "process/process.h"
#include "prover/szs.h"

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

struct ProverCommand {
  std::vector<std::string> words;  // the template, split; "{{" and "}}" still stand for braces
  bool reads_file = false;         // has {file}; else the problem comes on standard input
};

// Splits a template as a shell does - blanks, '...', "...", backslash - but starts no shell.
// {file} becomes the path of the problem, {time} whole seconds, {memory} MiB.
// Throws InputError for an unknown placeholder, an open quote, or a program that is not there.
ProverCommand parse_prover_command(std::string_view text);

struct ProverLimits {
  double time_s = 10;
  bool cpu_time = false;  // time_s counts CPU time; wall time is bounded at six times it
  double wall_s = std::numeric_limits<double>::infinity();  // and by this
  std::uint64_t memory_bytes = std::uint64_t{2} << 30;
  MemoryLimit memory_limit = MemoryLimit::data;
};

struct ProverResult {
  Verdict verdict = Verdict::failed;
  std::string status;   // the prover's own word, "" if it said none
  std::string proof;    // what stood between the SZS output lines
  std::string message;  // for `failed`: why, in one line
  // For `proved`: names of formulas that the proof needs. From a derivation these are axioms, and
  // `needs_goal` says the rest; from a core they are all, the goal among them.
  std::vector<std::string> used;
  bool needs_goal = true;  // false: the axioms alone are contradictory
  Ending ending = Ending::lost;
  double cpu_s = 0;
  double wall_s = 0;
  std::uint64_t peak_memory_bytes = 0;
};

// What to run, by itself or beside others (process/process.h).
ProcessJob make_prover_job(const ProverCommand& command, std::string problem,
                           const ProverLimits& limits);
// `has_conjecture`: the problem has one. "Satisfiable" of such a problem means that it was refuted
// only from provers that are known to speak of axioms and negated conjecture together.
ProverResult read_prover_result(const ProverCommand& command, const ProcessResult& result,
                                bool has_conjecture = true);

}  // namespace winnow
