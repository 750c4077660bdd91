#include "plan/batch_plan.h"

#include "plan/attention_planner.h"
#include "plan/state_plan.h"
#include "term/ragged.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace winnow {

namespace {

struct ItemRows {  // pooled rows of one item
  std::uint32_t premise, conjecture;
};

std::uint32_t only_root(const Forest& forest, std::uint32_t graph) {
  require(forest.root_ends[graph] - forest.first_root(graph) == 1, "a conjecture has one root");
  return forest.roots[forest.first_root(graph)];
}

std::uint32_t root_node(const Forest& forest, const PremiseItem& item) {
  return forest.roots[forest.first_root(item.premise) + item.root];
}

// Pooled rows are the distinct sets of states below a root.
class MaxPlanner {
 public:
  MaxPlanner(const Forest& forest, std::span<const std::uint32_t> state_rows)
      : forest_(forest),
        state_rows_(state_rows),
        pooled_(forest.nodes(), kNone),
        seen_(forest.nodes(), 0) {}

  std::uint32_t row(std::uint32_t root) {
    if (pooled_[root] != kNone) return pooled_[root];
    ++stamp_;
    states_.clear();
    stack_.assign(1, root);
    seen_[root] = stamp_;
    while (!stack_.empty()) {
      std::uint32_t node = stack_.back();
      stack_.pop_back();
      states_.push_back(state_rows_[node]);
      for (std::uint32_t edge = forest_.first_edge(node); edge < forest_.arg_ends[node]; ++edge) {
        std::uint32_t arg = forest_.args[edge];
        if (seen_[arg] == stamp_) continue;
        seen_[arg] = stamp_;
        stack_.push_back(arg);
      }
    }
    std::ranges::sort(states_);
    states_.erase(std::unique(states_.begin(), states_.end()), states_.end());
    return pooled_[root] = sets_.intern(states_);
  }

  void finish(BatchPlan& plan) const {
    for (std::uint32_t set = 0; set < sets_.size(); ++set) {
      auto key = sets_.key(set);
      plan.max_rows.insert(plan.max_rows.end(), key.begin(), key.end());
      plan.max_ends.push_back(static_cast<std::uint32_t>(plan.max_rows.size()));
    }
  }

 private:
  static constexpr std::uint32_t kNone = ~0u;
  const Forest& forest_;
  std::span<const std::uint32_t> state_rows_;
  std::vector<std::uint32_t> pooled_, seen_, stack_, states_;
  std::uint32_t stamp_ = 0;
  ClassTable sets_;
};

std::vector<ItemRows> pool_by_max(const Forest& forest, std::span<const PremiseItem> items,
                                  std::span<const std::uint32_t> state_rows, BatchPlan& plan) {
  MaxPlanner planner(forest, state_rows);
  std::vector<ItemRows> rows;
  for (const PremiseItem& item : items)
    rows.push_back(
        {planner.row(root_node(forest, item)), planner.row(only_root(forest, item.conjecture))});
  planner.finish(plan);
  return rows;
}

std::vector<ItemRows> pool_by_lstm(const Forest& forest, std::span<const PremiseItem> items,
                                   std::uint32_t edge_labels,
                                   std::span<const std::uint32_t> state_rows,
                                   std::span<const std::uint64_t> state_keys, BatchPlan& plan) {
  LstmPass pass =
      plan_pass(forest, Direction::up, edge_labels, plan.state_rows, state_rows, state_keys);
  plan.pool = std::move(pass.plan);
  plan.pool_states.resize(plan.state_rows);
  std::iota(plan.pool_states.begin(), plan.pool_states.end(), 0);
  plan.rows_without_attention = plan.state_rows;
  std::vector<ItemRows> rows;
  for (const PremiseItem& item : items)
    rows.push_back(
        {pass.rows[root_node(forest, item)], pass.rows[only_root(forest, item.conjecture)]});
  return rows;
}

// With attention a graph is pooled anew beside every other graph that it is paired with.
std::vector<ItemRows> pool_by_attention(const Forest& forest, std::span<const PremiseItem> items,
                                        std::uint32_t edge_labels,
                                        std::span<const std::uint32_t> state_rows,
                                        BatchPlan& plan) {
  AttentionPlanner attention(forest, state_rows);
  LstmPlanner planner(Direction::up, edge_labels);
  std::vector<std::uint32_t> inputs, classes;
  auto pool = [&](std::size_t side, std::uint32_t graph, std::uint32_t other) {
    std::size_t count = forest.graph_ends[graph] - forest.first_node(graph);
    inputs.resize(count);
    classes.resize(count);
    attention.add(side, graph, other, inputs);
    planner.add(forest, graph, inputs, classes);
  };
  ClassTable pairs;                               // (premise graph, conjecture graph)
  std::vector<std::uint32_t> conjecture_classes;  // [pairs]
  std::vector<std::uint32_t> first_roots, premise_classes;
  std::vector<ItemRows> rows;
  for (const PremiseItem& item : items) {
    std::uint32_t key[] = {item.premise, item.conjecture};
    std::uint32_t pair = pairs.intern(key);
    if (pair == conjecture_classes.size()) {
      pool(kConjectureSide, item.conjecture, item.premise);
      conjecture_classes.push_back(
          classes[only_root(forest, item.conjecture) - forest.first_node(item.conjecture)]);
      pool(kPremiseSide, item.premise, item.conjecture);
      first_roots.push_back(static_cast<std::uint32_t>(premise_classes.size()));
      for (std::uint32_t root = forest.first_root(item.premise);
           root < forest.root_ends[item.premise]; ++root)
        premise_classes.push_back(classes[forest.roots[root] - forest.first_node(item.premise)]);
    }
    rows.push_back({premise_classes[first_roots[pair] + item.root], conjecture_classes[pair]});
  }
  attention.finish(plan);
  std::vector<std::uint32_t> pooled;
  plan.pool = planner.finish(static_cast<std::uint32_t>(plan.pool_states.size()), pooled);
  for (std::uint32_t& input : plan.pool->inputs) input = attention.final_input(input);
  for (ItemRows& each : rows) each = {pooled[each.premise], pooled[each.conjecture]};
  return rows;
}

// Distinct values in order of first appearance, and the position of each.
void number(std::uint32_t row, std::vector<std::uint32_t>& positions,
            std::vector<std::uint32_t>& distinct, std::vector<std::uint32_t>& out) {
  constexpr std::uint32_t kNone = ~0u;
  if (positions.size() <= row) positions.resize(row + std::size_t{1}, kNone);
  if (positions[row] == kNone) {
    positions[row] = static_cast<std::uint32_t>(distinct.size());
    distinct.push_back(row);
  }
  out.push_back(positions[row]);
}

// The premises of one graph beside one conjecture are judged together: each asks all of them.
AttentionSide plan_beside(std::span<const PremiseItem> items) {
  AttentionSide side;
  ClassTable pairs;
  std::vector<std::vector<std::uint32_t>> members;
  for (std::uint32_t n = 0; n < items.size(); ++n) {
    std::uint32_t key[] = {items[n].premise, items[n].conjecture};
    std::uint32_t pair = pairs.intern(key);
    if (pair == members.size()) members.emplace_back();
    members[pair].push_back(n);
    side.queries.push_back(n);
    side.sets.push_back(pair);
  }
  side.query_states = side.key_states = side.queries;
  for (const std::vector<std::uint32_t>& each : members) {
    side.key_rows.insert(side.key_rows.end(), each.begin(), each.end());
    side.set_ends.push_back(static_cast<std::uint32_t>(side.key_rows.size()));
  }
  side.key_counts.assign(side.key_rows.size(), 1.f);
  return side;
}

}  // namespace

