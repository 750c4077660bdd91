#include "tests/twin/twin.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

namespace winnow {

namespace {

using torch::Tensor;
using Ids = std::vector<std::int64_t>;

Tensor ids(const Ids& list) { return torch::tensor(list, torch::kInt64); }

// Nodes in one list, predecessors of each with edge labels: what an LSTM pass goes over.
struct Graphs {
  Ids inputs;  // [nodes] row of the input matrix
  std::vector<std::vector<std::pair<std::int64_t, std::int64_t>>> predecessors;  // (node, label)
};

class Twin {
 public:
  Twin(const ModelConfig& config, const ParameterMap& parameters, const Forest& forest,
       std::span<const PremiseItem> items)
      : config_(config),
        parameters_(parameters),
        forest_(forest),
        items_(items),
        options_(parameters.begin()->second.options().requires_grad(false)) {
    node_weights_ = torch::tensor(forest.node_counts()).to(options_.dtype());
  }

  Tensor logits() {
    Tensor premises, conjectures;
    Tensor states = embed();
    std::tie(premises, conjectures) = pool(states);
    Tensor hidden = premises.matmul(weight("classifier.premise.weight").t()) +
                    conjectures.matmul(weight("classifier.conjecture.weight").t()) +
                    weight("classifier.hidden.bias");
    Tensor memories;
    if (config_.memory != 0) {
      Ids rows;
      for (const PremiseItem& item : items_) rows.push_back(item.memory);
      memories = weight("memory.table").index_select(0, ids(rows));
      hidden = hidden + memories.matmul(weight("classifier.memory.weight").t());
    }
    if (config_.precedents) {
      std::vector<double> numbers;
      for (const PremiseItem& item : items_)
        numbers.insert(numbers.end(), item.precedents.begin(), item.precedents.end());
      Tensor precedents = torch::tensor(numbers, torch::kDouble).to(options_.dtype());
      hidden =
          hidden + precedents.view({hidden.size(0), -1}).matmul(weight("precedents.weight").t());
    }
    hidden = config_.classifier_norm
                 ? batch_norm("classifier.norm", hidden, torch::ones({hidden.size(0)}, options_))
                 : hidden.relu();
    if (config_.architecture.compare) hidden = hidden + compare(hidden);
    if (config_.match) {
      Tensor half = premises.matmul(weight("match.premise.weight").t());
      if (config_.memory != 0) half = half + memories.matmul(weight("match.memory.weight").t());
      hidden =
          torch::cat({hidden, half * conjectures.matmul(weight("match.conjecture.weight").t())}, 1);
    }
    return (hidden.matmul(weight("classifier.out.weight").t()) + weight("classifier.out.bias"))
        .view({-1});
  }

 private:
  Tensor weight(const std::string& name) const { return parameters_.at(name); }

  Tensor batch_norm(const std::string& name, const Tensor& x, const Tensor& weights) const {
    Tensor share = (weights / weights.sum()).unsqueeze(1);
    Tensor mean = (x * share).sum(0);
    Tensor variance = ((x - mean).pow(2) * share).sum(0);
    Tensor hat = (x - mean) / (variance + 1e-5).sqrt();
    return (hat * weight(name + ".gain") + weight(name + ".bias")).relu();
  }

  Tensor network(const std::string& name, const Tensor& hidden, const Tensor& weights) const {
    return (batch_norm(name + ".norm", hidden + weight(name + ".hidden.bias"), weights)
                .matmul(weight(name + ".out.weight").t()) +
            weight(name + ".out.bias"))
        .relu();
  }

  // Layer norm of each of the four gates of [rows, 4 d] on its own.
  Tensor gate_norm(const std::string& name, const Tensor& x) const {
    std::int64_t d = config_.width;
    Tensor hat = torch::layer_norm(x.view({-1, 4, d}), {d}).view({-1, 4 * d});
    return hat * weight(name + ".gain") + weight(name + ".bias");
  }

