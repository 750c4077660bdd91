// plan/batch_plan.h - everything a model does to one batch, as plain integers.
// in: a forest, and which (premise, conjecture) items are asked for     out: rows of work for
// each stage, from start vectors to logits; to_string prints a plan in full (docs/engine.md: why
// so)
//
//   start rows ─► node states (lstm up, down, both, or rounds of messages) ─► attention
//              ─► pooling (lstm up over states, or maxima) ─► one row per root ─► items
#pragma once

#include "plan/forest.h"
#include "plan/lstm_plan.h"
#include "plan/lstm_planner.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace winnow {

enum class Embedder : std::uint8_t { mpnn, gcn, daglstm, bidir };
enum class Pooling : std::uint8_t { max, dag, attdag };

// What of a model's shape decides about the rows of work.
struct Architecture {
  Embedder embedder = Embedder::bidir;
  Direction direction = Direction::up;  // of daglstm
  std::uint32_t rounds = 2;             // of mpnn and gcn
  Pooling pooling = Pooling::attdag;
  bool compare = false;  // premises of one graph attend to each other

  // The same with no node attending to the other side: all states go into the pooling as they are.
  Architecture without_attention() const {
    Architecture result = *this;
    if (pooling == Pooling::attdag) result.pooling = Pooling::dag;
    return result;
  }
};

// What earlier examples say about a premise beside a conjecture; all zero: nothing is known.
inline constexpr std::size_t kPrecedents = 16;
using Precedents = std::array<float, kPrecedents>;

// One logit: a root of a premise graph beside the (one) root of a conjecture graph.
struct PremiseItem {
  std::uint32_t premise;     // graph
  std::uint32_t root;        // which of its roots
  std::uint32_t conjecture;  // graph
  std::uint32_t memory = 0;  // row of the model's memory; 0: a formula without one
  Precedents precedents = {};
};

// Messages along one kind of neighbour: distinct (receiver, sender, edge label) triples over the
// rows of the round before, and for each row of this round the triples it sums.
struct Messages {
  std::vector<std::uint32_t> receivers, senders, labels;  // [triples]
  std::vector<float> counts;                              // [triples] edges of the batch
  std::vector<std::uint32_t> ends, triples;               // CSR by row of this round
  std::vector<float> weights;                             // [entries]
};

struct Round {
  std::uint32_t rows = 0;
  std::vector<std::uint32_t> previous;          // [rows] row of the round before
  std::vector<float> counts;                    // [rows] nodes of the batch
  Messages from_parents, from_children;         // mpnn
  std::vector<std::uint32_t> ends, neighbours;  // gcn: CSR over rows of the round before
  std::vector<float> weights;
};

// Attention of one side's nodes to the equally labelled nodes of the other side.
struct AttentionSide {
  std::vector<std::uint32_t> query_states, key_states;  // state rows to project
  std::vector<std::uint32_t> queries, sets;             // [queries] into query_states, sets
  std::vector<std::uint32_t> kinds;                     // [queries] of the node that asks
  std::vector<std::uint32_t> set_ends, key_rows;        // keys into key_states
  std::vector<float> key_counts;
};
inline constexpr std::size_t kConjectureSide = 0, kPremiseSide = 1;

struct BatchPlan {
  // start
  std::vector<std::uint32_t> start_rows;  // rows of the start table that occur
  std::vector<float> start_counts;        // nodes each
  // node states
  std::optional<LstmPlan> up, down;
  std::vector<std::uint32_t> both_up, both_down;  // bidir: a state row is a pair of rows
  std::vector<Round> rounds;
  std::uint32_t state_rows = 0;
  std::vector<float> state_counts;
  // attention; inputs of pooling are first those that attend to nothing, then the queries of the
  // conjecture side, then those of the premise side
  std::array<AttentionSide, 2> attention;
  std::vector<std::uint32_t> pool_states;  // [pool inputs] state row; not used by max
  std::uint32_t rows_without_attention = 0;
  // pooling
  std::optional<LstmPlan> pool;
  std::vector<std::uint32_t> max_ends, max_rows;  // CSR: state rows below each pooled row
  // items
  std::vector<std::uint32_t> premises, conjectures;            // distinct pooled rows
  std::vector<std::uint32_t> item_premises, item_conjectures;  // [items] into those
  std::vector<std::uint32_t> memories, item_memories;          // distinct rows of memory, by item
  std::vector<float> precedents;                               // [items, kPrecedents]
  AttentionSide beside;  // compare: an item asks all items of its pair of graphs

  std::size_t items() const { return item_premises.size(); }
};

BatchPlan plan_batch(const Forest& forest, std::span<const PremiseItem> items,
                     std::uint32_t edge_labels, const Architecture& architecture);

std::string to_string(const BatchPlan& plan);

}  // namespace winnow
