#include "model/config.h"

#include "winnow/error_code.h"

#include <initializer_list>
#include <utility>

namespace winnow {

namespace {

// Whether `words` ("max, dag") are exactly the names of the list, in its order.
template <class List>
constexpr bool names_all(std::string_view words, const List& list) {
  for (const auto& each : list) {
    if (!words.starts_with(each.name)) return false;
    words.remove_prefix(each.name.size());
    if (words.starts_with(", ")) words.remove_prefix(2);
  }
  return words.empty();
}
static_assert(names_all(kEmbedderNames.words, kEmbedders));
static_assert(names_all(kPoolingNames.words, kPoolings));

template <class List>
auto value_called(std::string_view name, const List& list) {
  for (const auto& each : list)
    if (each.name == name) return each.value;
  throw ContractError("a choice without a meaning", std::source_location::current());
}

// Needs: a text that check_options() let through.
template <class Value>
Value choose(std::string_view text,
             std::initializer_list<std::pair<std::string_view, Value>> choices) {
  for (const auto& [name, value] : choices)
    if (name == text) return value;
  throw ContractError("a choice without a meaning", std::source_location::current());
}

}  // namespace

ExampleMode mode_of(std::string_view name) {
  check_value("mode", name, kModes);
  return choose<ExampleMode>(name, {{"joint", ExampleMode::joint}, {"pair", ExampleMode::pair}});
}

Embedder embedder_of(std::string_view name) {
  check_value("embedder", name, kEmbedderNames);
  return value_called(name, kEmbedders);
}

Pooling pooling_of(std::string_view name) {
  check_value("pooling", name, kPoolingNames);
  return value_called(name, kPoolings);
}

ModelConfig make_config(const ModelOptions& o) {
  check_options(o);
  ModelConfig config;
  config.architecture.embedder = embedder_of(o.embedder);
  config.architecture.direction =
      choose<Direction>(o.direction, {{"up", Direction::up}, {"down", Direction::down}});
  config.architecture.pooling = pooling_of(o.pooling);
  config.architecture.rounds = o.rounds;
  config.mode = mode_of(o.mode);
  config.variables = choose<VariableLabels>(
      o.variables, {{"generic", VariableLabels::generic}, {"indexed", VariableLabels::indexed}});
  config.width = o.width;
  config.edge_width = o.edge_width;
  config.heads = o.heads;
  config.head_width = o.head_width == 0 ? config.width : o.head_width;
  config.cell_norm = o.cell_norm;
  config.classifier_norm = o.classifier_norm;
  config.match = o.match;
  config.architecture.compare = o.compare;
  config.memory = o.memory;
  config.precedents = o.precedents;
  config.classify = o.classify;
  if (!o.classify && o.retrieve == 0)
    throw CodedError(ErrorCode::option_missing, {"retrieve"},
                     "a model without a classifier retrieves", "give the length of its vectors");
  if (o.retrieve != 0) {
    config.retrieve = o.retrieve;
    enum class From : std::uint8_t { features, graph, both };
    From from =
        choose<From>(o.retrieve_from,
                     {{"features", From::features}, {"graph", From::graph}, {"both", From::both}});
    config.retrieve_features = from != From::graph;
    config.retrieve_graph = from != From::features;
  }
  config.rerank = o.rerank;
  config.rerank_group = o.rerank_group;
  config.rarities = o.rarities;
  // A vector that an index keeps must not change when the library grows.
  if (o.rarities != 0 && (o.rerank == 0 || config.retrieve_graph))
    throw CodedError(ErrorCode::option_missing, {"rerank"},
                     "rarities are those of the library at hand, so only a second stage has them",
                     "give 'rerank', and retrieve by features alone");
  config.graph = config.classify || config.retrieve_graph;
  return config;
}

std::uint32_t classifier_width(const ModelConfig& config) {
  if (config.rerank != 0) return 0;
  return config.classify ? (config.match ? 2 : 1) * config.width : 0;
}

std::uint32_t retrieval_width(const ModelConfig& config) {
  return config.retrieve == 0 ? 0 : config.retrieve + 1;
}

std::uint32_t encoding_width(const ModelConfig& config) {
  return classifier_width(config) + retrieval_width(config);
}

}  // namespace winnow
