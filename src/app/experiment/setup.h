// app/experiment/setup.h - what the experiments have in common: problems, evidence, rankers.
#pragma once

#include "app/cli/rank_options.h"
#include "rank/corpus.h"
#include "select/ranker_choice.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace winnow {

inline constexpr const char* kNoFusion = "none";

struct ExperimentOptions {
  std::string data, split = "dev", problems = "100";
  std::string tptp, needs;  // a folder of problems instead of `data`, and what they need
  std::uint64_t seed = 1;
  SelectorOptions selector;
  RankOptions rank;
  std::string fusion;  // a file; "": as load_fusion; or kNoFusion
  bool quiet = false;
};

// `folders`: questions may also be TPTP problems in a folder.
void add_experiment_options(CLI::App& command, ExperimentOptions& options, bool folders = false);

// What rankers are made of beside the questions. Loads no model that none of the rankers takes.
struct RankingTools {
  std::unique_ptr<LoadedModel> model;
  std::optional<Fusion> fusion;
  bool encodings = false;  // whether any ranker needs them of all candidates
};
RankingTools load_tools(const ExperimentOptions& options, const std::vector<std::string>& rankers);

// Opens the store, chooses the problems, and prepares what the rankers need and no more.
class ExperimentSetup {
 public:
  ExperimentSetup(const ExperimentOptions& options, const std::vector<std::string>& rankers);

  const Store& store() const { return store_; }
  const Corpus& corpus() const { return *corpus_; }
  const std::vector<ExampleId>& problems() const { return problems_; }
  const LoadedModel* model() const { return tools_.model.get(); }
  const Fusion* fusion() const { return tools_.fusion ? &*tools_.fusion : nullptr; }
  RankerOptions rank_options(const std::string& ranker) const;

 private:
  ExperimentOptions options_;
  Store store_;
  std::vector<ExampleId> problems_;
  RankingTools tools_;
  std::unique_ptr<Corpus> corpus_;
};

}  // namespace winnow
