#include "kernel/heap.h"

#include <malloc.h>

namespace winnow {

void keep_memory() {
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 2047 << 20);
  mallopt(M_ARENA_MAX, 1);
}

}  // namespace winnow
