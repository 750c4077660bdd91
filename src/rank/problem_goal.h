// rank/problem_goal.h - what of a problem is to be proved.
// in: a problem, perhaps the name of one of its formulas     out: one term, and a text for provers
// To a ranker several goals are one, and so they are to a prover.
#pragma once

#include "text/formula.h"
#include "text/role.h"

#include <string>
#include <vector>

namespace winnow {

struct ProblemGoal {
  std::vector<const Formula*> formulas;  // none: axioms alone
  TermId term{};                         // of several their conjunction
  RoleKind kind = RoleKind::other;       // conjecture, negated_conjecture, or other: none
  bool whole = true;                     // false: a clause of a negated conjecture alone
  std::string name, text;
};

// The formula called `wanted`; or if that is "", conjectures, or else the clauses of a negated one,
// or else questions. Throws InputError if there is no such formula, if there is none at all and one
// is `needed`, or if no prover would read them as one.
ProblemGoal goal_of(TermBank& bank, const Problem& problem, const std::string& wanted, bool needed);

}  // namespace winnow
