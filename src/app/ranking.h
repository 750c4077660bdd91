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

struct RankingOptions {
  std::string problem;
  std::string model;       // "": the one that came with the program, if there is one
  std::string ranker = "auto";
  std::string first_stage = "vectors";
  std::uint32_t rerank = 2048;
  bool exact = false;
  std::string mode;        // "": as the model was trained
  std::string index, proofs;
  std::uint32_t threads = 2;
  QuestionOptions question;
};

// --model and how its attention is used: the same for a problem and for an experiment.
template <class Options>
void add_model_choice(CLI::App& command, Options& options) {
  command.add_option("--model", options.model, "a model file; the shipped one if not given");
  command.add_option("--mode", options.mode,
                     "joint or pair: what attention sees at once; as trained if not given");
  command.add_flag("--exact", options.exact, "let attention look at every candidate");
  command.add_option("--rerank", options.rerank, "how many candidates attention looks at")
      ->capture_default_str();
  command.add_option("--first-stage", options.first_stage, "the ranker that chooses those")
      ->capture_default_str();
}
void add_ranking_options(CLI::App& command, RankingOptions& options);

// A model with what it needs to rank.
struct LoadedModel {
  std::string path;
  Model model;
  Network network;

  LoadedModel(const std::string& file, const std::string& mode, std::uint32_t threads);
};

// `file`, or if that is empty the model that came with the program: in $WINNOW_MODELS, in models/
// beside the program, above it (a build tree), or in ../share/winnow/models. Null if there is none.
std::unique_ptr<LoadedModel> load_model(const std::string& file, const std::string& mode,
                                        std::uint32_t threads);

// "auto" is the best sum of rankers that there is evidence for; anything else is itself.
std::string resolve_ranker(const std::string& ranker, bool has_model, bool has_proofs);

// The options of a ranking as a command line gives them.
RankOptions make_rank_options(const std::string& ranker, const std::string& first_stage,
                              std::uint32_t rerank, bool exact);

// A problem that was read and ranked. Says on stderr if it does without a model.
class RankedProblem {
 public:
  explicit RankedProblem(const RankingOptions& options);

  const ProblemQuestion& question() const { return *question_; }
  const Ranking& ranking() const { return ranking_; }
  const std::string& ranker() const { return ranker_; }
  const LoadedModel* model() const { return model_.get(); }  // null if no ranker needed one

  // Texts of the candidates that are not required, best first; and of those that always stay:
  // declarations of types, then required candidates in their order.
  std::vector<std::string_view> premises() const;
  std::vector<std::string_view> always() const;

 private:
  TermBank bank_;
  Problem problem_;
  std::optional<Index> index_;
  std::optional<Store> proofs_;
  std::unique_ptr<LoadedModel> model_;
  std::optional<ProblemQuestion> question_;
  std::string ranker_;
  Ranking ranking_;
};

}  // namespace winnow
