// app/experiment/lists.h - `winnow experiment lists`: what a second stage learns from.
// in: a store with a chronology, a ranker     out: a store whose examples are lists of its best
// A classifier that is trained on premises which somebody collected has hardly seen what a first
// stage returns. So the best of the first stage are divided into groups of equal quality, as the
// second stage will see them, and each group with a useful premise is an example.
#pragma once

#include "app/cli/output.h"
#include "app/experiment/setup.h"

#include <string>

namespace winnow {

struct ListsExperimentOptions {
  ExperimentOptions common;          // problems: of the split
  std::string dev_problems = "300";  // of every other split
  std::string except;                // a file of names that are kept for measuring, or ""
  std::string ranker = "fusion";
  bool without_proofs = false;
  std::uint32_t best = 512, group = 64;
  OutputChoice out;
};
void run_lists_experiment(const ListsExperimentOptions& options);

}  // namespace winnow
