#include "plan/attention_planner.h"

#include <algorithm>

namespace winnow {

namespace {

// A provisional input says in its two upper bits which list it is in: the states that attend to
// nothing, or the queries of a side.
constexpr std::uint32_t kListShift = 30;
constexpr std::uint32_t provisional(std::uint32_t list, std::uint32_t n) {
  return list << kListShift | n;
}

// The distinct values of `rows` in ascending order; `rows` becomes positions among them.
std::vector<std::uint32_t> compact(std::vector<std::uint32_t>& rows) {
  std::vector<std::uint32_t> distinct = rows;
  std::ranges::sort(distinct);
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  for (std::uint32_t& row : rows)
    row = static_cast<std::uint32_t>(std::ranges::lower_bound(distinct, row) - distinct.begin());
  return distinct;
}

}  // namespace

AttentionPlanner::AttentionPlanner(const Forest& forest, std::span<const std::uint32_t> state_rows)
    : forest_(forest), state_rows_(state_rows) {
  for (Side& side : sides_) side.by_graph.resize(forest.graphs());
}

AttentionPlanner::GraphSets& AttentionPlanner::sets_of(Side& side, std::uint32_t graph) {
  GraphSets& sets = side.by_graph[graph];
  if (!sets.rows.empty()) return sets;
  struct Labelled {
    std::uint32_t name, row;
    auto operator<=>(const Labelled&) const = default;
  };
  std::vector<Labelled> nodes;
  for (std::uint32_t node = forest_.first_node(graph); node < forest_.graph_ends[graph]; ++node)
    nodes.push_back({forest_.names[node], state_rows_[node]});
  std::ranges::sort(nodes);
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    if (sets.by_name.empty() || sets.by_name.back().name != nodes[i].name)
      sets.by_name.push_back({nodes[i].name, i, i, kNone});
    sets.by_name.back().last = i + 1;
    sets.rows.push_back(nodes[i].row);
  }
  return sets;
}

// Sets are made when they are first asked for: keys that nobody looks at need no projection.
std::uint32_t AttentionPlanner::set_of(Side& side, const GraphSets& graph, NamedSet& named) {
  if (named.set != kNone) return named.set;
  key_.clear();
  for (std::uint32_t i = named.first; i < named.last;) {
    std::uint32_t next = i + 1;
    while (next < named.last && graph.rows[next] == graph.rows[i]) ++next;
    key_.insert(key_.end(), {graph.rows[i], next - i});
    i = next;
  }
  return named.set = side.sets.intern(key_);
}

void AttentionPlanner::add(std::size_t side_index, std::uint32_t graph, std::uint32_t other,
                           std::span<std::uint32_t> inputs) {
  Side& side = sides_[side_index];
  GraphSets& sets = sets_of(side, other);
  std::uint32_t base = forest_.first_node(graph);
  for (std::uint32_t node = base; node < forest_.graph_ends[graph]; ++node) {
    auto found = std::ranges::lower_bound(sets.by_name, forest_.names[node], {}, &NamedSet::name);
    if (found == sets.by_name.end() || found->name != forest_.names[node]) {
      std::uint32_t key[] = {state_rows_[node]};
      inputs[node - base] = provisional(0, alone_.intern(key));
      continue;
    }
    std::uint32_t key[] = {state_rows_[node], set_of(side, sets, *found)};
    std::uint32_t query = side.queries.intern(key);
    if (query == side.kinds.size())
      side.kinds.push_back(static_cast<std::uint32_t>(forest_.kinds[node]));
    inputs[node - base] = provisional(1 + static_cast<std::uint32_t>(side_index), query);
  }
}

void AttentionPlanner::finish(BatchPlan& plan) {
  plan.rows_without_attention = alone_.size();
  for (std::uint32_t n = 0; n < alone_.size(); ++n) plan.pool_states.push_back(alone_.key(n)[0]);
  bases_[0] = 0;
  for (std::size_t i = 0; i < 2; ++i) {
    Side& side = sides_[i];
    AttentionSide& out = plan.attention[i];
    bases_[1 + i] = static_cast<std::uint32_t>(plan.pool_states.size());
    for (std::uint32_t n = 0; n < side.queries.size(); ++n) {
      auto key = side.queries.key(n);
      plan.pool_states.push_back(key[0]);
      out.queries.push_back(key[0]);
      out.sets.push_back(key[1]);
    }
    out.kinds = std::move(side.kinds);
    for (std::uint32_t set = 0; set < side.sets.size(); ++set) {
      auto key = side.sets.key(set);
      for (std::size_t at = 0; at < key.size(); at += 2) {
        out.key_rows.push_back(key[at]);
        out.key_counts.push_back(static_cast<float>(key[at + 1]));
      }
      out.set_ends.push_back(static_cast<std::uint32_t>(out.key_rows.size()));
    }
    out.query_states = compact(out.queries);
    out.key_states = compact(out.key_rows);
  }
}

std::uint32_t AttentionPlanner::final_input(std::uint32_t input) const {
  return bases_[input >> kListShift] + (input & ((1u << kListShift) - 1));
}

}  // namespace winnow
