// process/guard.h - the process that watches a supervisor, as the supervisor watches a program.
// in: a supervisor's task     out: the supervisor's report, or one that says it was lost
// A program may stop or kill its parent, by mistake or not: `kill -9 $PPID` is enough. The guard is
// a child subreaper above the supervisor, so whoever is left then becomes its child; it wakes a
// supervisor that is stopped, ends everybody when one is gone, and removes the scratch directory.
#pragma once

#include "process/supervisor.h"

namespace winnow {

// Runs in a forked child that has all signals blocked; allocates nothing; never returns. SIGTERM
// ends the supervisor and all below it at once.
[[noreturn]] void guard(const SupervisorTask& task);

}  // namespace winnow
