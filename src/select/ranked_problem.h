// select/ranked_problem.h - a problem that was ranked by one ranker or by several.
// in: a selector's pool and model, a problem, which rankers     out: rankings of its candidates
#pragma once

#include "rank/problem_question.h"
#include "select/ranker_choice.h"
#include "text/problem.h"
#include "winnow/selector.h"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace winnow {

class RankedProblem {
 public:
  // `problem` and `pool` must outlive it. `encodings` and `model` may be null, both or neither; so
  // may `fusion`, and `search`, which needs both.
  // `several`: the ranker may be more than one, with strokes between them.
  RankedProblem(const Formulas::Impl& problem, const RankOptions& options, bool several,
                const Pool& pool, const ApproximateSearch* search, PoolEncodings* encodings,
                const LoadedModel* model, const Fusion* fusion, std::uint32_t threads);

  const ProblemQuestion& question() const { return question_; }
  const std::vector<std::string>& rankers() const { return rankers_; }
  const std::vector<Ranking>& rankings() const { return rankings_; }  // by each of the rankers
  const RankingParts& parts() const { return parts_; }  // with RankOptions::why or ::explain
  // Of those that RankOptions::explain names; null for others.
  const Explanation* explanation(std::uint32_t candidate) const;
  const std::string& ranker() const { return ranker_; }
  // What the ranking leaves out of what the ranker asked for would say, a line each.
  const std::vector<std::string>& notes() const { return notes_; }
  bool used_model() const { return used_model_; }

  // Texts of the candidates that are not required, best first by each ranker; and of those that
  // always stay: declarations of types, then required candidates in their order.
  std::vector<std::vector<std::string_view>> premises() const;
  std::vector<std::string_view> always() const;

 private:
  void rank_by(const std::string& ranker, const RankOptions& options, bool several,
               PoolEncodings* encodings, const Fusion* fusion, const Stop& stop);
  void note_what_is_left_out(const RankerOptions& how, const Network& network);
  void explain(std::span<const std::string> names, const Stop& stop);
  void rank_in_haste(const RankOptions& options, bool has_proofs);

  TermBank bank_;  // the problem's, and what the question adds to it
  ProblemQuestion question_;
  std::uint32_t threads_;
  std::string ranker_;
  std::vector<std::string> rankers_, notes_;
  std::vector<Ranking> rankings_;
  RankingParts parts_;
  std::map<std::uint32_t, Explanation> explanations_;  // by candidate
  bool used_model_ = false;
};

// [features] Reason::effect of a candidate's features; empty if no network weighed them. In a large
// library most candidates have no features, which are minus infinity.
std::vector<float> effects_of(const RankingParts& parts, std::uint32_t candidate);

// The premises that always stay, then the best k of the others.
Selection make_selection(const RankedProblem& problem, const RankOptions& options,
                         const LoadedModel* model);

}  // namespace winnow
