// rank/problem_question.h - a TPTP problem as a question to rankers.
// in: a problem, perhaps an index of a library and a store of proofs     out: candidates, evidence
#pragma once

#include "data/store.h"
#include "rank/index.h"
#include "rank/network.h"
#include "rank/ranker.h"
#include "text/formula.h"

#include <optional>
#include <string>
#include <vector>

namespace winnow {

struct Candidate {
  std::string_view name;
  std::string_view text;  // the whole annotated formula
  bool required = false;  // stays, whatever its rank
};

struct QuestionOptions {
  std::string goal;                                   // a formula's name; "": the conjecture
  std::vector<std::string> required;                  // names of formulae that stay
  std::vector<std::string> required_roles = {"hypothesis", "assumption"};
};

class ProblemQuestion {
 public:
  // `problem`, `index` and `proofs` must outlive it; the last two may be null. Formulae of the index
  // come before those of the problem; a formula that both have is the problem's.
  // Throws InputError if there is no goal, or no formula with a name that `options` mentions.
  ProblemQuestion(TermBank& bank, const Problem& problem, const QuestionOptions& options,
                  const Index* index, const Store* proofs);

  std::span<const Candidate> candidates() const { return candidates_; }
  std::span<const std::string_view> declarations() const { return declarations_; }  // of types
  const std::string& goal_name() const { return goal_name_; }
  const std::string& goal_text() const { return goal_text_; }  // one or more annotated formulae

  // Valid as long as this and `network` (or null) are.
  Evidence evidence(const Network* network);

 private:
  void choose_goal(const Problem& problem, const QuestionOptions& options);
  void collect(const Problem& problem, const QuestionOptions& options);
  void add_features();
  void add_proofs(const Store& store);
  std::vector<float> encodings(const Network& network);
  std::vector<TermId> terms(std::span<const std::uint32_t> candidates);

  static constexpr std::uint32_t kNowhere = ~0u;
  struct Origin {
    std::optional<TermId> term;     // read so far
    std::uint32_t row = kNowhere;   // of the index
    std::uint64_t hash = 0;
  };

  TermBank& bank_;
  const Index* index_;
  std::vector<Candidate> candidates_;
  std::vector<Origin> origins_;  // [candidates]
  std::vector<std::string_view> declarations_;
  std::vector<const Formula*> goals_;
  TermId goal_{};
  std::string goal_name_, goal_text_;

  FeatureTable table_;
  FeatureSets symbols_, shapes_, goal_symbols_, goal_shapes_;
  std::vector<std::uint32_t> documents_;
  std::optional<Proofs> proofs_;
};

}  // namespace winnow
