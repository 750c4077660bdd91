// plan/lstm_plan.h - one DAG LSTM pass as plain integers: what the kernels run on.
// in: nodes with levels and labels (lstm_planner.h)     out: rows, pairs, blocks of products
// A row is a class of nodes that have equal states; the same rows serve an upward pass
// (predecessors are arguments) and a downward one (predecessors are parents).
//
// Rows are sorted by level, so that the rows of one level are contiguous and depend only on rows
// of lower levels. A product U^e h_w belongs to the pair (w, e), not to an edge: pairs are the
// distinct ones, sorted by label, then by the level of w, then by w. So for one level each label
// is one contiguous block (a Block), and over all levels each label is contiguous too, which makes
// its weight gradient one matrix product.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace winnow {

struct LstmPlan {
  struct Block {
    std::uint32_t label;
    std::uint32_t first, last;  // pairs [first, last)
  };

  std::uint32_t rows = 0;
  std::uint32_t input_rows = 0;           // rows of the matrix of inputs s_v
  std::uint32_t labels = 0;               // edge labels there are matrices for
  std::vector<std::uint32_t> level_ends;  // [levels] rows of level l end here; level 0 first
  std::vector<std::uint32_t> inputs;      // [rows] which input row is s_v
  std::vector<std::uint32_t> edge_ends;   // [rows] where a row's edges end
  std::vector<std::uint32_t> edge_pairs;  // [edges] the pair at the far end; distinct per row
  std::vector<float> edge_counts;         // [edges] how many equal edges this one stands for
  std::vector<std::uint32_t> pair_rows;   // [pairs] the predecessor w
  std::vector<std::uint32_t> label_ends;  // [labels] pairs of a label end here
  std::vector<Block> blocks;              // by level of w, then label; none is empty
  std::vector<std::uint32_t> block_ends;  // [levels] blocks that become due after a level

  std::uint32_t levels() const { return static_cast<std::uint32_t>(level_ends.size()); }
  std::uint32_t edges() const { return static_cast<std::uint32_t>(edge_pairs.size()); }
  std::uint32_t pairs() const { return static_cast<std::uint32_t>(pair_rows.size()); }
};

}  // namespace winnow
