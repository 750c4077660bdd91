#include "plan/lstm_planner.h"

#include "term/hash.h"
#include "term/ragged.h"
#include "winnow/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace winnow {

namespace {

// Label and count of equal edges share one word of a key.
constexpr std::uint32_t kCountBits = 22;
constexpr std::uint32_t kCountMask = (1u << kCountBits) - 1;

// What a key says about one kind of edge.
struct KeyEdge {
  std::uint32_t label, count, of_class;
};
KeyEdge key_edge(std::span<const std::uint32_t> key, std::size_t n) {
  std::uint32_t word = key[1 + 2 * n];
  return {word >> kCountBits, word & kCountMask, key[2 + 2 * n]};
}
std::size_t key_edges(std::span<const std::uint32_t> key) { return (key.size() - 1) / 2; }

}  // namespace

LstmPlanner::LstmPlanner(Direction direction, std::uint32_t labels)
    : direction_(direction), labels_(labels) {
  require(labels < 1u << (32 - kCountBits), "too many edge labels");
}

void LstmPlanner::add(const Forest& forest, std::uint32_t graph,
                      std::span<const std::uint32_t> inputs, std::span<std::uint32_t> classes,
                      std::span<const std::uint64_t> input_keys) {
  input_keys_ = input_keys;
  if (direction_ == Direction::up)
    add_up(forest, graph, inputs, classes);
  else
    add_down(forest, graph, inputs, classes);
}

void LstmPlanner::add_up(const Forest& forest, std::uint32_t graph,
                         std::span<const std::uint32_t> inputs, std::span<std::uint32_t> classes) {
  std::uint32_t base = forest.first_node(graph);
  for (std::uint32_t node = base; node < forest.graph_ends[graph]; ++node) {
    predecessors_.clear();
    for (std::uint32_t edge = forest.first_edge(node); edge < forest.arg_ends[node]; ++edge) {
      std::uint32_t id = classes[forest.args[edge] - base];
      predecessors_.push_back({forest.edge_labels[edge], class_keys_[id], id});
    }
    classes[node - base] = class_of(inputs[node - base]);
  }
}

void LstmPlanner::add_down(const Forest& forest, std::uint32_t graph,
                           std::span<const std::uint32_t> inputs,
                           std::span<std::uint32_t> classes) {
  std::uint32_t base = forest.first_node(graph), end = forest.graph_ends[graph];
  std::uint32_t first_edge = forest.first_edge(base);
  std::uint32_t edges = forest.first_edge(end) - first_edge;
  parent_ends_.assign(end - base + 1, 0);
  for (std::uint32_t edge = first_edge; edge < first_edge + edges; ++edge)
    ++parent_ends_[forest.args[edge] - base + 1];
  std::partial_sum(parent_ends_.begin(), parent_ends_.end(), parent_ends_.begin());
  // parent_ends_[n] is now where n's parents begin; filling moves it to where they end.
  parent_nodes_.resize(edges);
  parent_labels_.resize(edges);
  for (std::uint32_t node = base; node < end; ++node)
    for (std::uint32_t edge = forest.first_edge(node); edge < forest.arg_ends[node]; ++edge) {
      std::uint32_t at = parent_ends_[forest.args[edge] - base]++;
      parent_nodes_[at] = node - base;
      parent_labels_[at] = forest.edge_labels[edge];
    }
  for (std::uint32_t node = end - base; node-- > 0;) {
    predecessors_.clear();
    for (std::uint32_t at = Ends(parent_ends_).begin(node); at < parent_ends_[node]; ++at) {
      std::uint32_t id = classes[parent_nodes_[at]];
      predecessors_.push_back({parent_labels_[at], class_keys_[id], id});
    }
    classes[node] = class_of(inputs[node]);
  }
}

std::uint32_t LstmPlanner::class_of(std::uint32_t input) {
  if (predecessors_.size() > 1) std::ranges::sort(predecessors_);
  key_.assign(1, input);
  for (std::size_t i = 0; i < predecessors_.size();) {
    std::size_t next = i + 1;
    while (next < predecessors_.size() && predecessors_[next] == predecessors_[i]) ++next;
    auto count = static_cast<std::uint32_t>(next - i);
    require(count <= kCountMask, "more than 4 million equal arguments");
    key_.push_back(predecessors_[i].label << kCountBits | count);
    key_.push_back(predecessors_[i].of_class);
    i = next;
  }
  std::uint32_t id = table_.intern(key_);
  if (id == levels_.size()) {
    std::uint32_t level = 0;
    std::uint64_t class_key =
        mix(input_keys_.empty() ? input : input_keys_[input], predecessors_.size());
    for (const Predecessor& each : predecessors_) {
      level = std::max(level, levels_[each.of_class] + 1);
      class_key = mix(class_key, mix(each.key, each.label));
    }
    levels_.push_back(level);
    class_keys_.push_back(class_key);
  }
  return id;
}

