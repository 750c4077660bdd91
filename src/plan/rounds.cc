#include "plan/rounds.h"

#include "plan/class_table.h"
#include "term/hash.h"
#include "term/ragged.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace winnow {

namespace {

struct Neighbour {
  std::uint32_t label;
  std::uint64_t key;  // before the row's number: sums keep their order in every batch
  std::uint32_t row;
  auto operator<=>(const Neighbour&) const = default;
};

// Parents and children of every node, as edge lists in CSR form.
struct Neighbours {
  std::vector<std::uint32_t> ends, nodes, labels;

  std::span<const std::uint32_t> nodes_of(std::uint32_t node) const {
    return Ends(ends).list(nodes, node);
  }
  std::uint32_t degree(std::uint32_t node) const { return Ends(ends).size(node); }
};

Neighbours children_of(const Forest& forest) {
  return {forest.arg_ends, forest.args, forest.edge_labels};
}

Neighbours parents_of(const Forest& forest) {
  Neighbours result;
  std::vector<std::uint32_t> begins(forest.nodes() + 1, 0);
  for (std::uint32_t arg : forest.args) ++begins[arg + 1];
  std::partial_sum(begins.begin(), begins.end(), begins.begin());
  result.ends.assign(begins.begin() + 1, begins.end());
  result.nodes.resize(forest.args.size());
  result.labels.resize(forest.args.size());
  for (std::uint32_t node = 0; node < forest.nodes(); ++node)
    for (std::uint32_t edge = forest.first_edge(node); edge < forest.arg_ends[node]; ++edge) {
      std::uint32_t at = begins[forest.args[edge]]++;
      result.nodes[at] = node;
      result.labels[at] = forest.edge_labels[edge];
    }
  return result;
}

// Appends the multiset of a node's neighbours to a key: how many distinct, then each with its
// count.
void append_neighbours(const Neighbours& neighbours, std::uint32_t node,
                       std::span<const std::uint32_t> rows, std::span<const std::uint64_t> row_keys,
                       bool with_labels, std::vector<Neighbour>& scratch,
                       std::vector<std::uint32_t>& key) {
  scratch.clear();
  for (std::uint32_t at = Ends(neighbours.ends).begin(node); at < neighbours.ends[node]; ++at) {
    std::uint32_t row = rows[neighbours.nodes[at]];
    scratch.push_back({with_labels ? neighbours.labels[at] : 0, row_keys[row], row});
  }
  std::ranges::sort(scratch);
  std::size_t size_at = key.size();
  key.push_back(0);
  for (std::size_t i = 0; i < scratch.size();) {
    std::size_t next = i + 1;
    while (next < scratch.size() && scratch[next] == scratch[i]) ++next;
    key.insert(key.end(), {scratch[i].label, scratch[i].row, static_cast<std::uint32_t>(next - i)});
    ++key[size_at];
    i = next;
  }
}

// The same for the same state in every batch: row numbers become their keys.
std::uint64_t key_of(std::span<const std::uint32_t> key, std::span<const std::uint64_t> row_keys) {
  std::uint64_t hash = row_keys[key[0]];
  for (std::size_t at = 1; at < key.size();) {  // parents, then children
    std::uint32_t distinct = key[at++];
    hash = mix(hash, distinct);
    for (std::uint32_t n = 0; n < distinct; ++n, at += 3)
      hash = mix(hash, mix(row_keys[key[at + 1]], std::uint64_t{key[at]} << 32 | key[at + 2]));
  }
  return hash;
}

// Reads one multiset of a key back as messages of row `row`.
std::size_t read_messages(std::span<const std::uint32_t> key, std::size_t at,
                          std::uint32_t receiver, float nodes, ClassTable& triples,
                          Messages& messages) {
  std::uint32_t distinct = key[at++];
  for (std::uint32_t n = 0; n < distinct; ++n, at += 3) {
    std::uint32_t triple[] = {receiver, key[at + 1], key[at]};
    auto count = static_cast<float>(key[at + 2]);
    std::uint32_t id = triples.intern(triple);
    if (id == messages.receivers.size()) {
      messages.receivers.push_back(receiver);
      messages.senders.push_back(key[at + 1]);
      messages.labels.push_back(key[at]);
      messages.counts.push_back(0);
    }
    messages.counts[id] += count * nodes;
    messages.triples.push_back(id);
    messages.weights.push_back(count);
  }
  messages.ends.push_back(static_cast<std::uint32_t>(messages.triples.size()));
  return at;
}

Round mpnn_round(const ClassTable& classes, std::vector<float> counts) {
  Round round;
  round.rows = classes.size();
  round.counts = std::move(counts);
  ClassTable parent_triples, child_triples;
  for (std::uint32_t row = 0; row < round.rows; ++row) {
    auto key = classes.key(row);
    round.previous.push_back(key[0]);
    std::size_t at =
        read_messages(key, 1, key[0], round.counts[row], parent_triples, round.from_parents);
    read_messages(key, at, key[0], round.counts[row], child_triples, round.from_children);
  }
  return round;
}

// h_v / |N(v)| + sum over neighbours of h_w / sqrt(|N(v)| |N(w)|); a node without neighbours
// keeps its own state. Degrees are part of the classes of round zero, so a row has one degree.
Round gcn_round(const ClassTable& classes, std::vector<float> counts,
                std::span<const std::uint32_t> degrees) {
  Round round;
  round.rows = classes.size();
  round.counts = std::move(counts);
  for (std::uint32_t row = 0; row < round.rows; ++row) {
    auto key = classes.key(row);
    round.previous.push_back(key[0]);
    auto degree = static_cast<float>(std::max(degrees[key[0]], 1u));
    round.neighbours.push_back(key[0]);
    round.weights.push_back(1 / degree);
    std::size_t at = 1;
    for (int side = 0; side < 2; ++side) {
      std::uint32_t distinct = key[at++];
      for (std::uint32_t n = 0; n < distinct; ++n, at += 3) {
        round.neighbours.push_back(key[at + 1]);
        round.weights.push_back(static_cast<float>(key[at + 2]) /
                                std::sqrt(degree * static_cast<float>(degrees[key[at + 1]])));
      }
    }
    round.ends.push_back(static_cast<std::uint32_t>(round.neighbours.size()));
  }
  return round;
}

}  // namespace

