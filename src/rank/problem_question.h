// rank/problem_question.h - a TPTP problem as a question to rankers.
// in: a problem, and a pool of formulas and proofs     out: candidates, evidence
#pragma once

#include "rank/approximate_search.h"
#include "rank/pool.h"
#include "rank/pool_encodings.h"
#include "rank/problem_goal.h"
#include "rank/ranker.h"
#include "score/network.h"
#include "text/formula.h"
#include "text/role.h"

#include <memory>
#include <optional>
#include <ranges>
#include <string>
#include <unordered_map>
#include <vector>

namespace winnow {

struct Candidate {
  std::string_view name;
  std::string_view text;  // the whole annotated formula
  bool required = false;  // stays, whatever its rank
};

// Of the pool's index only the best few formulas become candidates, as far as a search finds them.
// Whatever is required becomes one as well, and all that was added to the pool.
struct ApproximateChoice {
  const ApproximateSearch* search = nullptr;  // of the pool's index; null: all become candidates
  const Network* network = nullptr;           // that made its encodings
  std::uint32_t probes = 0;                   // lists that are looked at
  std::size_t most = 0;                       // formulas of the index
};

struct QuestionOptions {
  std::string goal = {};                   // a formula's name; "": the conjecture
  bool goal_needed = true;                 // false: axioms alone are a question, too
  std::vector<std::string> required = {};  // names of formulas that stay
  std::vector<std::string> required_roles = {"hypothesis", "assumption"};
  ApproximateChoice approximate = {};
};

// What a candidate has to do with the goal beyond a number.
struct CandidateTies {
  struct Symbol {
    std::string name;
    std::uint32_t formulas = 0;  // that have it, of all that were counted
    double rarity = 0;           // ln(all / those)
  };
  struct Proof {
    std::string_view conjecture;
    double similarity = 0;    // of the conjecture to the goal, 0..1
    bool is_nearest = false;  // one of those that vote in k-NN
    bool is_its_own = false;  // the candidate was the conjecture, not a premise
  };
  // The candidate's symbols, the rarest first: of the goal; not of it, but of the best premises;
  // of neither.
  std::vector<Symbol> shared, of_the_best, unexplained;
  std::uint32_t formulas = 0;          // that were counted
  std::vector<Proof> proofs;           // that used it, the most similar first
  std::uint32_t proofs_that_used = 0;  // all, however many of them are listed
};

class ProblemQuestion {
 public:
  // `problem` and `pool` must outlive it; the pool must not change meanwhile. Formulas of the pool
  // come before those of the problem; a formula that both have is the problem's.
  // Throws InputError if there is no goal, or no formula with a name that `options` mentions, or
  // if the goals are of kinds that no prover would read as one.
  ProblemQuestion(TermBank& bank, const Problem& problem, const QuestionOptions& options,
                  const Pool& pool);

  // Candidates are made when they are looked at: a library may have millions.
  auto candidates() const {
    return std::views::iota(0u, size()) |
           std::views::transform([this](std::uint32_t i) { return candidate(i); });
  }
  std::uint32_t size() const {  // how many candidates there are
    return static_cast<std::uint32_t>(from_pool_.size() + own_.size());
  }
  Candidate candidate(std::uint32_t i) const;
  std::span<const std::uint32_t> required() const { return required_; }             // ascending
  std::span<const std::string_view> declarations() const { return declarations_; }  // of types
  const std::string& goal_name() const { return goal_.name; }

  // What a prover is to be given: one conjecture (several are one conjunction: a prover that sees
  // several proves any one of them), or the clauses of a negated one, or "" without a goal.
  const std::string& goal_text() const { return goal_.text; }
  RoleKind goal_kind() const {
    return goal_.kind;
  }  // conjecture, negated_conjecture, or other: none

  // Whether the candidates are all axioms there are: only then "does not follow" means anything.
  bool complete() const { return notes_.empty() && goal_.whole; }
  std::span<const std::string> notes() const { return notes_; }  // what is left out, a line each

  // Valid as long as this and `encodings`, the pool's by the model to ask (or null), are. Both this
  // and what the evidence computes throw Stopped when `stop` says so; one may ask again then.
  Evidence evidence(PoolEncodings* encodings, const Stop& stop = {});

  // `best`: candidates whose symbols count as explained. At most `most_proofs` proofs are listed.
  CandidateTies ties(std::uint32_t candidate, std::span<const std::uint32_t> best,
                     std::size_t most_proofs, const Stop& stop = {});

 private:
  class Requirements;
  void collect(const Problem& problem, const QuestionOptions& options);
  std::span<const std::uint32_t> choose_from_pool(const QuestionOptions& options);
  double known_share_of_goal(const Network& network) const;
  void find_required(const Problem& problem, const QuestionOptions& options);
  void add_features(const Stop& stop);
  template <class Score>  // of the encodings of all candidates
  std::vector<float> with_encodings(PoolEncodings& encodings, const Stop& stop, Score&& score);
  std::vector<TermId> terms(std::span<const std::uint32_t> candidates, const Stop& stop);

  bool is_own(std::uint32_t candidate) const { return candidate >= from_pool_.size(); }
  const Formula& own(std::uint32_t candidate) const { return *own_[candidate - from_pool_.size()]; }

  TermBank& bank_;
  const Pool& pool_;
  ProblemGoal goal_;
  std::optional<std::uint64_t> goal_hash_;      // if there is one
  std::span<const std::uint32_t> from_pool_;    // entries: all axioms of the pool, or
  std::vector<std::uint32_t> some_of_pool_;     // some of them
  std::vector<std::uint32_t> found_;            // entries, if a search chose them
  std::shared_ptr<const Pool::Counts> counts_;  // of all, in that case
  std::vector<const Formula*> own_;             // candidates behind those of the pool
  std::vector<std::uint64_t> own_hashes_;
  std::vector<std::uint32_t> required_;             // candidates
  std::unordered_map<std::uint32_t, TermId> read_;  // terms of candidates of the pool, so far
  std::vector<std::string_view> declarations_;
  std::vector<std::string> notes_;

  FeatureMap features_;                             // goes on where the pool's ends
  FeatureSets symbols_, goal_symbols_;              // what the pool does not have
  std::shared_ptr<const Pool::Prepared> prepared_;  // if all axioms and nothing else are candidates
  std::vector<std::uint32_t> documents_;            // otherwise
  std::optional<Proofs> proofs_;                    // otherwise, or if some prove the goal
  bool has_features_ = false;
};

}  // namespace winnow
