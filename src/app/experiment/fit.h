// app/experiment/fit.h - `winnow experiment features` and `fit`: how a fusion is learned.
#pragma once

#include "app/cli/output.h"
#include "app/experiment/setup.h"
#include "rank/fusion.h"

#include <string>
#include <vector>

namespace winnow {

struct FeaturesExperimentOptions {
  ExperimentOptions common;
  std::string except;           // a file of names that are not learned from, or ""
  std::string order = "mixed";  // of the library: kept, or different from question to question
  OutputChoice out;
};
void run_features_experiment(const FeaturesExperimentOptions& options);

struct FitExperimentOptions {
  std::vector<std::string> rows;  // files of `winnow experiment features`
  OutputChoice out;
  FitOptions fit;
};
void run_fit_experiment(const FitExperimentOptions& options);

}  // namespace winnow
