// app/experiment/questions.h - goals whose premises are known.
// in: a store with a chronology, or a folder of TPTP problems and a list of what each of them needs
// out: for each goal the evidence about its candidates, and the candidates that its proof needs
#pragma once

#include "app/experiment/setup.h"
#include "rank/pool_encodings.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace winnow {

enum class LibraryOrder : std::uint8_t { kept, reversed, shuffled };

// At most `most` of the proofs, drawn by `seed`, in their order: a library whose user has few.
Proofs some_proofs(const Proofs& all, std::size_t most, std::uint64_t seed);

class ExperimentQuestions {
 public:
  // Of options.data, or of the problems in options.tptp. Throws InputError if none or both of them
  // are given, or if there is no problem.
  ExperimentQuestions(const ExperimentOptions& options, const std::vector<std::string>& rankers);

  std::size_t size() const;
  std::string name(std::size_t n) const;
  RankerOptions rank_options(const std::string& ranker) const;

  // Calls use(evidence, useful) with what is valid until it returns. `order` is what the evidence
  // says about the order of the candidates.
  using Use = std::function<void(Evidence&, std::span<const std::uint32_t>)>;
  void ask(std::size_t n, LibraryOrder order, const Use& use);

  // Needed statements that no problem asked so far had among its axioms.
  std::size_t missing() const { return missing_; }
  const std::string& first_missing() const { return first_missing_; }  // "NAME of PROBLEM"

 private:
  struct TptpProblem {
    std::string name, file;
    std::vector<std::string> needs;
  };
  void ask_problem(const TptpProblem& problem, const Use& use);

  ExperimentOptions options_;
  std::optional<ExperimentSetup> setup_;  // of a store
  std::vector<TptpProblem> problems_;     // of a folder
  RankingTools tools_;
  Pool none_;
  std::optional<PoolEncodings> encodings_;
  std::size_t missing_ = 0;
  std::string first_missing_;
};

}  // namespace winnow