  // h of every node. States are kept level by level. What later levels need of a level is gathered
  // from it once and split, so that no gradient of a whole level is made more than once; a level's
  // messages are added in one go.
  Tensor lstm(const std::string& name, const Graphs& graphs, const Tensor& inputs) const {
    std::int64_t d = config_.width;
    auto nodes = static_cast<std::int64_t>(graphs.inputs.size());
    Ids level(graphs.inputs.size(), -1), place(graphs.inputs.size());
    std::vector<Ids> by_level;
    for (std::int64_t node : topological(graphs)) {
      std::int64_t own = 0;
      for (auto [from, label] : graphs.predecessors[node]) own = std::max(own, level[from] + 1);
      level[node] = own;
      if (by_level.size() <= static_cast<std::size_t>(own)) by_level.resize(own + 1);
      place[node] = static_cast<std::int64_t>(by_level[own].size());
      by_level[own].push_back(node);
    }
    // Edges by source level, then by (receiving level, label).
    struct Bundle {
      Ids places, receivers;  // in the source level, in the receiving level
    };
    std::vector<std::map<std::pair<std::int64_t, std::int64_t>, Bundle>> bundles(by_level.size());
    for (std::int64_t node = 0; node < nodes; ++node)
      for (auto [from, label] : graphs.predecessors[node]) {
        Bundle& bundle = bundles[level[from]][{level[node], label}];
        bundle.places.push_back(place[from]);
        bundle.receivers.push_back(place[node]);
      }
    struct Arrival {
      Tensor h, c;
      const Ids* receivers;
    };
    std::vector<std::map<std::int64_t, std::vector<Arrival>>> arrivals(by_level.size());

    Tensor wx =
        gate_norm(name + ".w_norm", inputs.matmul(weight(name + ".w").t())) + weight(name + ".b");
    auto matrices = weight(name + ".u").unbind(0);
    std::vector<Tensor> h_levels;
    for (std::size_t l = 0; l < by_level.size(); ++l) {
      Ids rows;
      for (std::int64_t node : by_level[l]) rows.push_back(graphs.inputs[node]);
      Tensor x = wx.index_select(0, ids(rows));
      Tensor sums = x.slice(1, 0, 3 * d), kept;
      if (!arrivals[l].empty()) {
        std::vector<Tensor> products, cells;
        Ids receivers;
        for (const auto& [label, parts] : arrivals[l]) {
          std::vector<Tensor> h_parts;
          for (const Arrival& part : parts) {
            h_parts.push_back(part.h);
            cells.push_back(part.c);
            receivers.insert(receivers.end(), part.receivers->begin(), part.receivers->end());
          }
          products.push_back(torch::cat(h_parts).matmul(matrices[label].t()));
        }
        Tensor to = ids(receivers);
        Tensor messages = gate_norm(name + ".u_norm", torch::cat(products));
        sums = sums.index_add(0, to, messages.slice(1, 0, 3 * d));
        Tensor forget =
            (x.slice(1, 3 * d).index_select(0, to) + messages.slice(1, 3 * d)).sigmoid();
        kept = torch::zeros({x.size(0), d}, options_).index_add(0, to, forget * torch::cat(cells));
      }
      Tensor cell = sums.slice(1, 0, d).sigmoid() * sums.slice(1, 2 * d, 3 * d).tanh();
      if (kept.defined()) cell = cell + kept;
      Tensor shown = cell;
      if (config_.cell_norm)
        shown = torch::layer_norm(cell, {d}) * weight(name + ".c_norm.gain") +
                weight(name + ".c_norm.bias");
      Tensor h = sums.slice(1, d, 2 * d).sigmoid() * shown.tanh();
      h_levels.push_back(h);
      if (bundles[l].empty()) continue;
      Ids places, sizes;
      for (const auto& [key, bundle] : bundles[l]) {
        places.insert(places.end(), bundle.places.begin(), bundle.places.end());
        sizes.push_back(static_cast<std::int64_t>(bundle.places.size()));
      }
      Tensor at = ids(places);
      auto h_split = h.index_select(0, at).split_with_sizes(sizes);
      auto c_split = cell.index_select(0, at).split_with_sizes(sizes);
      std::size_t n = 0;
      for (const auto& [key, bundle] : bundles[l]) {
        arrivals[key.first][key.second].push_back({h_split[n], c_split[n], &bundle.receivers});
        ++n;
      }
    }
    Ids first, position(nodes);
    std::int64_t sum = 0;
    for (const Ids& members : by_level) {
      first.push_back(sum);
      sum += static_cast<std::int64_t>(members.size());
    }
    for (std::int64_t node = 0; node < nodes; ++node)
      position[node] = first[level[node]] + place[node];
    return torch::cat(h_levels).index_select(0, ids(position));
  }

