// app/experiment/division.h - work divided among shards, the same in every process that asks.
// in: tasks with a name and an expected cost     out: which of them a shard has
// The longest first, each to the shard with the least so far (Graham, 1969: at most a third more
// than the best division), ties by name and number, so that nobody has to talk to anybody.
#pragma once

#include "winnow/shard.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace winnow {

struct ShardTask {
  std::string name;
  double cost_s = 0;
};

// [tasks] the number of the shard that has it. Needs: names differ.
std::vector<std::uint32_t> divide(std::span<const ShardTask> tasks, std::uint32_t shards);

// A shard's part.
struct Portion {
  Shard shard;
  std::vector<std::size_t> tasks;  // in their order; a name that comes again is left out
  std::size_t all = 0;             // tasks of all shards
  std::uint64_t division = 0;  // a hash of who has what: the same for all shards of one division
};
Portion portion_of(std::span<const ShardTask> tasks, const Shard& shard);

// What a problem is expected to cost: in the worst case all of its time, and what it takes to read
// and rank so many candidates, or so many bytes of TPTP.
double cost_of_candidates(std::size_t candidates, double time_limit_s);
double cost_of_bytes(std::uint64_t bytes, double time_limit_s);

}  // namespace winnow
