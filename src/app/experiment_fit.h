// app/experiment_fit.h - `winnow experiment fit`: learns how to weigh features for a model.
#pragma once

#include "app/experiment_setup.h"
#include "app/output.h"
#include "rank/fusion.h"

namespace winnow {

struct FitExperimentOptions {
  ExperimentOptions common;
  std::string except;  // a file of names that are not learned from, or ""
  OutputChoice out;    // "": beside the model
  FitOptions fit;
};

void run_fit_experiment(const FitExperimentOptions& options);

}  // namespace winnow