BatchPlan plan_batch(const Forest& forest, std::span<const PremiseItem> items,
                     std::uint32_t edge_labels, const Architecture& architecture) {
  BatchPlan plan;
  std::vector<std::uint64_t> state_keys;
  std::vector<std::uint32_t> states =
      plan_states(forest, edge_labels, architecture, plan, state_keys);
  std::vector<ItemRows> rows;
  switch (architecture.pooling) {
    case Pooling::max:
      rows = pool_by_max(forest, items, states, plan);
      break;
    case Pooling::dag:
      rows = pool_by_lstm(forest, items, edge_labels, states, state_keys, plan);
      break;
    case Pooling::attdag:
      rows = pool_by_attention(forest, items, edge_labels, states, plan);
      break;
  }
  std::vector<std::uint32_t> premise_positions, conjecture_positions, memory_positions;
  for (const ItemRows& each : rows) {
    number(each.premise, premise_positions, plan.premises, plan.item_premises);
    number(each.conjecture, conjecture_positions, plan.conjectures, plan.item_conjectures);
  }
  for (const PremiseItem& item : items) {
    number(item.memory, memory_positions, plan.memories, plan.item_memories);
    plan.precedents.insert(plan.precedents.end(), item.precedents.begin(), item.precedents.end());
  }
  if (architecture.compare) plan.beside = plan_beside(items);
  return plan;
}

std::string to_string(const BatchPlan& plan) {
  std::string text = fmt::format("start: {} rows\n", plan.start_rows.size());
  if (plan.up) text += "up: " + to_string(*plan.up);
  if (plan.down) text += "down: " + to_string(*plan.down);
  for (std::size_t n = 0; n < plan.both_up.size(); ++n)
    text += fmt::format("state {} = up {} and down {}\n", n, plan.both_up[n], plan.both_down[n]);
  for (std::size_t t = 0; t < plan.rounds.size(); ++t)
    text += fmt::format("round {}: {} rows, {} + {} messages\n", t + 1, plan.rounds[t].rows,
                        plan.rounds[t].from_parents.receivers.size(),
                        plan.rounds[t].from_children.receivers.size());
  text += fmt::format("states: {} rows\n", plan.state_rows);
  for (std::size_t side = 0; side < 2; ++side) {
    const AttentionSide& each = plan.attention[side];
    for (std::size_t n = 0; n < each.queries.size(); ++n) {
      text += fmt::format("{} query {}: state {} asks",
                          side == kConjectureSide ? "conjecture" : "premise", n,
                          each.query_states[each.queries[n]]);
      for (std::uint32_t at = each.sets[n] ? each.set_ends[each.sets[n] - 1] : 0;
           at < each.set_ends[each.sets[n]]; ++at)
        text +=
            fmt::format(" {}x state {}", each.key_counts[at], each.key_states[each.key_rows[at]]);
      text += '\n';
    }
  }
  if (plan.pool) text += "pool: " + to_string(*plan.pool);
  for (std::size_t n = 0; n < plan.max_ends.size(); ++n) {
    text += fmt::format("maximum {} over states", n);
    for (std::uint32_t row : Ends(plan.max_ends).list(plan.max_rows, n))
      text += fmt::format(" {}", row);
    text += '\n';
  }
  for (std::size_t n = 0; n < plan.items(); ++n)
    text += fmt::format("item {}: premise row {}, conjecture row {}{}\n", n,
                        plan.premises[plan.item_premises[n]],
                        plan.conjectures[plan.item_conjectures[n]],
                        plan.memories[plan.item_memories[n]] == 0
                            ? ""
                            : fmt::format(", memory row {}", plan.memories[plan.item_memories[n]]));
  return text;
}

}  // namespace winnow
