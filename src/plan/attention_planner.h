// plan/attention_planner.h - who attends to whom: nodes to the equally labelled nodes of the
// other graph of their example.
// in: state rows of all nodes, and pairs (conjecture graph, premise graph)
// out: for every node of such a pair which input row pooling gives it; the queries and key sets
// A query is a distinct (state row, key set); a key set is a distinct multiset of state rows. So
// a premise graph that stands beside many conjectures brings its key sets once, and nodes that
// look at equal sets from equal states are one query.
#pragma once

#include "plan/batch_plan.h"
#include "plan/class_table.h"

namespace winnow {

class AttentionPlanner {
 public:
  AttentionPlanner(const Forest& forest, std::span<const std::uint32_t> state_rows);

  // Writes the provisional inputs of pooling for the nodes of `graph`, which asks as `side` and
  // stands beside graph `other`.
  void add(std::size_t side, std::uint32_t graph, std::uint32_t other,
           std::span<std::uint32_t> inputs);

  // Fills the attention fields of `plan`; provisional inputs become final by final_input().
  void finish(BatchPlan& plan);
  std::uint32_t final_input(std::uint32_t provisional) const;

 private:
  struct NamedSet {
    std::uint32_t name;
    std::uint32_t first, last;  // its nodes' state rows in GraphSets::rows
    std::uint32_t set;          // kNone until somebody asks
  };
  struct GraphSets {
    std::vector<std::uint32_t> rows;  // by name, then ascending
    std::vector<NamedSet> by_name;
  };
  struct Side {
    ClassTable sets;                   // keys: state row, count, state row, count, ...
    ClassTable queries;                // keys: state row, set
    std::vector<std::uint32_t> kinds;  // [queries]
    std::vector<GraphSets> by_graph;   // sets of each graph seen as the other one
  };
  GraphSets& sets_of(Side& side, std::uint32_t graph);
  std::uint32_t set_of(Side& side, const GraphSets& graph, NamedSet& named);

  static constexpr std::uint32_t kNone = ~0u;

  const Forest& forest_;
  std::span<const std::uint32_t> state_rows_;
  std::array<Side, 2> sides_;
  ClassTable alone_;  // states that attend to nothing
  std::array<std::uint32_t, 3> bases_{};
  std::vector<std::uint32_t> key_;
};

}  // namespace winnow
