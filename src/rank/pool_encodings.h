// rank/pool_encodings.h - a model's encodings of everything in a pool, computed once.
// in: a pool, a network     out: for each entry its encoding
// Those of the pool's index are used where they lie, if they are by the same model.
#pragma once

#include "rank/pool.h"
#include "score/network.h"

#include <cstdint>
#include <deque>
#include <mutex>
#include <span>
#include <vector>

namespace winnow {

class PoolEncodings {
 public:
  // `pool` and `network` must outlive it.
  PoolEncodings(const Pool& pool, const Network& network);

  const Network& network() const { return network_; }
  std::uint64_t fingerprint() const { return fingerprint_; }  // of the network's model

  // [entries] Null for declarations of types. What is not there yet is computed, by the first that
  // asks; others who ask meanwhile wait. Valid until the pool grows. Throws Stopped.
  std::span<const std::uint16_t* const> rows(const Stop& stop = {});
  // [features of the pool] whether the model knows them. Valid as long.
  std::span<const std::uint8_t> known();

 private:
  const Pool& pool_;
  const Network& network_;
  std::uint64_t fingerprint_;
  std::mutex computing_;
  std::vector<const std::uint16_t*> rows_;  // 16-bit floats, as an index has them
  std::deque<std::vector<std::uint16_t>> computed_;
  std::vector<std::uint8_t> known_;
};

}  // namespace winnow
