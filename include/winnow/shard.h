// shard.h - one part of something that is divided: problems among jobs, a library among indexes.
#pragma once

#include <cstdint>

namespace winnow {

// Part `index` of `count`, from 0: what `--shard 3/16` says. The default is the whole.
struct Shard {
  std::uint32_t index = 0;
  std::uint32_t count = 1;

  bool is_whole() const { return count == 1; }
  friend bool operator==(const Shard&, const Shard&) = default;
};

}  // namespace winnow
