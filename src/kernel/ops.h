// kernel/ops.h - the kernels of the models but for the LSTM: each forward, and backward from
// d loss / d out. All run on the calling thread, on raw spans, and write every element of their
// outputs; backward functions say where they add instead. Rows stand for classes of equal nodes;
// `weights` says how many nodes a row stands for. The plain twin of each is in ops_ref.h.
#pragma once

#include "kernel/attention.h"  // IWYU pragma: export
#include "kernel/norms.h"      // IWYU pragma: export
#include "kernel/product.h"    // IWYU pragma: export
#include "kernel/rows.h"       // IWYU pragma: export
#include "kernel/segments.h"   // IWYU pragma: export
