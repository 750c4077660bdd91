// prover/prove_plan.h - from what prove() is asked to the plan of its runs.
// in: the options, the provers that were chosen     out: a plan, by rankings that can be made
#pragma once

#include "prover/schedule.h"
#include "winnow/prove.h"

#include <span>
#include <string>
#include <vector>

namespace winnow {

// By the user's slices, else by the user's schedule, else by the default one.
ProverPlan plan_of(const ProveOptions& options, std::span<const ChosenProver> chosen);

// A line that says for which provers of the user's schedule none was chosen; "": for all. Throws
// InputError if that leaves nothing of it.
std::string absent_provers(const ProveOptions& options, std::span<const ChosenProver> chosen);

// Names of rankers without "auto". A schedule may name k-NN for where there are proofs: elsewhere
// "auto" stands for it. Who asks for k-NN is told that there are none.
std::vector<std::string> resolve_rankers(std::vector<std::string> rankers, const Selector& selector,
                                         bool of_schedule);
std::string join_rankers(const std::vector<std::string>& rankers);  // "tfidf/knn"

// Which premises each ranking of the plan means, by the rankings that were made.
std::vector<ProverStep> with_rankings(const ProverPlan& plan,
                                      const std::vector<std::string>& resolved,
                                      const std::vector<std::string>& made);

}  // namespace winnow
