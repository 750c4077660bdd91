#include "plain_library.h"

#include <algorithm>
#include <utility>

namespace winnow::random_tester {

namespace {

struct Candidate {
  const PlainFormula* formula;
  bool required;
};

bool is_required(const PlainFormula& formula, const Call& call) {
  return formula.role == "hypothesis" ||
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

void PlainLibrary::use(std::vector<PlainCase> proofs, bool has_model) {
  proofs_ = std::move(proofs);
  has_model_ = has_model;
}

bool asks_model(const std::string& ranker) {
  return ranker == "vectors" || ranker == "winnow" || ranker == "guided";
}

bool is_learned(const std::string& ranker) { return ranker == "auto" || asks_model(ranker); }

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

  const std::string& ranker = call.ranker;
  if (asks_model(ranker) && !has_model_) return std::nullopt;
  if (ranker.find("knn") != std::string::npos && !has_proofs()) return std::nullopt;

  PlainQuestion question;
  for (const Candidate& each : candidates) question.documents.push_back(each.formula->symbols);
  question.candidates = candidates.size();
  question.goal = goal.symbols;
  // Who a formula of a proof is among the candidates: one of the problem comes first.
  auto place_of = [&](const PlainFormula& formula) -> std::optional<std::size_t> {
    const std::size_t own = call.formulas.size() - 1;
    auto from = [&](std::size_t first, std::size_t last) -> std::optional<std::size_t> {
      for (std::size_t i = first; i < last; ++i)
        if (candidates[i].formula->key == formula.key) return i;
      return std::nullopt;
    };
    const auto found = from(candidates.size() - own, candidates.size());
    return found ? found : from(0, candidates.size() - own);
  };
  for (const PlainCase& each : proofs_) {
    PlainProof proof;
    for (const PlainFormula& premise : each.premises)
      if (auto place = place_of(premise)) proof.premises.push_back(*place);
    if (auto place = place_of(each.conjecture)) {
      proof.conjecture = *place;
    } else {
      if (proof.premises.empty()) continue;  // it could vote for nobody
      proof.conjecture = question.documents.size();
      question.documents.push_back(each.conjecture.symbols);
    }
    // What proved the goal itself would be the answer.
    if (each.conjecture.key != goal.key) question.proofs.push_back(std::move(proof));
  }
  PlainScores scores = is_learned(ranker)
                           ? PlainScores{std::vector<double>(candidates.size(), 0.0), true}
                           : plain_scores(question, ranker);

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
    if (each.required || others++ < call.k) selection.premises.push_back(each);
  return selection;
}

}  // namespace winnow::random_tester
