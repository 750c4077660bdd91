// kernel/segments.h - sums and maxima over lists of rows: a sparse matrix in CSR form.
// in: rows, where each list ends, which rows it has     out: one row for each list
#pragma once

#include "kernel/matrix.h"

#include <cstdint>
#include <span>

namespace winnow {

struct Segments {
  Rows ends;        // [out rows] where a segment ends in `rows`
  Rows rows;        // [entries]
  Weights weights;  // [entries] or empty: all 1
};

void segment_sum(ConstMatrix x, const Segments& segments, Matrix out);  // out[s] = sum w x[row]
void segment_sum_backward(ConstMatrix d_out, const Segments& segments, Matrix d_x);  // added to

// Elementwise maximum; `from` [out rows, cols] remembers the row it came from, of equal ones the
// first. No segment is empty; weights play no part.
void segment_max(ConstMatrix x, const Segments& segments, Matrix out,
                 std::span<std::uint32_t> from);
void segment_max_backward(ConstMatrix d_out, std::span<const std::uint32_t> from,
                          Matrix d_x);  // added to

}  // namespace winnow
