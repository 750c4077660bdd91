#include "plan/state_plan.h"

#include "plan/rounds.h"
#include "term/hash.h"

#include <algorithm>

namespace winnow {

namespace {

// Numbers the start rows that occur, in ascending order; returns the position for every node.
std::vector<std::uint32_t> plan_starts(const Forest& forest, std::span<const float> node_counts,
                                       BatchPlan& plan) {
  plan.start_rows = forest.starts;
  std::ranges::sort(plan.start_rows);
  plan.start_rows.erase(std::unique(plan.start_rows.begin(), plan.start_rows.end()),
                        plan.start_rows.end());
  std::vector<std::uint32_t> position(
      plan.start_rows.empty() ? 0 : plan.start_rows.back() + std::size_t{1});
  for (std::uint32_t i = 0; i < plan.start_rows.size(); ++i) position[plan.start_rows[i]] = i;
  plan.start_counts.assign(plan.start_rows.size(), 0);
  std::vector<std::uint32_t> rows(forest.nodes());
  for (std::uint32_t node = 0; node < forest.nodes(); ++node) {
    rows[node] = position[forest.starts[node]];
    plan.start_counts[rows[node]] += node_counts[node];
  }
  return rows;
}

// Distinct pairs of an upward and a downward row are the states of a bidirectional embedder.
std::vector<std::uint32_t> pair_up(std::span<const std::uint32_t> up,
                                   std::span<const std::uint32_t> down, BatchPlan& plan) {
  ClassTable pairs;
  std::vector<std::uint32_t> rows(up.size());
  for (std::size_t node = 0; node < up.size(); ++node) {
    std::uint32_t pair[] = {up[node], down[node]};
    rows[node] = pairs.intern(pair);
    if (rows[node] == plan.both_up.size()) {
      plan.both_up.push_back(up[node]);
      plan.both_down.push_back(down[node]);
    }
  }
  return rows;
}

}  // namespace

std::vector<std::uint32_t> plan_states(const Forest& forest, std::uint32_t edge_labels,
                                       const Architecture& architecture, BatchPlan& plan,
                                       std::vector<std::uint64_t>& row_keys) {
  std::vector<float> node_counts = forest.node_counts();
  std::vector<std::uint32_t> rows = plan_starts(forest, node_counts, plan);
  auto starts = static_cast<std::uint32_t>(plan.start_rows.size());
  row_keys.clear();
  for (std::uint32_t start : plan.start_rows) row_keys.push_back(mix(1, start));
  if (architecture.embedder == Embedder::mpnn || architecture.embedder == Embedder::gcn) {
    plan.rounds = plan_rounds(forest, architecture.embedder, architecture.rounds, rows, row_keys);
    plan.state_rows = plan.rounds.empty() ? starts : plan.rounds.back().rows;
  } else if (architecture.embedder == Embedder::bidir) {
    LstmPass up = plan_pass(forest, Direction::up, edge_labels, starts, rows, row_keys);
    LstmPass down = plan_pass(forest, Direction::down, edge_labels, starts, rows, row_keys);
    rows = pair_up(up.rows, down.rows, plan);
    row_keys.clear();
    for (std::size_t n = 0; n < plan.both_up.size(); ++n)
      row_keys.push_back(mix(up.row_keys[plan.both_up[n]], down.row_keys[plan.both_down[n]]));
    plan.up = std::move(up.plan);
    plan.down = std::move(down.plan);
    plan.state_rows = static_cast<std::uint32_t>(plan.both_up.size());
  } else {
    LstmPass pass = plan_pass(forest, architecture.direction, edge_labels, starts, rows, row_keys);
    rows = std::move(pass.rows);
    row_keys = std::move(pass.row_keys);
    plan.state_rows = pass.plan.rows;
    (architecture.direction == Direction::up ? plan.up : plan.down) = std::move(pass.plan);
  }
  plan.state_counts.assign(plan.state_rows, 0);
  for (std::uint32_t node = 0; node < forest.nodes(); ++node)
    plan.state_counts[rows[node]] += node_counts[node];
  return rows;
}

}  // namespace winnow
