// kernel/heap.h - memory that stays with the program.
#pragma once

namespace winnow {

// Batches of one run are about as large as each other. By default the C library maps large blocks
// anew each time and gives them back to the system, and threads other than the first have heaps
// that hold no large block at all: scoring HolStep spent a third of its time on page faults.
// To be called first thing in main().
void keep_memory();

}  // namespace winnow
