#include "plain_library.h"

#include <algorithm>

namespace winnow::random_tester {

namespace {

struct Candidate {
  const PlainFormula* formula;
  bool required;
};

bool is_required(const PlainFormula& formula, const Call& call) {
  return (formula.role == "hypothesis" && !formula.from_index) ||
         std::ranges::find(call.required, formula.name) != call.required.end();
}

}  // namespace

std::size_t PlainLibrary::add(const std::vector<PlainFormula>& formulas) {
  const std::size_t before = formulas_.size();
  for (const PlainFormula& formula : formulas) {
    auto same = [&](const PlainFormula& other) {
      return other.name == formula.name && other.key == formula.key;
    };
    if (formula.role != "conjecture" && std::ranges::none_of(formulas_, same))
      formulas_.push_back(formula);
  }
  return formulas_.size() - before;
}

void PlainLibrary::forget_roles() {
  for (PlainFormula& formula : formulas_) formula.from_index = true;
}

PlainOutcome PlainLibrary::outcome(const Call& call) const {
  Call plain = call;  // its names are those that the prover wants to see
  plain.required.clear();
  plain.ranker = "tfidf";
  const std::vector<PlainPremise> all = rank(plain)->all;
  const bool sees = std::ranges::all_of(call.required, [&](const std::string& name) {
    return std::ranges::find(all, name, &PlainPremise::name) != all.end();
  });
  // A formula of the library that is the goal itself is left out, and then not all axioms are seen.
  const bool left_out = std::ranges::any_of(formulas_, [&](const PlainFormula& formula) {
    return formula.key == call.formulas.back().key;
  });
  return {sees && call.says == "% SZS status Theorem",
          sees && call.says == "% SZS status CounterSatisfiable" && !left_out, all.size()};
}

void PlainLibrary::lose_one() {
  if (!formulas_.empty()) formulas_.pop_back();
}

std::optional<PlainSelection> PlainLibrary::rank(const Call& call) const {
  const PlainFormula& goal = call.formulas.back();
  std::vector<Candidate> candidates;
  for (const PlainFormula& formula : formulas_) {
    // A formula of the problem comes before an equal one of the library, and a goal is no premise
    // of itself.
    auto same = [&](const PlainFormula& own) { return own.key == formula.key; };
    if (std::ranges::none_of(call.formulas, same))
      candidates.push_back({&formula, is_required(formula, call)});
  }
  for (const PlainFormula& formula : call.formulas)
    if (&formula != &goal) candidates.push_back({&formula, is_required(formula, call)});
  for (const std::string& name : call.required) {
    auto called = [&](const Candidate& each) { return each.formula->name == name; };
    if (std::ranges::none_of(candidates, called)) return std::nullopt;
  }

  PlainQuestion question;
  for (const Candidate& each : candidates) question.documents.push_back(each.formula->symbols);
  question.candidates = candidates.size();
  question.goal = goal.symbols;
  PlainScores scores = plain_scores(question, call.ranker);

  PlainSelection selection;
  selection.candidates = candidates.size();
  selection.close = scores.close;
  for (std::size_t i = 0; i < candidates.size(); ++i)
    selection.all.push_back({candidates[i].formula->name, candidates[i].formula->text(),
                             scores.scores[i], candidates[i].required});
  std::ranges::stable_sort(selection.all, [](const PlainPremise& a, const PlainPremise& b) {
    return a.required != b.required ? a.required : a.score > b.score;
  });
  std::size_t others = 0;
  for (const PlainPremise& each : selection.all)
    if (each.required || others++ < std::max<std::size_t>(call.k, 1))
      selection.premises.push_back(each);
  return selection;
}

}  // namespace winnow::random_tester