  static Ids topological(const Graphs& graphs) {
    Ids order, waiting(graphs.inputs.size());
    std::vector<Ids> successors(graphs.inputs.size());
    for (std::size_t node = 0; node < graphs.inputs.size(); ++node) {
      waiting[node] = static_cast<std::int64_t>(graphs.predecessors[node].size());
      for (auto [from, label] : graphs.predecessors[node]) successors[from].push_back(node);
      if (waiting[node] == 0) order.push_back(node);
    }
    for (std::size_t i = 0; i < order.size(); ++i)
      for (std::int64_t to : successors[order[i]])
        if (--waiting[to] == 0) order.push_back(to);
    return order;
  }

  Graphs graphs(Direction direction) const {
    Graphs result;
    result.predecessors.resize(forest_.nodes());
    for (std::uint32_t node = 0; node < forest_.nodes(); ++node) {
      result.inputs.push_back(node);
      for (std::uint32_t edge = forest_.first_edge(node); edge < forest_.arg_ends[node]; ++edge) {
        std::uint32_t arg = forest_.args[edge], label = forest_.edge_labels[edge];
        if (direction == Direction::up)
          result.predecessors[node].push_back({arg, label});
        else
          result.predecessors[arg].push_back({node, label});
      }
    }
    return result;
  }

  Tensor embed() const {
    Ids starts(forest_.starts.begin(), forest_.starts.end());
    Tensor start =
        batch_norm("start.norm", weight("start.table").index_select(0, ids(starts)), node_weights_);
    switch (config_.architecture.embedder) {
      case Embedder::mpnn:
        return mpnn(start);
      case Embedder::gcn:
        return gcn(start);
      case Embedder::daglstm: {
        Direction direction = config_.architecture.direction;
        return lstm(direction == Direction::up ? "up" : "down", graphs(direction), start);
      }
      case Embedder::bidir:
        break;
    }
    Tensor up = lstm("up", graphs(Direction::up), start);
    Tensor down = lstm("down", graphs(Direction::down), start);
    Tensor hidden =
        up.matmul(weight("both.up.weight").t()) + down.matmul(weight("both.down.weight").t());
    return network("both", hidden, node_weights_);
  }

  struct Edges {
    Tensor parents, children, labels, weights;
  };
  Edges edges() const {
    Ids parents, children, labels;
    for (std::uint32_t node = 0; node < forest_.nodes(); ++node)
      for (std::uint32_t edge = forest_.first_edge(node); edge < forest_.arg_ends[node]; ++edge) {
        parents.push_back(node);
        children.push_back(forest_.args[edge]);
        labels.push_back(forest_.edge_labels[edge]);
      }
    Tensor parent_ids = ids(parents);
    return {parent_ids, ids(children), ids(labels), node_weights_.index_select(0, parent_ids)};
  }

  Tensor messages(const std::string& name, const Tensor& h, const Tensor& to, const Tensor& from,
                  const Tensor& edge_states, const Tensor& weights) const {
    Tensor hidden = h.index_select(0, to).matmul(weight(name + ".receiver.weight").t()) +
                    h.index_select(0, from).matmul(weight(name + ".sender.weight").t()) +
                    edge_states.matmul(weight(name + ".edge.weight").t());
    return torch::zeros_like(h).index_add(0, to, network(name, hidden, weights));
  }

  Tensor mpnn(Tensor h) const {
    Edges e = edges();
    Tensor edge_states =
        batch_norm("edge.norm", weight("edge.table").index_select(0, e.labels), e.weights);
    for (std::uint32_t t = 1; t <= config_.architecture.rounds; ++t) {
      std::string name = "mpnn." + std::to_string(t);
      Tensor from_parents =
          messages(name + ".parents", h, e.children, e.parents, edge_states, e.weights);
      Tensor from_children =
          messages(name + ".children", h, e.parents, e.children, edge_states, e.weights);
      Tensor hidden = h.matmul(weight(name + ".update.self.weight").t()) +
                      from_parents.matmul(weight(name + ".update.parents.weight").t()) +
                      from_children.matmul(weight(name + ".update.children.weight").t());
      h = h + network(name + ".update", hidden, node_weights_);
    }
    return h;
  }

