// kernel/bf16_tiles.h - operands of products in bfloat16, in the tiles that the instructions take.
// in: a matrix in float, as it is or transposed     out: one tile of it, rounded
// A tile is 16 rows of 64 bytes: of a, rows with 32 numbers; of b, rows with 16 pairs, where a pair
// is two numbers of one column. Multiplying a pair of a with a row of pairs of b adds to 16 sums.
#pragma once

#include "kernel/blas.h"

namespace winnow {

// A matrix as it lies in memory; transposed: rows of memory are its columns.
struct Operand {
  Strided memory;
  bool transposed = false;
};

struct Bf16Tile {
  static constexpr std::size_t kSide = 16;               // rows; columns of a tile of sums
  static constexpr std::size_t kStep = 2 * kSide;        // numbers of k
  static constexpr std::size_t kFloats = kSide * kSide;  // memory it takes
};

// The tile that begins at row `at` of the `size` rows of a, or at that column of b, and at `depth`
// of the k numbers that are summed. What a matrix does not fill is zero.
enum class Side { a, b };
void lay_out_tile(Side side, Operand x, std::size_t size, std::size_t at, std::size_t k,
                  std::size_t depth, float* tile);

}  // namespace winnow
