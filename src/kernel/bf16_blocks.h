// kernel/bf16_blocks.h - the inner loop of products in bfloat16.
// in: tiles of a and of b (kernel/bf16_tiles.h)     out: a block of sums, up to [32, 32]
// Two kinds of instructions take the same tiles: the matrix unit of recent Intel processors (AMX),
// a tile at a time, and vectors (AVX-512 BF16, also AMD's from Zen 4 on), a pair beside a row of
// pairs at a time.
#pragma once

#include "kernel/bf16_tiles.h"

#include <cstdint>

namespace winnow {

enum class Bf16Unit : std::uint8_t {
  none,
  vectors,
  tiles
};                     // each processor also has those before its own
Bf16Unit bf16_unit();  // the best that this processor has and the system lets us use

inline constexpr std::size_t kBf16Block = 2 * Bf16Tile::kSide;  // rows and columns of a whole block

class Bf16Blocks {
 public:
  explicit Bf16Blocks(Bf16Unit unit);
  ~Bf16Blocks();
  Bf16Blocks(const Bf16Blocks&) = delete;
  Bf16Blocks& operator=(const Bf16Blocks&) = delete;

  // Of a block with `rows` rows to be computed, how many are: at most kBf16Block.
  std::size_t computed(std::size_t rows) const { return (rows + rows_ - 1) / rows_ * rows_; }

  // c[rows, kBf16Block] = a b, or += with `add`; `rows` as computed() says; a and b: [steps, 2
  // tiles].
  void multiply(std::size_t rows, std::size_t steps, const float* a, const float* b, float* c,
                std::size_t c_stride, bool add) const;

 private:
  Bf16Unit unit_;
  std::size_t rows_;  // that are computed together
};

}  // namespace winnow