  Tensor gcn(Tensor h) const {
    Edges e = edges();
    Tensor ones = torch::ones({e.parents.size(0)}, options_);
    Tensor degree = torch::zeros({h.size(0)}, options_)
                        .index_add(0, e.parents, ones)
                        .index_add(0, e.children, ones)
                        .clamp_min(1)
                        .unsqueeze(1);
    Tensor scale = degree.rsqrt();
    for (std::uint32_t t = 1; t <= config_.architecture.rounds; ++t) {
      Tensor scaled = h * scale;
      Tensor sum = torch::zeros_like(h)
                       .index_add(0, e.parents, scaled.index_select(0, e.children))
                       .index_add(0, e.children, scaled.index_select(0, e.parents));
      h = (h / degree + sum * scale)
              .matmul(weight("gcn." + std::to_string(t) + ".weight").t())
              .relu();
    }
    return h;
  }

  std::uint32_t root(std::uint32_t graph, std::uint32_t n) const {
    return forest_.roots[forest_.first_root(graph) + n];
  }

  std::pair<Tensor, Tensor> pool(const Tensor& states) const {
    if (config_.architecture.pooling == Pooling::max) return pool_by_max(states);
    if (config_.architecture.pooling == Pooling::attdag) return pool_by_attention(states);
    Tensor normed = torch::layer_norm(states, {states.size(1)}) * weight("pool.norm.gain") +
                    weight("pool.norm.bias");
    Tensor h = lstm("pool", graphs(Direction::up), normed);
    Ids premises, conjectures;
    for (const PremiseItem& item : items_) {
      premises.push_back(root(item.premise, item.root));
      conjectures.push_back(root(item.conjecture, 0));
    }
    return {h.index_select(0, ids(premises)), h.index_select(0, ids(conjectures))};
  }

  std::pair<Tensor, Tensor> pool_by_max(const Tensor& states) const {
    std::map<std::uint32_t, Tensor> pooled;
    auto row = [&](std::uint32_t from) {
      Tensor& result = pooled[from];
      if (result.defined()) return result;
      Ids below = {from};
      std::vector<bool> seen(forest_.nodes());
      for (std::size_t i = 0; i < below.size(); ++i)
        for (std::uint32_t edge = forest_.first_edge(below[i]); edge < forest_.arg_ends[below[i]];
             ++edge)
          if (!seen[forest_.args[edge]]) {
            seen[forest_.args[edge]] = true;
            below.push_back(forest_.args[edge]);
          }
      return result = std::get<0>(states.index_select(0, ids(below)).max(0));
    };
    std::vector<Tensor> premises, conjectures;
    for (const PremiseItem& item : items_) {
      premises.push_back(row(root(item.premise, item.root)));
      conjectures.push_back(row(root(item.conjecture, 0)));
    }
    return {torch::stack(premises), torch::stack(conjectures)};
  }

  // Attention as edges between equally labelled nodes of the two graphs of an instance; pooling
  // then goes over all instances' nodes as disjoint graphs.
  struct Side {
    Ids asking, asked;       // [attention edges] pooled node, state row of the key
    Ids nodes, node_states;  // pooled nodes of this side, and their state rows
  };
  std::pair<Tensor, Tensor> pool_by_attention(const Tensor& states) const {
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::pair<std::int64_t, std::int64_t>>
        instances;
    Graphs pooled;
    Ids state_rows, kinds, premises, conjectures;
    Side sides[2];
    auto add_graph = [&](Side& side, std::uint32_t graph, std::uint32_t other) {
      auto base = static_cast<std::int64_t>(state_rows.size());
      std::map<std::uint32_t, Ids> by_name;
      for (std::uint32_t node = forest_.first_node(other); node < forest_.graph_ends[other]; ++node)
        by_name[forest_.names[node]].push_back(node);
      std::int64_t offset = base - forest_.first_node(graph);
      for (std::uint32_t node = forest_.first_node(graph); node < forest_.graph_ends[graph];
           ++node) {
        side.nodes.push_back(node + offset);
        pooled.inputs.push_back(node + offset);
        pooled.predecessors.emplace_back();
        state_rows.push_back(node);
        kinds.push_back(static_cast<std::int64_t>(forest_.kinds[node]));
        for (std::uint32_t edge = forest_.first_edge(node); edge < forest_.arg_ends[node]; ++edge)
          pooled.predecessors.back().push_back(
              {forest_.args[edge] + offset, forest_.edge_labels[edge]});
        auto found = by_name.find(forest_.names[node]);
        if (found == by_name.end()) continue;
        for (std::int64_t key : found->second) {
          side.asking.push_back(node + offset);
          side.asked.push_back(key);
        }
      }
      return offset;
    };
    for (const PremiseItem& item : items_) {
      auto [found, is_new] = instances.try_emplace({item.premise, item.conjecture});
      if (is_new) {
        std::int64_t conjecture = add_graph(sides[kConjectureSide], item.conjecture, item.premise);
        std::int64_t premise = add_graph(sides[kPremiseSide], item.premise, item.conjecture);
        found->second = {premise, conjecture};
      }
      premises.push_back(root(item.premise, item.root) + found->second.first);
      conjectures.push_back(root(item.conjecture, 0) + found->second.second);
    }
    Tensor s = states.index_select(0, ids(state_rows));
    Tensor attended = torch::zeros_like(s);
    Tensor kind_rows = ids(kinds);
    const char* names[] = {"attention.conjecture", "attention.premise"};
    for (int side = 0; side < 2; ++side)
      attended = attended + attend(names[side], sides[side], s, states, kind_rows);
    Tensor h = lstm("pool", pooled, torch::cat({s, attended}, 1));
    return {h.index_select(0, ids(premises)), h.index_select(0, ids(conjectures))};
  }

