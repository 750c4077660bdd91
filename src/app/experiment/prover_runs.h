// app/experiment/prover_runs.h - the prover experiment: every problem with every arm, resumable.
// in: problems, arms, a time limit     out: a folder with results.jsonl, report.txt, cactus.svg; of
// a shard its own results only
#pragma once

#include "app/experiment/setup.h"
#include "winnow/shard.h"

#include <optional>

namespace winnow {

struct ProveExperimentOptions {
  ExperimentOptions common;
  std::vector<std::string> arms = {"e", "knn"};
  double time_s = 90;                // CPU time
  std::vector<std::string> provers;  // for the rankers' arms; none: all that are found
  std::string schedule;              // its text (read_schedule()); "": winnow's own
  std::string slices;                // equal shares instead of a schedule
  bool every_slice = false;          // goes on after a proof
  bool without_proofs = false;       // rankers know no earlier proofs
  bool check = false;                // a second prover is asked about each proof
  std::uint32_t jobs = 1;
  std::string out;
  bool resume = false;
  std::optional<Shard> shard;  // a part of the problems
};

// Throws InputError if it is neither a prover, nor rankers, nor "known".
void check_arm(const std::string& arm);

// Prints the report, too.
void run_prove_experiment(const ProveExperimentOptions& options);

}  // namespace winnow
