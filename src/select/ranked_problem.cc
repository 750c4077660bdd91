#include "select/ranked_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace winnow {

namespace {

constexpr double kShare = 2.0 / 3;  // of the time, for the ranker that was asked for
constexpr std::size_t kBest = 16;   // premises whose symbols count as explained
constexpr std::size_t kProofs = 8;  // that an explanation lists

// Who ranks for slices wants to prove, and axioms alone may be proved contradictory.
QuestionOptions question_options(const RankOptions& options, bool several,
                                 const ApproximateSearch* search, const LoadedModel* model) {
  QuestionOptions how{.goal = options.goal,
                      .goal_needed = !several,
                      .required = options.required,
                      .required_roles = options.required_roles};
  if (search != nullptr)
    how.approximate = {search, &model->network, options.probes,
                       std::max<std::size_t>(options.nearest, options.k)};
  return how;
}

}  // namespace

RankedProblem::RankedProblem(const Formulas::Impl& problem, const RankOptions& options,
                             bool several, const Pool& pool, const ApproximateSearch* search,
                             PoolEncodings* encodings, const LoadedModel* model,
                             const Fusion* fusion, std::uint32_t threads)
    : bank_(problem.bank),
      question_(bank_, problem.parsed, question_options(options, several, search, model), pool),
      threads_(threads) {
  if (question_.goal_kind() == RoleKind::other) {  // axioms alone: all of them, as they stand
    ranker_ = "none";
    rankers_ = {ranker_};
    rankings_.resize(1);
    for (std::uint32_t i = 0; i < question_.size(); ++i) rankings_.front().push_back({i, 0});
    return;
  }
  bool has_proofs = pool.proofs() != nullptr;
  std::string wanted =
      options.ranker == "auto" ? best_ranker(model, fusion, has_proofs) : options.ranker;
  Stop most = options.stop.by(Deadline::in(options.stop.deadline().left_s() * kShare));
  try {
    rank_by(wanted, options, several, encodings, fusion, most);
  } catch (const Stopped& why) {
    if (why.reason() == Stopped::Reason::cancelled) throw;
    rank_in_haste(options, has_proofs);
    notes_.push_back(fmt::format("ranking by {} took too long: ranked by {}", wanted, ranker_));
  }
  explain(options.explain, options.stop);
}

void RankedProblem::rank_by(const std::string& ranker, const RankOptions& options, bool several,
                            PoolEncodings* encodings, const Fusion* fusion, const Stop& stop) {
  ranker_ = ranker;
  rankers_ = several ? split_rankers(ranker_) : std::vector{ranker_};
  rankings_.clear();
  notes_.clear();
  parts_ = {};
  used_model_ = false;
  Evidence evidence = question_.evidence(encodings, stop);
  for (const std::string& each : rankers_) {
    RankerOptions how = make_ranker_options(each, options, fusion, threads_);
    how.stop = stop;
    used_model_ = used_model_ || needs_model(how) || (evidence.retrieve && takes_model(how));
    if (encodings != nullptr) note_what_is_left_out(how, encodings->network());
    const bool asks_why = options.why || !options.explain.empty();
    rankings_.push_back(rank(evidence, how, asks_why ? &parts_ : nullptr));
  }
}

void RankedProblem::note_what_is_left_out(const RankerOptions& how, const Network& network) {
  const auto note = [&](std::string text) {
    if (std::ranges::find(notes_, text) == notes_.end()) notes_.push_back(std::move(text));
  };
  if (uses(how.ranker, RankerKind::vectors) && network.has_nearest_examples())
    note("nearest examples are left out of a ranking by vectors; 'winnow' and 'guided' ask them");
  if (!network.classifies() || network.mode() != ExampleMode::joint) return;
  const std::size_t judged = std::min<std::size_t>(how.rerank, question_.size());
  const bool judges = uses(how.ranker, RankerKind::winnow) || uses(how.ranker, RankerKind::guided);
  const bool reranks = judges && network.reranks();
  const bool judges_alone = uses(how.ranker, RankerKind::vectors) || (judges && !reranks);
  const bool joins = network.joins_premises();
  if (judges_alone && joins)
    note(
        "premises are judged each alone; the score of an example sees all of its premises "
        "together");
  if (reranks && (network.has_attention() || joins) && judged > network.group())
    note(
        fmt::format("{} sees {} of the {} judged premises at a time; the score of an example "
                    "sees all of its premises together",
                    network.has_attention() ? "attention" : "the model", network.group(), judged));
}

void RankedProblem::rank_in_haste(const RankOptions& options, bool has_proofs) {
  try {
    rank_by(best_ranker(nullptr, nullptr, has_proofs), options, false, nullptr, nullptr,
            options.stop);
  } catch (const Stopped& why) {
    if (why.reason() == Stopped::Reason::cancelled) throw;
    ranker_ = "the order of the files";
    notes_.clear();
    rankers_ = {ranker_};
    rankings_.assign(1, {});
    parts_ = {};
    for (std::uint32_t i = 0; i < question_.size(); ++i)
      rankings_.front().push_back({i, -static_cast<float>(i)});
  }
}

std::vector<std::vector<std::string_view>> RankedProblem::premises() const {
  std::vector<std::vector<std::string_view>> texts(rankings_.size());
  for (std::size_t r = 0; r < rankings_.size(); ++r)
    for (const RankedCandidate& each : rankings_[r]) {
      const Candidate candidate = question_.candidate(each.candidate);
      if (!candidate.required) texts[r].push_back(candidate.text);
    }
  return texts;
}

