// app/cli/prove_options.h - what `winnow prove` was told. Also the door of commands to
// seconds_since(), as cli/jobs.h is one.
#pragma once

#include "app/cli/output.h"
#include "app/cli/rank_options.h"
#include "term/seconds.h"
#include "winnow/prove.h"
#include "winnow/shard.h"

#include <optional>
#include <string>
#include <vector>

namespace winnow {

struct ProveCommand {
  std::vector<std::string> problems;  // files and folders
  RankingOptions ranking;
  ProveOptions prove;
  std::string out;             // a folder for the results of many problems
  std::optional<Shard> shard;  // a part of them
  std::string schedule;        // a file
  OutputChoice used_axioms, proof_graph;
  bool proof = false, json = false, quiet = false, verbose = false;
};

// What failed before a pipe leaves nothing in it, which no verdict is about.
void refuse_empty(const Formulas& problem, const std::string& file);

// Proves every problem of the list, prints a row as each one ends, and then how many were proved.
// With `out`, goes on where an earlier run was stopped.
void prove_many(const ProveCommand& options, const std::vector<std::string>& problems);

}  // namespace winnow