std::vector<Round> plan_rounds(const Forest& forest, Embedder embedder, std::uint32_t rounds,
                               std::vector<std::uint32_t>& rows,
                               std::vector<std::uint64_t>& row_keys) {
  Neighbours children = children_of(forest), parents = parents_of(forest);
  std::vector<float> node_counts = forest.node_counts();
  std::vector<Round> result;
  std::vector<Neighbour> scratch;
  std::vector<std::uint32_t> key;
  std::vector<std::uint32_t> degrees;  // gcn: by row of the round before

  if (embedder == Embedder::gcn) {
    // Round zero: start rows split by degree; its "round" only copies.
    ClassTable classes;
    std::vector<std::uint64_t> split_keys;
    Round split;
    for (std::uint32_t node = 0; node < forest.nodes(); ++node) {
      std::uint32_t pair[] = {rows[node], children.degree(node) + parents.degree(node)};
      std::uint32_t row = classes.intern(pair);
      if (row == split.previous.size()) {
        split.previous.push_back(pair[0]);
        degrees.push_back(pair[1]);
        split.counts.push_back(0);
        split_keys.push_back(mix(row_keys[pair[0]], pair[1]));
      }
      split.counts[row] += node_counts[node];
      rows[node] = row;
    }
    split.rows = classes.size();
    result.push_back(std::move(split));
    row_keys = std::move(split_keys);
  }

  for (std::uint32_t t = 0; t < rounds; ++t) {
    ClassTable classes;
    std::vector<std::uint32_t> next(forest.nodes());
    std::vector<float> counts;
    std::vector<std::uint64_t> next_keys;
    bool labels = embedder == Embedder::mpnn;
    for (std::uint32_t node = 0; node < forest.nodes(); ++node) {
      key.assign(1, rows[node]);
      append_neighbours(parents, node, rows, row_keys, labels, scratch, key);
      append_neighbours(children, node, rows, row_keys, labels, scratch, key);
      next[node] = classes.intern(key);
      if (next[node] == counts.size()) {
        counts.push_back(0);
        next_keys.push_back(key_of(key, row_keys));
      }
      counts[next[node]] += node_counts[node];
    }
    if (embedder == Embedder::mpnn) {
      result.push_back(mpnn_round(classes, std::move(counts)));
    } else {
      result.push_back(gcn_round(classes, std::move(counts), degrees));
      std::vector<std::uint32_t> next_degrees;
      for (std::uint32_t previous : result.back().previous)
        next_degrees.push_back(degrees[previous]);
      degrees = std::move(next_degrees);
    }
    rows = std::move(next);
    row_keys = std::move(next_keys);
  }
  return result;
}

}  // namespace winnow
