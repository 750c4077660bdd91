#include "rank/problem_goal.h"

#include "term/nearest.h"
#include "text/tptp.h"
#include "winnow/error_code.h"

#include <fmt/format.h>

#include <algorithm>

namespace winnow {

namespace {

std::vector<std::string_view> names_of(const Problem& problem) {
  std::vector<std::string_view> names;
  for (const Formula& formula : problem.formulas) names.push_back(formula.name);
  return names;
}

// Conjectures, all of them; or else the clauses of a negated one; or else questions.
std::vector<const Formula*> goals_by_role(const Problem& problem) {
  std::vector<const Formula*> goals;
  for (RoleKind kind : {RoleKind::conjecture, RoleKind::negated_conjecture, RoleKind::question}) {
    std::vector<const Formula*> found;
    for (const Formula& formula : problem.formulas)
      if (role_kind(formula.role) == kind) found.push_back(&formula);
    if (goals.empty()) {
      goals = std::move(found);
    } else if (kind == RoleKind::negated_conjecture && !found.empty()) {
      throw CodedError(
          ErrorCode::several_goals, {goals.front()->name, found.front()->name},
          Place{problem.files.front()},
          fmt::format("'{}' is a conjecture and '{}' a negated one: which is the goal?",
                      goals.front()->name, found.front()->name),
          "choose one of them, without the other");
    }
  }
  return goals;
}

const Formula& goal_called(const Problem& problem, const std::string& wanted, const Place& at) {
  auto named = std::ranges::find(problem.formulas, wanted, &Formula::name);
  if (named == problem.formulas.end())
    throw CodedError(
        ErrorCode::unknown_goal, {wanted}, at, fmt::format("no formula is called '{}'", wanted),
        hint_with_nearest(wanted, names_of(problem), "the goal is a formula of the problem"));
  if (role_kind(named->role) == RoleKind::type)
    throw InputError(at, fmt::format("'{}' declares a type and cannot be proved", wanted));
  const auto other = std::find_if(named + 1, problem.formulas.end(), [&](const Formula& formula) {
    return formula.name == wanted && role_kind(formula.role) != RoleKind::type;
  });
  if (other != problem.formulas.end())
    throw InputError(Place{problem.files[other->file], other->line},
                     fmt::format("another formula is called '{}', too", wanted),
                     "the goal needs a name of its own");
  return *named;
}

// Needs: there are formulas.
void put_together(ProblemGoal& goal, TermBank& bank, const Place& at) {
  const Formula& first = *goal.formulas.front();
  bool negated = role_kind(first.role) == RoleKind::negated_conjecture;
  goal.kind = negated ? RoleKind::negated_conjecture : RoleKind::conjecture;
  std::vector<TermId> terms;
  bool open = false;
  for (const Formula* each : goal.formulas) {
    terms.push_back(each->term);
    open = open || bank.view().is_open(each->term);
    goal.name += (goal.name.empty() ? "" : ", ") + each->name;
    if (negated) (goal.text += goal.text.empty() ? "" : "\n") += each->text;
  }
  // To a ranker, several goals are one. To a prover, too: all of several conjectures are to be
  // proved, and provers stop at the first. (Free variables are universal in each of them, hence in
  // the conjunction.)
  goal.term = terms.size() == 1
                  ? terms.front()
                  : bank.make(bank.symbols().intern("&", Kind::connective), terms, open);
  if (negated) return;
  auto written = [](const Formula* each) {
    return each->language == Language::cnf ? Language::fof : each->language;
  };
  for (const Formula* each : goal.formulas)
    if (written(each) != written(&first))
      throw CodedError(ErrorCode::several_goals, {first.name, each->name}, at,
                       fmt::format("the conjectures '{}' and '{}' are in different languages",
                                   first.name, each->name),
                       "choose one of them");
  // E reads no conjecture in CNF.
  if (terms.size() == 1 && role_kind(first.role) == RoleKind::conjecture && !open &&
      first.language != Language::cnf) {
    goal.text = first.text;
    return;
  }
  Formula conjecture = first;
  conjecture.role = "conjecture";
  conjecture.term = goal.term;
  goal.text = print_closed_tptp(bank.view(), conjecture);
}

}  // namespace

ProblemGoal goal_of(TermBank& bank, const Problem& problem, const std::string& wanted,
                    bool needed) {
  const Place at{problem.files.front()};
  ProblemGoal goal;
  if (wanted.empty()) {
    goal.formulas = goals_by_role(problem);
    if (goal.formulas.empty() && !needed) return goal;
    if (goal.formulas.empty())
      throw CodedError(ErrorCode::no_goal, {}, at,
                       "no conjecture, so nothing to rank its axioms for",
                       "any formula of the problem can be the goal");
  } else {
    goal.formulas.push_back(&goal_called(problem, wanted, at));
    // One clause of several: what it does not refute, all of them together may.
    goal.whole = role_kind(goal.formulas.front()->role) != RoleKind::negated_conjecture;
  }
  put_together(goal, bank, at);
  return goal;
}

}  // namespace winnow
