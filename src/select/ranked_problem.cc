#include "select/ranked_problem.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace winnow {

namespace {

constexpr double kShare = 2.0 / 3;  // of the time, for the ranker that was asked for

// Who ranks for slices wants to prove, and axioms alone may be proved contradictory.
QuestionOptions question_options(const RankOptions& options, bool several) {
  return {.goal = options.goal,
          .goal_needed = !several,
          .required = options.required,
          .required_roles = options.required_roles};
}

}  // namespace

RankedProblem::RankedProblem(const Formulas::Impl& problem, const RankOptions& options,
                             bool several, const Pool& pool, PoolEncodings* encodings,
                             const LoadedModel* model, const Fusion* fusion, std::uint32_t threads)
    : bank_(problem.bank),
      question_(bank_, problem.parsed, question_options(options, several), pool),
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
    late_ = fmt::format("ranking by {} took too long: ranked by {}", wanted, ranker_);
  }
}

void RankedProblem::rank_by(const std::string& ranker, const RankOptions& options, bool several,
                            PoolEncodings* encodings, const Fusion* fusion, const Stop& stop) {
  ranker_ = ranker;
  rankers_ = several ? split_rankers(ranker_) : std::vector{ranker_};
  rankings_.clear();
  columns_.clear();
  used_model_ = false;
  Evidence evidence = question_.evidence(encodings, stop);
  for (const std::string& each : rankers_) {
    RankerOptions how = make_ranker_options(each, options, fusion, threads_);
    how.stop = stop;
    used_model_ = used_model_ || needs_model(how) || (evidence.retrieve && takes_model(how));
    rankings_.push_back(rank(evidence, how, options.why ? &columns_ : nullptr));
  }
}

void RankedProblem::rank_in_haste(const RankOptions& options, bool has_proofs) {
  try {
    rank_by(best_ranker(nullptr, nullptr, has_proofs), options, false, nullptr, nullptr,
            options.stop);
  } catch (const Stopped& why) {
    if (why.reason() == Stopped::Reason::cancelled) throw;
    ranker_ = "the order of the files";
    rankers_ = {ranker_};
    rankings_.assign(1, {});
    columns_.clear();
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

Selection make_selection(const RankedProblem& problem, const RankOptions& options,
                         const LoadedModel* model) {
  const ProblemQuestion& question = problem.question();
  std::vector<std::vector<std::size_t>> ranks = ranks_of(problem.columns());
  auto reasons = [&](std::uint32_t candidate) {
    std::vector<Reason> why;
    for (std::size_t c = 0; c < problem.columns().size(); ++c) {
      const ScoreColumn& column = problem.columns()[c];
      if (std::isinf(column.values[candidate])) continue;  // not scored by this one
      why.push_back(
          {column.name, column.values[candidate], ranks[c].empty() ? 0 : ranks[c][candidate]});
    }
    return why;
  };
  Selection selection;
  std::vector<Ranked> others;
  std::size_t required = 0;
  for (const RankedCandidate& each : problem.rankings().front()) {
    bool is_full = others.size() >= std::max<std::size_t>(options.k, 1);
    if (is_full && required == question.required().size()) break;
    const Candidate candidate = question.candidate(each.candidate);
    if (!candidate.required && is_full) continue;
    required += candidate.required ? 1 : 0;
    std::vector<Ranked>& list = candidate.required ? selection.premises : others;
    list.push_back({std::string(candidate.name), std::string(candidate.text), each.score,
                    candidate.required, reasons(each.candidate)});
  }
  std::ranges::move(others, std::back_inserter(selection.premises));
  selection.goal = question.goal_name();
  selection.goal_text = question.goal_text();
  selection.declarations.assign(question.declarations().begin(), question.declarations().end());
  selection.candidates = question.size();
  selection.notes.assign(question.notes().begin(), question.notes().end());
  if (!problem.late().empty()) selection.notes.push_back(problem.late());
  selection.ranker = problem.ranker();
  if (problem.used_model() && model != nullptr) {
    selection.model = model->path;
    selection.mode = model->network.mode() == Mode::pair ? "pair" : "joint";
  }
  return selection;
}

}  // namespace winnow
