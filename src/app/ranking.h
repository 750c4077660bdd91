// app/ranking.h - what `rank` and `prove` have in common: from a command line to a ranked problem.
#pragma once

#include "data/store.h"
#include "rank/problem_question.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace winnow {

// A model and how it is used: the same for a problem and for an experiment.
struct ModelChoice {
  std::string model;  // "": the one that came with the program, if there is one
  std::string mode;   // "": as the model was trained
  std::string first_stage = "vectors";
  std::uint32_t rerank = 2048;
  double trust = 0.5;
  bool exact = false;
  std::uint32_t threads = 2;
};
void add_model_choice(CLI::App& command, ModelChoice& choice);

struct RankingOptions {
  std::string problem;
  std::string ranker = "auto";
  bool several = false;  // rankers may be named, for slices by each of them
  std::string index, proofs;
  ModelChoice model;
  QuestionOptions question;
};
void add_ranking_options(CLI::App& command, RankingOptions& options);

// A model with what it needs to rank.
struct LoadedModel {
  std::string path;
  Model model;
  Network network;
  std::optional<Weighers> weighers;  // if there is a file of them beside the model

  LoadedModel(const std::string& file, const ModelChoice& choice);
};

// The chosen file, or if none is named the model that came with the program: in $WINNOW_MODELS, in models/
// beside the program, above it (a build tree), or in ../share/winnow/models. Null if there is none.
std::unique_ptr<LoadedModel> load_model(const ModelChoice& choice);

// "clues/knn" names two rankers, for slices by each of them; one that is named twice counts once.
std::vector<std::string> split_rankers(const std::string& rankers);

// The options of a ranking as a command line gives them.
RankOptions make_rank_options(const std::string& ranker, const ModelChoice& choice,
                              const LoadedModel* model);

// A problem that was read and ranked. Says on stderr if it does without a model.
class RankedProblem {
 public:
  explicit RankedProblem(const RankingOptions& options);

  const ProblemQuestion& question() const { return *question_; }
  const Ranking& ranking() const { return rankings_.front(); }
  const std::string& ranker() const { return ranker_; }
  const LoadedModel* model() const { return model_.get(); }  // null if no ranker needed one

  // Texts of the candidates that are not required, best first by each ranker; and of those that
  // always stay: declarations of types, then required candidates in their order.
  std::vector<std::vector<std::string_view>> premises() const;
  std::vector<std::string_view> always() const;

 private:
  TermBank bank_;
  Problem problem_;
  std::optional<Index> index_;
  std::optional<Store> proofs_;
  std::unique_ptr<LoadedModel> model_;
  std::optional<ProblemQuestion> question_;
  std::string ranker_;
  std::vector<Ranking> rankings_;  // by each of the rankers
};

}  // namespace winnow
