// options.h - every option once: its name, its default, what it means.
// The command line, --help, the model file and the bindings all walk the same list, so a new
// option is one line here.
//
//   ModelOptions options;
//   each_option(options, [](std::string_view name, auto& value, std::string_view help) { ... });
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace winnow {

// The shape of a model: all that must be known to compute it. Stored in the model file.
struct ModelOptions {
  std::string embedder = "bidir";
  std::string direction = "up";
  std::string pooling = "attdag";
  std::string mode = "joint";
  std::string variables = "generic";
  std::uint32_t width = 128;
  std::uint32_t edge_width = 32;
  std::uint32_t rounds = 2;
  std::uint32_t heads = 2;
  std::uint32_t head_width = 0;
  bool cell_norm = true;
  bool classifier_norm = true;
};

template <class Options, class Visit>
void each_model_option(Options& o, Visit&& visit) {
  visit("embedder", o.embedder, "how nodes get states: mpnn, gcn, daglstm or bidir");
  visit("direction", o.direction, "of daglstm: up (arguments first) or down (parents first)");
  visit("pooling", o.pooling, "how states become one vector: max, dag or attdag");
  visit("mode", o.mode, "joint: all premises of an example are one graph; pair: one each");
  visit("variables", o.variables, "labels of variables: generic (one for all) or indexed");
  visit("width", o.width, "length of a node's vector");
  visit("edge-width", o.edge_width, "length of an edge's vector (mpnn)");
  visit("rounds", o.rounds, "rounds of message passing (mpnn, gcn)");
  visit("heads", o.heads, "attention heads (attdag)");
  visit("head-width", o.head_width, "length of a head's vectors; 0: same as width");
  visit("cell-norm", o.cell_norm, "one more layer norm on an LSTM's cell");
  visit("classifier-norm", o.classifier_norm, "batch norm inside the classifier");
}
template <class Visit>
void each_option(ModelOptions& o, Visit&& visit) {
  each_model_option(o, visit);
}
template <class Visit>
void each_option(const ModelOptions& o, Visit&& visit) {
  each_model_option(o, visit);
}

}  // namespace winnow
