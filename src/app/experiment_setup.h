// app/experiment_setup.h - what the experiments have in common: problems, evidence, rankers.
#pragma once

#include "app/ranking.h"
#include "rank/corpus.h"
#include "select/ranker_choice.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace winnow {

struct ExperimentOptions {
  std::string data, split = "dev", problems = "100";
  std::uint64_t seed = 1;
  SelectorOptions selector;
  RankOptions rank;
  bool quiet = false;
};

void add_experiment_options(CLI::App& command, ExperimentOptions& options);

// Opens the store, chooses the problems, and prepares what the rankers need and no more.
class ExperimentSetup {
 public:
  ExperimentSetup(const ExperimentOptions& options, const std::vector<std::string>& rankers);

  const Store& store() const { return store_; }
  const Corpus& corpus() const { return *corpus_; }
  const std::vector<ExampleId>& problems() const { return problems_; }
  const LoadedModel* model() const { return model_.get(); }
  RankerOptions rank_options(const std::string& ranker) const;

 private:
  ExperimentOptions options_;
  Store store_;
  std::vector<ExampleId> problems_;
  std::unique_ptr<LoadedModel> model_;
  std::unique_ptr<Corpus> corpus_;
};

}  // namespace winnow
