#include "model/config.h"

#include "winnow/error.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <utility>
#include <vector>

namespace winnow {

namespace {

template <class Value>
Value choose(std::string_view option, std::string_view text,
             std::initializer_list<std::pair<std::string_view, Value>> choices) {
  std::vector<std::string_view> names;
  for (const auto& [name, value] : choices) {
    if (name == text) return value;
    names.push_back(name);
  }
  throw InputError(fmt::format("--{} cannot be '{}'", option, text),
                   fmt::format("choose one of: {}", fmt::join(names, ", ")));
}

std::uint32_t positive(std::string_view option, std::uint32_t value, std::uint32_t most) {
  if (value >= 1 && value <= most) return value;
  throw InputError(fmt::format("--{} cannot be {}", option, value),
                   fmt::format("it goes from 1 to {}", most));
}

}  // namespace

Mode mode_of(std::string_view name) {
  return choose<Mode>("mode", name, {{"joint", Mode::joint}, {"pair", Mode::pair}});
}

ModelConfig make_config(const ModelOptions& o) {
  ModelConfig config;
  config.architecture.embedder = choose<Embedder>("embedder", o.embedder,
                                                  {{"mpnn", Embedder::mpnn},
                                                   {"gcn", Embedder::gcn},
                                                   {"daglstm", Embedder::daglstm},
                                                   {"bidir", Embedder::bidir}});
  config.architecture.direction = choose<Direction>(
      "direction", o.direction, {{"up", Direction::up}, {"down", Direction::down}});
  config.architecture.pooling = choose<Pooling>(
      "pooling", o.pooling,
      {{"max", Pooling::max}, {"dag", Pooling::dag}, {"attdag", Pooling::attdag}});
  config.architecture.rounds = positive("rounds", o.rounds, 64);
  config.mode = mode_of(o.mode);
  config.variables = choose<VariableLabels>(
      "variables", o.variables,
      {{"generic", VariableLabels::generic}, {"indexed", VariableLabels::indexed}});
  config.width = positive("width", o.width, 4096);
  config.edge_width = positive("edge-width", o.edge_width, 4096);
  config.heads = positive("heads", o.heads, 64);
  config.head_width = o.head_width == 0 ? config.width : positive("head-width", o.head_width, 4096);
  config.cell_norm = o.cell_norm;
  config.classifier_norm = o.classifier_norm;
  config.match = o.match;
  config.architecture.compare = o.compare;
  config.memory = o.memory;
  config.precedents = o.precedents;
  return config;
}

}  // namespace winnow