std::vector<std::string_view> RankedProblem::always() const {
  std::vector<std::string_view> texts(question_.declarations().begin(),
                                      question_.declarations().end());
  for (std::uint32_t each : question_.required()) texts.push_back(question_.candidate(each).text);
  return texts;
}

void RankedProblem::explain(std::span<const std::string> names, const Stop& stop) {
  if (names.empty()) return;
  std::vector<std::uint32_t> best;
  for (const RankedCandidate& each : best_candidates(rankings_.front(), kBest))
    best.push_back(each.candidate);
  for (std::uint32_t i = 0; i < question_.candidates().size(); ++i) {
    if (std::ranges::find(names, question_.candidates()[i].name) == names.end()) continue;
    CandidateTies ties = question_.ties(i, best, kProofs, stop);
    Explanation& explanation = explanations_[i];
    auto copy = [](const std::vector<CandidateTies::Symbol>& from,
                   std::vector<Explanation::Symbol>& to) {
      for (const CandidateTies::Symbol& each : from)
        to.push_back({each.name, each.formulas, each.rarity});
    };
    copy(ties.shared, explanation.shared);
    copy(ties.of_the_best, explanation.of_the_best);
    copy(ties.unexplained, explanation.unexplained);
    explanation.counted = ties.formulas;
    for (const CandidateTies::Proof& each : ties.proofs)
      explanation.proofs.push_back(
          {std::string(each.conjecture), each.similarity, each.is_nearest, each.is_its_own});
    explanation.proofs_all = ties.proofs_that_used;
  }
}

const Explanation* RankedProblem::explanation(std::uint32_t candidate) const {
  auto found = explanations_.find(candidate);
  return found == explanations_.end() ? nullptr : &found->second;
}

namespace {

// For each column the rank of each candidate, from 1; empty for a column that ranks nobody.
std::vector<std::vector<std::size_t>> ranks_of(const std::vector<ScoreColumn>& columns) {
  std::vector<std::vector<std::size_t>> ranks(columns.size());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    if (!columns[c].is_ranker) continue;
    Ranking ranking = rank_by_score(columns[c].values);
    ranks[c].resize(ranking.size());
    for (std::size_t i = 0; i < ranking.size(); ++i) ranks[c][ranking[i].candidate] = i + 1;
  }
  return ranks;
}

}  // namespace

std::vector<float> effects_of(const RankingParts& parts, std::uint32_t candidate) {
  std::vector<float> row, means;
  for (const ScoreColumn& column : parts.columns) {
    if (column.is_ranker) continue;
    if (std::isinf(column.values[candidate])) return {};
    row.push_back(column.values[candidate]);
    double sum = 0, count = 0;
    for (float value : column.values)
      if (!std::isinf(value)) sum += value, ++count;
    means.push_back(static_cast<float>(sum / count));  // the candidate itself is one of them
  }
  if (parts.network == nullptr || row.empty()) return {};
  std::vector<float> rows = row;  // as it is, then with one feature after another at its mean
  for (std::size_t i = 0; i < row.size(); ++i) {
    rows.insert(rows.end(), row.begin(), row.end());
    rows[rows.size() - row.size() + i] = means[i];
  }
  const std::vector<float> scores = parts.network->scores(rows);
  std::vector<float> effects;
  for (std::size_t i = 1; i < scores.size(); ++i) effects.push_back(scores[0] - scores[i]);
  return effects;
}

Selection make_selection(const RankedProblem& problem, const RankOptions& options,
                         const LoadedModel* model) {
  const ProblemQuestion& question = problem.question();
  const std::vector<ScoreColumn>& columns = problem.parts().columns;
  std::vector<std::vector<std::size_t>> ranks = ranks_of(columns);
  auto reasons = [&](std::uint32_t candidate) {
    std::vector<Reason> why;
    std::vector<float> effects;
    if (problem.explanation(candidate) != nullptr) effects = effects_of(problem.parts(), candidate);
    std::size_t feature = 0;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      const ScoreColumn& column = columns[c];
      const std::size_t effect = column.is_ranker ? effects.size() : feature++;
      if (std::isinf(column.values[candidate])) continue;  // not scored by this one
      why.push_back({column.name, column.values[candidate],
                     ranks[c].empty() ? 0 : ranks[c][candidate],
                     effect < effects.size() ? effects[effect] : 0});
    }
    return why;
  };
  Selection selection;
  std::vector<Ranked> others;
  std::size_t required = 0;
  for (const RankedCandidate& each : problem.rankings().front()) {
    bool is_full = others.size() >= options.k;
    if (is_full && required == question.required().size()) break;
    const Candidate candidate = question.candidate(each.candidate);
    if (!candidate.required && is_full) continue;
    required += candidate.required ? 1 : 0;
    std::vector<Ranked>& list = candidate.required ? selection.premises : others;
    list.push_back({std::string(candidate.name), std::string(candidate.text), each.score,
                    candidate.required, reasons(each.candidate)});
    if (const Explanation* found = problem.explanation(each.candidate))
      list.back().explanation = *found;
  }
  std::ranges::move(others, std::back_inserter(selection.premises));
  selection.goal = question.goal_name();
  selection.goal_text = question.goal_text();
  selection.declarations.assign(question.declarations().begin(), question.declarations().end());
  selection.candidates = question.size();
  selection.notes.assign(question.notes().begin(), question.notes().end());
  std::ranges::copy(problem.notes(), std::back_inserter(selection.notes));
  selection.ranker = problem.ranker();
  if (problem.used_model() && model != nullptr) {
    selection.model = model->path;
    selection.mode = model->network.mode() == ExampleMode::pair ? "pair" : "joint";
  }
  return selection;
}

}  // namespace winnow
