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

// Names of rankers without "auto", and without those that need proofs where there are none.
std::vector<std::string> resolve_rankers(std::vector<std::string> rankers,
                                         const Selector& selector);
std::string join_rankers(const std::vector<std::string>& rankers);  // "tfidf/knn"

// Which premises each ranking of the plan means, by the rankings that were made.
std::vector<ProverStep> with_rankings(const ProverPlan& plan,
                                      const std::vector<std::string>& resolved,
                                      const std::vector<std::string>& made);

}  // namespace winnow
