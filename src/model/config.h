// model/config.h - a model's options as types, checked once.
// in: ModelOptions, words and numbers as a user or a file says them
// out: a ModelConfig, which is what plans, parameters and the forward pass look at; or an InputError
#pragma once

#include "dag/dag.h"
#include "plan/batch_plan.h"
#include "winnow/options.h"

#include <array>
#include <string_view>

namespace winnow {

template <class Value>
struct NamedValue {
  std::string_view name;
  Value value;
};
// By their names in options.h (config.cc checks that none is missing), as tables list them.
inline constexpr std::array kEmbedders = {NamedValue<Embedder>{"mpnn", Embedder::mpnn},
                                          NamedValue<Embedder>{"gcn", Embedder::gcn},
                                          NamedValue<Embedder>{"daglstm", Embedder::daglstm},
                                          NamedValue<Embedder>{"bidir", Embedder::bidir}};
inline constexpr std::array kPoolings = {NamedValue<Pooling>{"max", Pooling::max},
                                         NamedValue<Pooling>{"dag", Pooling::dag},
                                         NamedValue<Pooling>{"attdag", Pooling::attdag}};

// joint: the premises of an example are judged together, as one graph. pair: each by itself.
enum class ExampleMode : std::uint8_t { joint, pair };

struct ModelConfig {
  Architecture architecture;
  ExampleMode mode = ExampleMode::joint;
  VariableLabels variables = VariableLabels::generic;
  std::uint32_t width = 0, edge_width = 0, heads = 0, head_width = 0;
  bool cell_norm = false, classifier_norm = false, match = false, precedents = false;
  bool classify = true;        // it has a classifier
  bool graph = true;           // it has an encoder of graphs
  std::uint32_t retrieve = 0;  // length of the vectors that retrieve; 0: none
  bool retrieve_features = false, retrieve_graph = false;  // what these are made of
  std::uint32_t rerank = 0, rerank_group = 0;  // it judges the best so many, in groups; 0: all
  std::uint32_t rarities = 0;  // ranges of rarity of unknown symbols; 0: they are all alike
  std::uint32_t memory = 0;    // occurrences that earn a premise its own vector; 0: no memory
};

// Throws InputError naming the option that is wrong and the values it may have.
ModelConfig make_config(const ModelOptions& options);
// From names; throw InputError for one that no option has.
ExampleMode mode_of(std::string_view name);
Embedder embedder_of(std::string_view name);
Pooling pooling_of(std::string_view name);

// Columns of a formula's encoding: the classifier's part, then retrieval's (the last is the term).
std::uint32_t classifier_width(const ModelConfig& config);
std::uint32_t retrieval_width(const ModelConfig& config);
std::uint32_t encoding_width(const ModelConfig& config);

}  // namespace winnow
