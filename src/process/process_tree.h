// process/process_tree.h - all descendants of this process: what they use, and signals to them.
// in: /proc     out: sums over the tree, signals sent
// Allocates nothing, so the supervisor may use it after its fork. The caller must be a child
// subreaper: only then does a daemon that forked twice and called setsid stay in the tree.
#pragma once

#include "process/memory_files.h"

#include <cstdint>

namespace winnow {

struct TreeUsage {
  double cpu_s = 0;  // of living descendants and of those that were waited for
  // Anonymous memory, and shared memory: mapped, or in files that have no place but memory. Pages
  // of several processes count once.
  std::uint64_t memory_bytes = 0;
  int processes = 0;  // living ones, without the caller
};

// Needs to be cheap (it runs many times a second): a few reads in /proc for each descendant.
// Pages of several processes are told apart only when the quick sum is above `memory_limit`.
// `files` remembers from call to call which files the descendants had open.
TreeUsage measure_descendants(std::uint64_t memory_limit, MemoryFiles& files);

// Sends the signal to every descendant and to nobody else, even if process ids are used again.
void signal_descendants(int signal);

}  // namespace winnow
