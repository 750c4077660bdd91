#include "app/experiment/division.h"

#include "term/hash.h"

#include <algorithm>
#include <numeric>
#include <queue>
#include <unordered_set>
#include <utility>

namespace winnow {

namespace {

// Orders of magnitude, for ranking and for a prover that reads: large problems are spread evenly.
constexpr double kSecondsPerCandidate = 5e-5, kSecondsPerByte = 2e-7;

}  // namespace

std::vector<std::uint32_t> divide(std::span<const ShardTask> tasks, std::uint32_t shards) {
  std::vector<std::size_t> order(tasks.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return std::pair(-tasks[a].cost_s, std::string_view(tasks[a].name)) <
           std::pair(-tasks[b].cost_s, std::string_view(tasks[b].name));
  });
  using Load = std::pair<double, std::uint32_t>;  // of a shard
  std::priority_queue<Load, std::vector<Load>, std::greater<>> loads;
  for (std::uint32_t shard = 0; shard < shards; ++shard) loads.emplace(0, shard);
  std::vector<std::uint32_t> owners(tasks.size());
  for (std::size_t task : order) {
    auto [load, shard] = loads.top();
    loads.pop();
    owners[task] = shard;
    loads.emplace(load + tasks[task].cost_s, shard);
  }
  return owners;
}

Portion portion_of(std::span<const ShardTask> tasks, const Shard& shard) {
  std::unordered_set<std::string_view> seen;
  std::vector<std::size_t> places;
  std::vector<ShardTask> once;
  for (std::size_t i = 0; i < tasks.size(); ++i)
    if (seen.insert(tasks[i].name).second) {
      places.push_back(i);
      once.push_back(tasks[i]);
    }
  std::vector<std::uint32_t> owners = divide(once, shard.count);
  Portion portion{shard, {}, once.size(), shard.count};
  std::vector<std::uint64_t> claims;
  for (std::size_t i = 0; i < once.size(); ++i) {
    if (owners[i] == shard.index) portion.tasks.push_back(places[i]);
    claims.push_back(mix(hash_text(once[i].name), owners[i]));
  }
  std::ranges::sort(claims);  // the order of naming changes nothing
  for (std::uint64_t claim : claims) portion.division = mix(portion.division, claim);
  return portion;
}

double cost_of_candidates(std::size_t candidates, double time_limit_s) {
  return time_limit_s + kSecondsPerCandidate * static_cast<double>(candidates);
}

double cost_of_bytes(std::uint64_t bytes, double time_limit_s) {
  return time_limit_s + kSecondsPerByte * static_cast<double>(bytes);
}

}  // namespace winnow
