// plan/lstm_planner.h - finds the rows of a DAG LSTM pass: nodes with equal states are one row.
// in: graphs, and for each node which input vector it has     out: an LstmPlan (plain integers)
// The state of a node depends on its input and on the multiset of (edge label, state) of its
// predecessors, and on nothing else; so do the classes here, level by level (colour refinement
// over a DAG, which needs one sweep only).
// A sum of floats depends on its order. So the predecessors of a row stand in an order that does
// not depend on what else is in the batch: by the keys of their classes, which are hashes of all
// that the class is. Class numbers would not do: they go by first appearance.
#pragma once

#include "plan/class_table.h"
#include "plan/forest.h"
#include "plan/lstm_plan.h"

#include <cstdint>
#include <span>
#include <vector>

namespace winnow {

enum class Direction : std::uint8_t { up, down };  // predecessors: arguments, or parents

class LstmPlanner {
 public:
  LstmPlanner(Direction direction, std::uint32_t labels);

  // Adds one graph of the forest; inputs [nodes of the graph] and classes [the same] go by its
  // nodes in order. One graph may be added several times with different inputs.
  // input_keys [input rows]: the same for the same vector in every batch; empty: nobody needs that.
  void add(const Forest& forest, std::uint32_t graph, std::span<const std::uint32_t> inputs,
           std::span<std::uint32_t> classes, std::span<const std::uint64_t> input_keys = {});

  // The plan of everything added; rows[c] is the row of class c.
  LstmPlan finish(std::uint32_t input_rows, std::vector<std::uint32_t>& rows) const;
  std::span<const std::uint64_t> class_keys() const { return class_keys_; }

 private:
  struct Predecessor {
    std::uint32_t label;
    std::uint64_t key;
    std::uint32_t of_class;
    auto operator<=>(const Predecessor&) const = default;
  };
  std::uint32_t class_of(std::uint32_t input);  // of the node whose predecessors are collected
  void add_up(const Forest& forest, std::uint32_t graph, std::span<const std::uint32_t> inputs,
              std::span<std::uint32_t> classes);
  void add_down(const Forest& forest, std::uint32_t graph, std::span<const std::uint32_t> inputs,
                std::span<std::uint32_t> classes);

  Direction direction_;
  std::uint32_t labels_;
  ClassTable table_;  // keys: input, then for each kind of edge: label and count, class
  std::vector<std::uint32_t> levels_;
  std::vector<std::uint64_t> class_keys_;
  std::span<const std::uint64_t> input_keys_;  // of the graph that is being added
  std::vector<Predecessor> predecessors_;
  std::vector<std::uint32_t> key_;
  std::vector<std::uint32_t> parent_ends_, parent_nodes_, parent_labels_;
};

// One pass over all graphs of a forest; inputs [nodes].
struct LstmPass {
  LstmPlan plan;
  std::vector<std::uint32_t> rows;      // [nodes] the row of every node
  std::vector<std::uint64_t> row_keys;  // [rows] the same for the same state in every batch
};
LstmPass plan_pass(const Forest& forest, Direction direction, std::uint32_t labels,
                   std::uint32_t input_rows, std::span<const std::uint32_t> inputs,
                   std::span<const std::uint64_t> input_keys = {});

// The plan in a readable form, for tests and for people.
std::string to_string(const LstmPlan& plan);

}  // namespace winnow