LstmPlan LstmPlanner::finish(std::uint32_t input_rows, std::vector<std::uint32_t>& rows) const {
  LstmPlan plan;
  plan.rows = table_.size();
  plan.input_rows = input_rows;
  plan.labels = labels_;

  // Rows by level, within a level in the order of first appearance.
  std::uint32_t levels = levels_.empty() ? 0 : *std::ranges::max_element(levels_) + 1;
  plan.level_ends.assign(levels, 0);
  for (std::uint32_t level : levels_) ++plan.level_ends[level];
  std::partial_sum(plan.level_ends.begin(), plan.level_ends.end(), plan.level_ends.begin());
  std::vector<std::uint32_t> next(levels, 0);
  for (std::uint32_t level = 1; level < levels; ++level) next[level] = plan.level_ends[level - 1];
  rows.resize(plan.rows);
  std::vector<std::uint32_t> class_of_row(plan.rows);
  for (std::uint32_t id = 0; id < plan.rows; ++id) {
    rows[id] = next[levels_[id]]++;
    class_of_row[rows[id]] = id;
  }

  // Pairs: the distinct (label, predecessor row); rows ascend with levels, so sorting by
  // (label, row) sorts by (label, level, row).
  std::vector<std::uint64_t> pairs;
  for (std::uint32_t row = 0; row < plan.rows; ++row) {
    auto key = table_.key(class_of_row[row]);
    plan.inputs.push_back(key[0]);
    for (std::size_t n = 0; n < key_edges(key); ++n) {
      KeyEdge edge = key_edge(key, n);
      pairs.push_back(static_cast<std::uint64_t>(edge.label) << 32 | rows[edge.of_class]);
      plan.edge_counts.push_back(static_cast<float>(edge.count));
    }
    plan.edge_ends.push_back(static_cast<std::uint32_t>(pairs.size()));
  }
  std::vector<std::uint64_t> distinct = pairs;
  std::ranges::sort(distinct);
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  for (std::uint64_t pair : pairs)
    plan.edge_pairs.push_back(
        static_cast<std::uint32_t>(std::ranges::lower_bound(distinct, pair) - distinct.begin()));
  plan.label_ends.assign(labels_, 0);
  for (std::uint64_t pair : distinct) {
    plan.pair_rows.push_back(static_cast<std::uint32_t>(pair));
    ++plan.label_ends[pair >> 32];
  }
  std::partial_sum(plan.label_ends.begin(), plan.label_ends.end(), plan.label_ends.begin());

  // Blocks: the stretch of one label's pairs whose predecessors are of one level.
  std::vector<std::vector<LstmPlan::Block>> by_level(levels);
  for (std::uint32_t first = 0; first < distinct.size();) {
    auto label = static_cast<std::uint32_t>(distinct[first] >> 32);
    std::uint32_t level = levels_[class_of_row[plan.pair_rows[first]]];
    std::uint32_t last = first + 1;
    while (last < plan.label_ends[label] && plan.pair_rows[last] < plan.level_ends[level]) ++last;
    by_level[level].push_back({label, first, last});
    first = last;
  }
  for (const auto& blocks : by_level) {
    plan.blocks.insert(plan.blocks.end(), blocks.begin(), blocks.end());
    plan.block_ends.push_back(static_cast<std::uint32_t>(plan.blocks.size()));
  }
  return plan;
}

LstmPass plan_pass(const Forest& forest, Direction direction, std::uint32_t labels,
                   std::uint32_t input_rows, std::span<const std::uint32_t> inputs,
                   std::span<const std::uint64_t> input_keys) {
  LstmPlanner planner(direction, labels);
  LstmPass pass;
  pass.rows.resize(forest.nodes());
  for (std::uint32_t graph = 0; graph < forest.graphs(); ++graph) {
    std::size_t first = forest.first_node(graph), count = forest.graph_ends[graph] - first;
    planner.add(forest, graph, inputs.subspan(first, count),
                std::span(pass.rows).subspan(first, count), input_keys);
  }
  std::vector<std::uint32_t> row_of_class;
  pass.plan = planner.finish(input_rows, row_of_class);
  for (std::uint32_t& each : pass.rows) each = row_of_class[each];
  pass.row_keys.resize(row_of_class.size());
  for (std::size_t id = 0; id < row_of_class.size(); ++id)
    pass.row_keys[row_of_class[id]] = planner.class_keys()[id];
  return pass;
}

std::string to_string(const LstmPlan& plan) {
  std::string text = fmt::format("{} rows, {} pairs, {} edges, {} levels\n", plan.rows,
                                 plan.pairs(), plan.edges(), plan.levels());
  for (std::uint32_t level = 0, row = 0, block = 0; level < plan.levels(); ++level) {
    text += fmt::format("level {}\n", level);
    for (; row < plan.level_ends[level]; ++row) {
      text += fmt::format("  row {}: input {}", row, plan.inputs[row]);
      for (std::uint32_t edge = Ends(plan.edge_ends).begin(row); edge < plan.edge_ends[row]; ++edge)
        text += fmt::format(", {}x pair {}", plan.edge_counts[edge], plan.edge_pairs[edge]);
      text += '\n';
    }
    for (; block < plan.block_ends[level]; ++block) {
      const LstmPlan::Block& each = plan.blocks[block];
      text += fmt::format("  label {}:", each.label);
      for (std::uint32_t pair = each.first; pair < each.last; ++pair)
        text += fmt::format(" pair {} = row {}", pair, plan.pair_rows[pair]);
      text += '\n';
    }
  }
  return text;
}

}  // namespace winnow