  Tensor attend(const std::string& name, const Side& side, const Tensor& s, const Tensor& states,
                const Tensor& kinds) const {
    std::int64_t heads = config_.heads, width = config_.head_width, nodes = s.size(0);
    if (side.asking.empty()) return torch::zeros_like(s);
    Tensor asking = ids(side.asking), asked = ids(side.asked);
    Tensor q = s.matmul(weight(name + ".q.weight").t()).view({-1, heads, width});
    Tensor k = states.matmul(weight(name + ".k.weight").t()).view({-1, heads, width});
    Tensor v = states.matmul(weight(name + ".v.weight").t()).view({-1, heads, width});
    Tensor score = (q.index_select(0, asking) * k.index_select(0, asked)).sum(2) /
                   std::sqrt(static_cast<double>(width));
    Tensor exponent = (score - score.max().detach()).exp();  // [edges, heads]
    Tensor total = torch::zeros({nodes, heads}, options_).index_add(0, asking, exponent);
    Tensor share = exponent / total.index_select(0, asking);
    Tensor found = torch::zeros({nodes, heads, width}, options_)
                       .index_add(0, asking, share.unsqueeze(2) * v.index_select(0, asked));
    Tensor gates = weight(name + ".kinds").matmul(weight(name + ".gate.weight").t()).sigmoid();
    return found.view({nodes, heads * width}).matmul(weight(name + ".o.weight").t()) *
           gates.index_select(0, kinds);
  }

  // Items of one pair of graphs attend to each other.
  Tensor compare(const Tensor& h) const {
    std::int64_t heads = config_.heads, width = config_.head_width, items = h.size(0);
    auto by_heads = [&](const char* name) {
      return h.matmul(weight(name).t()).view({items, heads, width}).transpose(0, 1);
    };
    Tensor apart = torch::zeros({items, items}, options_);
    for (std::int64_t i = 0; i < items; ++i)
      for (std::int64_t j = 0; j < items; ++j)
        if (items_[i].premise != items_[j].premise || items_[i].conjecture != items_[j].conjecture)
          apart[i][j] = -1e30;
    Tensor score = by_heads("beside.q.weight").matmul(by_heads("beside.k.weight").transpose(1, 2)) /
                   std::sqrt(static_cast<double>(width));
    Tensor found = (score + apart).softmax(2).matmul(by_heads("beside.v.weight"));
    found = found.transpose(0, 1).reshape({items, heads * width});
    return batch_norm(
        "beside.norm",
        h.matmul(weight("beside.self.weight").t()) + found.matmul(weight("beside.o.weight").t()),
        torch::ones({items}, options_));
  }

  const ModelConfig& config_;
  const ParameterMap& parameters_;
  const Forest& forest_;
  std::span<const PremiseItem> items_;
  torch::TensorOptions options_;
  Tensor node_weights_;
};

}  // namespace

Tensor twin_logits(const ModelConfig& config, const ParameterMap& parameters, const Forest& forest,
                   std::span<const PremiseItem> items) {
  return Twin(config, parameters, forest, items).logits();
}

}  // namespace winnow
