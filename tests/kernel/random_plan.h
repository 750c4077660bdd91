// tests/kernel/random_plan.h - random LSTM plans of a given shape, in the format of
// plan/lstm_plan.h.
#pragma once

#include "plan/lstm_plan.h"
#include "term/ragged.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <vector>

namespace winnow {

struct PlanShape {
  std::vector<std::uint32_t> level_rows;  // rows of each level
  std::uint32_t labels = 3;
  std::uint32_t input_rows = 4;  // 0: each row has its own
  double edges_per_row = 1.6;    // of rows above level 0
  double label_skew = 0.0;       // label l is used in proportion to 1 / (l + 1)^skew
  double reach = 0.5;            // odds that an edge goes one level deeper still
};

inline LstmPlan random_plan(const PlanShape& shape, std::uint64_t seed) {
  struct Key {
    std::uint32_t label, level, row;
    auto operator<=>(const Key&) const = default;
  };
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  std::vector<double> odds;
  for (std::uint32_t l = 0; l < shape.labels; ++l)
    odds.push_back(std::pow(l + 1.0, -shape.label_skew));
  std::discrete_distribution<std::uint32_t> label(odds.begin(), odds.end());

  LstmPlan plan;
  plan.labels = shape.labels;
  std::vector<std::map<Key, float>> edges;  // of each row
  for (std::uint32_t rows : shape.level_rows) {
    const std::uint32_t level = plan.levels();
    for (std::uint32_t r = 0; r < rows; ++r) {
      edges.emplace_back();
      double wanted = level == 0 ? 0.0 : shape.edges_per_row;
      for (; wanted > 0.0 && unit(random) < wanted; wanted -= 1.0) {
        std::uint32_t from = level - 1;
        while (from > 0 && unit(random) < shape.reach) --from;
        const std::uint32_t begin = Ends(plan.level_ends).begin(from);
        if (plan.level_ends[from] == begin) continue;
        const std::uint32_t row = begin + below(plan.level_ends[from] - begin);
        edges.back()[{label(random), from, row}] += 1.0f + static_cast<float>(below(8) == 0);
      }
    }
    plan.rows += rows;
    plan.level_ends.push_back(plan.rows);
  }
  plan.input_rows = shape.input_rows == 0 ? plan.rows : shape.input_rows;
  for (std::uint32_t v = 0; v < plan.rows; ++v) {
    plan.inputs.push_back(shape.input_rows == 0 ? v : below(plan.input_rows));
  }

  std::map<Key, std::uint32_t> pairs;  // sorted by label, level, row
  for (const auto& row : edges) {
    for (const auto& [key, count] : row) pairs.emplace(key, 0);
  }
  plan.label_ends.assign(plan.labels, 0);
  std::vector<std::vector<LstmPlan::Block>> due(plan.levels());
  for (auto& [key, id] : pairs) {
    id = plan.pairs();
    plan.pair_rows.push_back(key.row);
    plan.label_ends[key.label] = plan.pairs();
    auto& blocks = due[key.level];
    if (blocks.empty() || blocks.back().label != key.label) blocks.push_back({key.label, id, id});
    blocks.back().last = plan.pairs();
  }
  for (std::uint32_t l = 1; l < plan.labels; ++l) {
    plan.label_ends[l] = std::max(plan.label_ends[l], plan.label_ends[l - 1]);
  }
  for (const auto& blocks : due) {
    plan.blocks.insert(plan.blocks.end(), blocks.begin(), blocks.end());
    plan.block_ends.push_back(static_cast<std::uint32_t>(plan.blocks.size()));
  }
  for (const auto& row : edges) {
    for (const auto& [key, count] : row) {
      plan.edge_pairs.push_back(pairs.at(key));
      plan.edge_counts.push_back(count);
    }
    plan.edge_ends.push_back(plan.edges());
  }
  return plan;
}

}  // namespace winnow
