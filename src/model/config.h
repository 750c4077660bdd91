// model/config.h - a model's options as types, checked once.
#pragma once

#include "dag/dag.h"
#include "plan/batch_plan.h"
#include "plan/example_batch.h"
#include "winnow/options.h"

namespace winnow {

struct ModelConfig {
  Architecture architecture;
  Mode mode = Mode::joint;
  VariableLabels variables = VariableLabels::generic;
  std::uint32_t width = 0, edge_width = 0, heads = 0, head_width = 0;
  bool cell_norm = false, classifier_norm = false, match = false, precedents = false;
  bool classify = true;        // it has a classifier
  bool graph = true;           // it has an encoder of graphs
  std::uint32_t retrieve = 0;  // length of the vectors that retrieve; 0: none
  bool retrieve_features = false, retrieve_graph = false;  // what these are made of
  std::uint32_t memory = 0;  // occurrences that earn a premise its own vector; 0: no memory
};

// Throws InputError naming the option that is wrong and the values it may have.
ModelConfig make_config(const ModelOptions& options);
Mode mode_of(std::string_view name);

}  // namespace winnow
