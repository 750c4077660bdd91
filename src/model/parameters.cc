#include "model/parameters.h"

namespace winnow {

namespace {

// Collects specs; each function adds the tensors of one part under a prefix.
class SpecList {
 public:
  std::vector<ParameterSpec> specs;

  void add(std::string name, std::vector<std::size_t> shape, InitialValues start,
           bool trained = true) {
    specs.push_back({std::move(name), std::move(shape), start, trained});
  }
  void matrix(const std::string& name, std::size_t out, std::size_t in) {
    add(name + ".weight", {out, in}, InitialValues::uniform);
  }
  void bias(const std::string& name, std::size_t size) {
    add(name + ".bias", {size}, InitialValues::zeros);
  }
  void layer_norm(const std::string& name, std::size_t size) {
    add(name + ".gain", {size}, InitialValues::ones);
    add(name + ".bias", {size}, InitialValues::zeros);
  }
  void batch_norm(const std::string& name, std::size_t size) {
    layer_norm(name, size);
    add(name + ".mean", {size}, InitialValues::zeros, false);
    add(name + ".variance", {size}, InitialValues::ones, false);
  }
  void lstm(const std::string& name, std::size_t width, std::size_t input, std::size_t labels,
            bool cell_norm) {
    add(name + ".w", {4 * width, input}, InitialValues::uniform);
    add(name + ".u", {labels, 4 * width, width}, InitialValues::uniform);
    add(name + ".b", {4 * width}, InitialValues::zeros);
    layer_norm(name + ".w_norm", 4 * width);
    layer_norm(name + ".u_norm", 4 * width);
    if (cell_norm) layer_norm(name + ".c_norm", width);
  }
  // The tail of an F network: BN - ReLU - Linear - ReLU; its first Linear is in named parts.
  void network_tail(const std::string& name, std::size_t width) {
    bias(name + ".hidden", width);
    batch_norm(name + ".norm", width);
    matrix(name + ".out", width, width);
    bias(name + ".out", width);
  }
};

void add_embedder(SpecList& list, const ModelConfig& c, std::size_t edge_labels) {
  std::size_t d = c.width;
  switch (c.architecture.embedder) {
    case Embedder::mpnn:
      list.add("edge.table", {edge_labels, c.edge_width}, InitialValues::normal);
      list.batch_norm("edge.norm", c.edge_width);
      for (std::uint32_t t = 1; t <= c.architecture.rounds; ++t) {
        std::string round = "mpnn." + std::to_string(t);
        for (const char* side : {".parents", ".children"}) {
          list.matrix(round + side + ".receiver", d, d);
          list.matrix(round + side + ".sender", d, d);
          list.matrix(round + side + ".edge", d, c.edge_width);
          list.network_tail(round + side, d);
        }
        for (const char* part : {".update.self", ".update.parents", ".update.children"})
          list.matrix(round + part, d, d);
        list.network_tail(round + ".update", d);
      }
      break;
    case Embedder::gcn:
      for (std::uint32_t t = 1; t <= c.architecture.rounds; ++t)
        list.matrix("gcn." + std::to_string(t), d, d);
      break;
    case Embedder::daglstm:
      list.lstm(c.architecture.direction == Direction::up ? "up" : "down", d, d, edge_labels,
                c.cell_norm);
      break;
    case Embedder::bidir:
      list.lstm("up", d, d, edge_labels, c.cell_norm);
      list.lstm("down", d, d, edge_labels, c.cell_norm);
      list.matrix("both.up", d, d);
      list.matrix("both.down", d, d);
      list.network_tail("both", d);
      break;
  }
}

void add_pooling(SpecList& list, const ModelConfig& c, std::size_t edge_labels) {
  std::size_t d = c.width, heads = std::size_t{c.heads} * c.head_width;
  switch (c.architecture.pooling) {
    case Pooling::max:
      break;
    case Pooling::dag:
      list.layer_norm("pool.norm", d);
      list.lstm("pool", d, d, edge_labels, c.cell_norm);
      break;
    case Pooling::attdag:
      for (const char* side : {"attention.conjecture", "attention.premise"}) {
        for (const char* part : {".q", ".k", ".v"}) list.matrix(std::string(side) + part, heads, d);
        list.matrix(std::string(side) + ".o", d, heads);
        list.matrix(std::string(side) + ".gate", d, d);
        list.add(std::string(side) + ".kinds", {static_cast<std::size_t>(kKinds), d},
                 InitialValues::normal);
      }
      list.lstm("pool", d, 2 * d, edge_labels, c.cell_norm);
      break;
  }
}

void add_classifier(SpecList& list, const ModelConfig& c, std::size_t memory_rows) {
  std::size_t d = c.width, heads = std::size_t{c.heads} * c.head_width;
  // What the memory holds of a premise begins as nothing.
  if (c.memory != 0) list.add("memory.table", {memory_rows, d}, InitialValues::zeros);
  for (const char* part : {"classifier", "match"}) {
    if (part == std::string_view("match") && !c.match) continue;
    list.matrix(std::string(part) + ".premise", d, d);
    list.matrix(std::string(part) + ".conjecture", d, d);
    if (c.memory != 0) list.matrix(std::string(part) + ".memory", d, d);
  }
  list.bias("classifier.hidden", d);
  // A model that begins with one without precedents begins as that one.
  if (c.precedents) list.add("precedents.weight", {d, kPrecedents}, InitialValues::zeros);
  if (c.classifier_norm) list.batch_norm("classifier.norm", d);
  if (c.architecture.compare) {
    for (const char* part : {"beside.q", "beside.k", "beside.v"}) list.matrix(part, heads, d);
    list.matrix("beside.o", d, heads);
    list.matrix("beside.self", d, d);
    list.batch_norm("beside.norm", d);
  }
  list.matrix("classifier.out", 1, c.match ? 2 * d : d);
  list.bias("classifier.out", 1);
}

void add_retrieval(SpecList& list, const ModelConfig& c, const TableSizes& sizes) {
  std::size_t r = c.retrieve;
  if (c.retrieve_features)
    list.add("retrieve.rarity", {sizes.feature_rows, 1}, InitialValues::zeros, false);
  for (const char* side : {"retrieve.goal", "retrieve.premise"}) {
    if (c.retrieve_features)
      list.add(std::string(side) + ".table", {sizes.feature_rows, r}, InitialValues::uniform);
    if (c.retrieve_graph) list.matrix(side, r, c.width);
  }
  list.add("retrieve.own.table", {sizes.used_rows, r}, InitialValues::zeros);
  list.add("retrieve.term.table", {sizes.used_rows, 1}, InitialValues::zeros);
  list.add("retrieve.slope", {1}, InitialValues::ones);
}

}  // namespace

std::size_t ParameterSpec::size() const {
  std::size_t product = 1;
  for (std::size_t extent : shape) product *= extent;
  return product;
}

std::vector<ParameterSpec> parameter_specs(const ModelConfig& config, const TableSizes& sizes) {
  SpecList list;
  if (config.graph) {
    list.add("start.table", {sizes.start_rows, config.width}, InitialValues::normal);
    list.batch_norm("start.norm", config.width);
    add_embedder(list, config, sizes.edge_labels);
    add_pooling(list, config, sizes.edge_labels);
  }
  if (config.classify) add_classifier(list, config, sizes.memory_rows);
  if (config.retrieve != 0) add_retrieval(list, config, sizes);
  return list.specs;
}

}  // namespace winnow
